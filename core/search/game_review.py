"""Review of a game: every move judged by what it lost.

Each position is searched, and a solver looks for a win by threats that is shorter, or that the
search has not proved. A move has lost the difference between the chance to win before it and the
chance after it.
"""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.game.board import Board, ForbiddenMove, Point
from core.search.candidate import Candidate
from core.search.engine import Engine
from core.search.time_management import Budget
from core.threats.vct import Vct

SOLVER_NODES = 10_000
"""Positions the solver may search for a win by threats, some hundredths of a second."""

BEST_LOSS, GOOD_LOSS, MISTAKE_LOSS = 0.02, 0.08, 0.25
"""Largest losses of a best move, a good move and a mistake; a blunder loses more."""


class Grade(StrEnum):
    """The grade of a move."""

    BEST = "best"
    GOOD = "good"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed win"


@dataclass(frozen=True, slots=True)
class PositionVerdict:
    """The search's verdict on a position, for the side to move.

    Attributes:
        chance: to win, 0 to 1.
        proof: 0, or +n for a proved win in at most n plies, or -n for such a loss.
        line: the best line, empty after the end of the game.
        candidates: the moves that it looked at, best first.
    """

    chance: float
    proof: int
    line: tuple[Point, ...]
    candidates: tuple[Candidate, ...]


WON = PositionVerdict(1.0, 0, (), ())
"""The verdict after a foul: White, to move, has won."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """The judgement of a move.

    Attributes:
        ply: counted from 1.
        move: the point.
        before: the verdict before the move, for the side that plays it.
        chance: of that side after the move, 0 to 1.
        loss: what the move lost of `before.chance`, 0 to 1.
        grade: the grade.
    """

    ply: int
    move: Point
    before: PositionVerdict
    chance: float
    loss: float
    grade: Grade


class GameReviewer:
    """An engine and a solver that judge games.

    Args:
        engine: searches the positions.
        visits: of the search in each position.
    """

    def __init__(self, engine: Engine, visits: int) -> None:
        self._engine = engine
        self._visits = visits

    def review(
        self, start: Board, moves: Sequence[Point], stop: threading.Event | None = None
    ) -> Iterator[MoveReview]:
        """Yield the judgement of each move from a position on, until `stop` is set.

        A renju foul of Black ends the game and loses all of its chances.

        Raises:
            IllegalMove: another move that cannot be played.
        """
        solver = Vct()  # its table is for one rule and one board size
        board = start.copy()
        before = self._judge(board, solver, stop)
        for ply, move in enumerate(moves, start.ply + 1):
            if board.over:  # some files go on
                return
            try:
                board.play(*move)
            except ForbiddenMove:
                yield _reviewed(ply, move, before, WON)
                return
            after = self._judge(board, solver, stop)
            if stop is not None and stop.is_set():
                return
            yield _reviewed(ply, move, before, after)
            before = after

    def _judge(self, board: Board, solver: Vct, stop: threading.Event | None) -> PositionVerdict:
        if board.over:
            return PositionVerdict(0.0 if board.winner else 0.5, 0, (), ())
        self._engine.set_position(board)
        report = self._engine.think(Budget.from_now(visits=self._visits), stop)
        proof, line = report.proof, report.pv
        win = solver.search(board, SOLVER_NODES) if proof >= 0 else None
        # The search may prove a win of which it knows the first move only.
        known = proof > 0 and _ends_the_game(board, line)
        if win and not (known and proof <= solver.plies):
            proof, line = solver.plies, tuple(win)
        chance = (report.value + 1) / 2 if not proof else float(proof > 0)
        return PositionVerdict(chance, proof, line, report.candidates)


def _ends_the_game(board: Board, line: Sequence[Point]) -> bool:
    after = board.copy()
    for x, y in line:
        after.play(x, y)
    return after.over


def _reviewed(ply: int, move: Point, before: PositionVerdict, after: PositionVerdict) -> MoveReview:
    chance = 1.0 - after.chance
    loss = max(0.0, before.chance - chance)
    return MoveReview(ply, move, before, chance, loss, _grade(move, before, after, loss))


def _grade(move: Point, before: PositionVerdict, after: PositionVerdict, loss: float) -> Grade:
    if before.proof > 0 and after.proof >= 0 and loss > GOOD_LOSS:
        return Grade.MISSED_WIN
    if loss <= BEST_LOSS or move == before.line[0]:
        return Grade.BEST
    if loss <= GOOD_LOSS:
        return Grade.GOOD
    return Grade.MISTAKE if loss <= MISTAKE_LOSS else Grade.BLUNDER


@dataclass(frozen=True, slots=True)
class SideSummary:
    """The moves of one side: their number, the share of its chances they kept, and their grades.

    `accuracy` is 1 less the mean loss, 0 to 1, and None without moves.
    """

    moves: int
    accuracy: float | None
    grades: dict[Grade, int]


def summary(reviews: Sequence[MoveReview]) -> tuple[SideSummary, SideSummary]:
    """Return Black's and White's summary."""
    black, white = (
        _summary_of([review for review in reviews if review.ply % 2 == parity]) for parity in (1, 0)
    )
    return black, white


def _summary_of(reviews: Sequence[MoveReview]) -> SideSummary:
    losses = [review.loss for review in reviews]
    grades = {grade: sum(review.grade is grade for review in reviews) for grade in Grade}
    accuracy = 1 - sum(losses) / len(losses) if losses else None
    return SideSummary(len(losses), accuracy, grades)
