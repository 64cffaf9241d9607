"""Matches between two versions of the engine, a pair of games in one process."""

import math
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from pathlib import Path

from core.eval.evaluate import Evaluator, LinesEvaluator
from core.eval.net_loader import load
from core.game.board import BLACK, WHITE, Board, Point
from core.game.notation import board_after
from core.game.outcome import points_of
from core.game.rules import Rule
from core.match.balanced_openings import balanced_opening
from core.search.engine import Engine
from core.search.search_settings import DEFAULTS, SearchSettings
from core.search.time_management import Budget, Limits, budget
from core.system.processes import worker_pool

MEMORY = 200 << 20


@dataclass(frozen=True, slots=True)
class EngineSide:
    """One version of the engine: its constants, its threads and its net.

    Without a net it uses the line evaluator or, with `informed` false, uniform priors.
    """

    settings: SearchSettings = DEFAULTS
    threads: int = 1
    net: Path | None = None
    informed: bool = True

    def evaluator(self) -> Evaluator:
        """Return the evaluator of this side.

        Raises:
            NetError: the net cannot be used.
        """
        if self.net is not None:
            return load(self.net)
        return LinesEvaluator() if self.informed else Evaluator()


@dataclass(frozen=True, slots=True)
class EngineMatch:
    """Settings of a match; one of `visits`, `seconds` (per move) and `game_seconds` is set.

    Seconds are of processor time, so that a busy machine changes nothing, or of the clock where a
    side has several threads.
    """

    sides: tuple[EngineSide, EngineSide]
    size: int
    rule: Rule
    visits: int | None
    seconds: float | None
    game_seconds: float | None

    @property
    def clock(self) -> Callable[[], float]:
        """The clock of both sides."""
        alone = all(side.threads == 1 for side in self.sides)
        return time.thread_time if alone else time.monotonic


class TimedEngine:
    """An engine of one side and its clock in one game."""

    def __init__(self, match: EngineMatch, side: EngineSide) -> None:
        self._match, self._clock = match, match.clock
        self._engine = Engine(side.evaluator(), settings=side.settings, max_memory=MEMORY)
        self._engine.set_threads(side.threads)
        self._left = match.game_seconds

    def move(self, board: Board) -> Point:
        self._engine.set_position(board)
        begun = self._clock()
        allowed = replace(self._budget(begun, board), clock=self._clock)
        report = self._engine.think(allowed)
        if self._left is not None:
            self._left -= self._clock() - begun
        return report.move

    def _budget(self, begun: float, board: Board) -> Budget:
        if self._left is not None:
            return budget(Limits(math.inf, self._left), begun, board.ply, board.size**2)
        seconds = self._match.seconds or math.inf
        return Budget(begun, seconds, seconds, self._match.visits)

    @property
    def flagged(self) -> bool:
        return self._left is not None and self._left < 0


def play_pair(match: EngineMatch, seed: int) -> float:
    """Play one opening with both colours; return the points per game (0 to 1) of the first side."""
    opening = balanced_opening(match.size, match.rule, seed)
    return (_play(match, opening, 0) + _play(match, opening, 1)) / 2


def _play(match: EngineMatch, opening: tuple[Point, ...], black: int) -> float:
    """Play a game and return the points of the first side; side `black` (0 or 1) plays Black."""
    board = board_after(match.size, match.rule, opening)
    players = [TimedEngine(match, side) for side in match.sides]
    while not board.over:
        mover = black if board.to_move == BLACK else 1 - black
        move = players[mover].move(board)
        if players[mover].flagged:
            return float(mover != 0)
        board.play(*move)
    return points_of(board, WHITE if black else BLACK)


def play_pairs(
    match: EngineMatch, seeds: Iterable[int], processes: int
) -> Generator[tuple[int, float]]:
    """Play a pair of games for each seed, which sets its opening; yield the seeds and the results
    of `play_pair` as they end."""
    with worker_pool(processes) as pool:
        waiting = iter(seeds)
        running: dict[Future[float], int] = {}
        while True:
            for seed in waiting:
                running[pool.submit(play_pair, match, seed)] = seed
                if len(running) > processes:
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
