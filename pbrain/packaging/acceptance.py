"""The acceptance check: what Gomocup's own tester does, over the packaged program."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core import BUILD
from core.board import Board
from pbrain.packaging.judge import JudgeError, Program
from pbrain.packaging.leagues import LEAGUES, POSITIONS, League, board_of, far_opening

QUICK_TURN = 0.5
"""Seconds a turn where the leagues' own clocks are not asked for."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: whether it was as it must be, and what was measured."""

    name: str
    passed: bool
    detail: str


def accept(program: Sequence[str], full_clocks: bool = False) -> Iterator[Check]:
    """Runs every check in turn; the program is started from a folder that is not its own."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        yield _checked("start to OK, first time", lambda: _start(program, directory))
        yield _checked("start to OK, again", lambda: _start(program, directory))
        for league in LEAGUES:
            positions = _positions_check(program, directory, league)
            yield _checked(f"{league.name}: fixed positions", positions)
            game = _game_check(program, directory, league, full_clocks)
            yield _checked(f"{league.name}: a game", game)


def same_build(program: Sequence[str]) -> Check:
    """Whether the packaged Fukumi picks the build of the core that is picked here."""

    def work() -> str:
        with tempfile.TemporaryDirectory() as name, Program(program, Path(name)) as running:
            running.start(LEAGUES[0], QUICK_TURN, 100.0)
            running.move(Board(LEAGUES[0].size, LEAGUES[0].rule), 100.0, QUICK_TURN + 1.0)
            running.end()
        if not running.message.endswith(f" build {BUILD}"):
            raise JudgeError(f"not {BUILD}, which runs here: {running.message!r}")
        return BUILD

    return _checked("build of the core", work)


def _checked(name: str, work: Callable[[], str]) -> Check:
    try:
        return Check(name, True, work())
    except JudgeError as error:
        return Check(name, False, str(error))


def _start(program: Sequence[str], directory: Path) -> str:
    with Program(program, directory) as running:
        took = running.start(LEAGUES[0], 5.0, 100.0)
        left = running.end()
    return f"{1000 * took:.0f} ms; gone {1000 * left:.0f} ms after END"


def _positions_check(program: Sequence[str], directory: Path, league: League) -> Callable[[], str]:
    def work() -> str:
        fitting = [p for p in POSITIONS if league.rule in p.rules]
        for position in fitting:
            board = board_of(position.moves, league.size, league.rule)
            with Program(program, directory) as running:
                running.start(league, QUICK_TURN, league.match)
                move, _ = running.move(board, league.match, QUICK_TURN + 1.0)
                running.end()
            if not position.accepts(move):
                raise JudgeError(f"answers {position.moves} with {move}")
        return f"{len(fitting)} answered"

    return work


def _game_check(
    program: Sequence[str], directory: Path, league: League, full_clocks: bool
) -> Callable[[], str]:
    turn = league.turn if full_clocks else QUICK_TURN
    match = league.match if full_clocks else 200 * QUICK_TURN

    def work() -> str:
        with Program(program, directory) as one, Program(program, directory) as two:
            for running in (one, two):
                running.start(league, turn, match)
            board, slowest = _play(league, (one, two), turn, match)
            for running in (one, two):
                running.end()
            peak = max(one.peak_memory, two.peak_memory)
        return (
            f"{board.ply} plies, slowest move {slowest:.2f} s of {turn:g} s, {peak / 2**20:.0f} MiB"
        )

    return work


def _play(
    league: League, sides: tuple[Program, Program], turn: float, match: float
) -> tuple[Board, float]:
    """Plays a game to its end; the board and the slowest move in seconds."""
    board, left, slowest = Board(league.size, league.rule), [match, match], 0.0
    for x, y in far_opening(league.size):
        board.play(x, y)
    while not board.over and board.legal_moves():
        side = board.to_move - 1
        move, took = sides[side].move(board, left[side], min(turn, left[side]) + 1.0)
        left[side] -= took
        slowest = max(slowest, took)
        board.play(*move)
    return board, slowest
