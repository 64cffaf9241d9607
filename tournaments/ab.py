"""`fukumi ab`: two versions of the search's constants against each other, within one process
each, with a sequential test. What stands beside the constants in `core.settings` comes from it.
"""

import math
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, fields, replace

import click

from core.board import BLACK, Board
from core.clock import Budget, Limits, budget
from core.engine import Engine
from core.rules import MAX_SIZE, MIN_SIZE, Rule
from core.settings import DEFAULTS, Settings
from tournaments.fair import fair_opening
from tournaments.sprt import SCORES, Sprt, mean_with_error

FIELDS: dict[str, type] = {f.name: type(getattr(DEFAULTS, f.name)) for f in fields(Settings)}
MEMORY = 200 << 20


@dataclass(frozen=True, slots=True)
class Side:
    """One version: its constants and threads."""

    settings: Settings
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Match:
    """What is played; of `visits`, `seconds` (a move) and `game_seconds` one is set."""

    sides: tuple[Side, Side]
    size: int
    rule: Rule
    visits: int | None
    seconds: float | None
    game_seconds: float | None


class Player:
    """An engine of one side and its clock in one game."""

    def __init__(self, match: Match, side: Side) -> None:
        self._match = match
        self._engine = Engine(settings=side.settings, max_memory=MEMORY)
        self._engine.set_threads(side.threads)
        self._left = match.game_seconds

    def move(self, board: Board) -> tuple[int, int]:
        self._engine.set_position(board)
        begun = time.monotonic()
        report = self._engine.think(self._budget(begun, board))
        if self._left is not None:
            self._left -= time.monotonic() - begun
        return report.move

    def _budget(self, begun: float, board: Board) -> Budget:
        if self._left is not None:
            return budget(Limits(math.inf, self._left), begun, board.ply, board.size**2)
        seconds = self._match.seconds or math.inf
        return Budget(begun, seconds, seconds, self._match.visits)

    @property
    def flagged(self) -> bool:
        return self._left is not None and self._left < 0


def play_pair(match: Match, seed: int) -> float:
    """Points a game (0 to 1) of the first side over one opening played with both colours."""
    opening = fair_opening(match.size, match.rule, seed)
    return (_play(match, opening, 0) + _play(match, opening, 1)) / 2


def _play(match: Match, opening: tuple[tuple[int, int], ...], black: int) -> float:
    """Points of the first side; `black` is the side (0 or 1) that plays Black."""
    board = Board(match.size, match.rule)
    for x, y in opening:
        board.play(x, y)
    players = [Player(match, side) for side in match.sides]
    while not board.over and board.legal_moves():
        mover = black if board.to_move == BLACK else 1 - black
        move = players[mover].move(board)
        if players[mover].flagged:
            return float(mover != 0)
        board.play(*move)
    if not board.winner:
        return 0.5
    return float((board.winner == BLACK) == (black == 0))


def play(match: Match, pairs: int, seed: int, processes: int) -> Iterator[float]:
    """The results of so many pairs as they end, each over another opening."""
    with ProcessPoolExecutor(processes) as pool:
        seeds = iter(range(seed, seed + pairs))
        running: set[Future[float]] = set()
        try:
            while True:
                for number in seeds:
                    running.add(pool.submit(play_pair, match, number))
                    if len(running) > processes:
                        break
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def changed(base: Side, words: tuple[str, ...]) -> Side:
    """A side with constants set as `name=value`; `threads` is one of them.

    Raises:
        click.BadParameter: an unknown name or a value of another kind.
    """
    for word in words:
        name, _, value = word.partition("=")
        if name == "threads" and value.isdigit():
            base = replace(base, threads=int(value))
            continue
        if name not in FIELDS:
            raise click.BadParameter(f"{name!r} is none of {', '.join(FIELDS)}, threads")
        constants = asdict(base.settings) | {name: _read(name, value)}
        base = replace(base, settings=Settings(**constants))
    return base


def _read(name: str, value: str) -> bool | int | float:
    kind = FIELDS[name]
    try:
        if kind is bool:
            return {"on": True, "off": False}[value]
        return int(value) if kind is int else float(value)
    except (KeyError, ValueError):
        expected = "on or off" if kind is bool else "a number"
        raise click.BadParameter(f"{name}={value}: give {expected}") from None


@click.command(name="ab")
@click.option("--a", "a", multiple=True, metavar="NAME=VALUE", help="A constant of side A.")
@click.option("--b", "b", multiple=True, metavar="NAME=VALUE", help="A constant of side B.")
@click.option("--visits", type=click.IntRange(1), help="Visits a move.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Seconds a move.")
@click.option("--game-seconds", type=click.FloatRange(0, min_open=True), help="Seconds a game.")
@click.option("--size", default=15, show_default=True, type=click.IntRange(MIN_SIZE, MAX_SIZE))
@click.option("--rule", default="freestyle", show_default=True)
@click.option("--least", default=200, show_default=True, help="Pairs played in any case.")
@click.option("--pairs", default=1000, show_default=True, help="Pairs played at most.")
@click.option("--elo0", default=0.0, show_default=True)
@click.option("--elo1", default=20.0, show_default=True)
@click.option("--seed", default=1, show_default=True, help="The first opening's number.")
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1))
def command(
    a: tuple[str, ...],
    b: tuple[str, ...],
    visits: int | None,
    seconds: float | None,
    game_seconds: float | None,
    size: int,
    rule: str,
    least: int,
    pairs: int,
    elo0: float,
    elo1: float,
    seed: int,
    processes: int,
) -> None:
    """Play the search against itself with other constants, until an SPRT decides.

    Each pair of games is one random even opening with both colours. Sides differ by `--a` and
    `--b`, such as `--a lcb=0 --b fpu=0.2`; what is not named has its usual value.
    """
    if sum(limit is not None for limit in (visits, seconds, game_seconds)) != 1:
        raise click.UsageError("give one of --visits, --seconds, --game-seconds")
    try:
        named = Rule.parse(rule)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--rule") from error
    usual = Side(DEFAULTS)
    match = Match(
        (changed(usual, a), changed(usual, b)), size, named, visits, seconds, game_seconds
    )
    sprt = Sprt(elo0, elo1)
    counts = [0] * len(SCORES)
    for score in play(match, pairs, seed, processes):
        counts[SCORES.index(score)] += 1
        if sum(counts) % 20 == 0:
            click.echo(line(counts, sprt))
        if sum(counts) >= least and sprt.verdict(counts):
            break
    click.echo(f"{line(counts, sprt)}  {sprt.verdict(counts) or 'undecided'}")


def line(counts: list[int], sprt: Sprt) -> str:
    """How it stands: games, the share of points for A, the log-likelihood ratio."""
    mean, error = mean_with_error(counts)
    return (
        f"{2 * sum(counts)} games  A {mean:.3f} +-{error:.3f}  "
        f"LLR {sprt.llr(counts):+.2f} [{sprt.lower:.2f}, {sprt.upper:.2f}]  pairs {counts}"
    )
