"""Makes the suite: `python -m tests.positions.make RULE`, the same positions each time.

Quick games between careless players, who choose by prior and never play a win they have proved,
reach positions of every grade. At most one position of a game is taken, and a grade takes no more
than its quota for each side to move, so that long wins are not lost among short ones. Every win
taken has beaten every defence, and every `no vcf` was checked by the slow search.
"""

import math
import random
import sys
from collections.abc import Iterator

from core.game.board import BLACK, WHITE, Board
from core.game.notation import format_position
from core.game.rules import Rule
from core.search.candidate import Candidate
from core.search.engine import Engine
from core.search.time_management import Budget
from core.threats.vcf import Vcf
from core.threats.vct import Vct
from tests.positions import NO_VCF, VCT, path_of, shape_of, vcf_grade
from tests.positions.shortest import TooHard
from tests.positions.verify import fours_win, no_win_by_fours, shortest_win, threats_win

QUOTAS = {3: 8, 5: 12, 7: 20, 9: 22, 11: 22, 13: 20, 15: 14, 17: 12}
"""Positions to make for each side to move by plies of the shortest win; the last: and longer."""

OTHER_QUOTA = 20
"""Positions of `vct` and of `no vcf` to make, for each side to move."""

LONGEST_GAME = 90
VCF_BUDGET = 20_000
VCT_BUDGET = 10_000
MOST_LINES = 1000
FEWEST_FOR_NO_VCF = 30
FEWEST_FOR_VCT = 300
"""Positions the solver must have searched for its answer, so that the win is not trivial."""


def game(rng: random.Random, rule: Rule, engine: Engine) -> Iterator[Board]:
    """Yield the positions of one game."""
    size = 20 if rng.random() < 0.2 else 15
    engine.set_position(opening(rng, rule, size))
    while not engine.board.over and engine.board.ply < LONGEST_GAME:
        yield engine.board.copy()
        report = engine.think(Budget(0.0, math.inf, math.inf, 2))
        engine.play(*careless(rng, report.candidates).move)


def opening(rng: random.Random, rule: Rule, size: int) -> Board:
    board = Board(size, rule)
    for _ in range(rng.randint(2, 5)):
        move = size // 2 + rng.randint(-3, 3), size // 2 + rng.randint(-3, 3)
        if move in board.legal_moves():
            board.play(*move)
    return board


def careless(rng: random.Random, candidates: tuple[Candidate, ...]) -> Candidate:
    """Return a move chosen by prior, unproved if there is one."""
    open_ended = [c for c in candidates if c.proof == 0] or list(candidates)
    return rng.choices(open_ended, [c.prior**0.7 + 1e-4 for c in open_ended])[0]


class Suite:
    """The positions taken so far, with their grades."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, Board]] = []
        quotas = {VCT: OTHER_QUOTA, NO_VCF: OTHER_QUOTA, **{str(p): n for p, n in QUOTAS.items()}}
        self._room = {(g, side): n for g, n in quotas.items() for side in (BLACK, WHITE)}
        self._shapes: set[tuple[object, ...]] = set()

    @property
    def full(self) -> bool:
        return not any(self._room.values())

    def offer(self, board: Board) -> bool:
        """Take a position if its grade has room and it passes the check; return whether it did."""
        solver = Vcf()
        line = solver.search(board, VCF_BUDGET)
        if line is None or shape_of(board) in self._shapes:
            return False
        try:
            if line:
                return self._offer_vcf(board, len(line) + 2)
            return self._offer_other(board, solver.visited)
        except TooHard:
            return False

    def _offer_vcf(self, board: Board, most: int) -> bool:
        """Take a win by fours if its grade has room.

        Where the last four cannot be stopped a line may end with it, 2 plies early.
        """
        side = board.to_move
        if not any(self._room[str(plies), side] for plies in QUOTAS if plies <= most):
            return False
        plies = shortest_win(board, most)
        wanted = self._room[str(min(plies, max(QUOTAS))), side]
        if not wanted:
            return False
        assert fours_win(board), format_position(board)
        return self._take(board, vcf_grade(plies), str(min(plies, max(QUOTAS))))

    def _offer_other(self, board: Board, visited: int) -> bool:
        if self._room[NO_VCF, board.to_move] and visited >= FEWEST_FOR_NO_VCF:
            assert no_win_by_fours(board), format_position(board)
            return self._take(board, NO_VCF, NO_VCF)
        if not self._room[VCT, board.to_move] or not _hard_vct(board):
            return False
        assert no_win_by_fours(board), format_position(board)
        assert threats_win(board, MOST_LINES), format_position(board)
        return self._take(board, VCT, VCT)

    def _take(self, board: Board, grade: str, quota: str) -> bool:
        self._room[quota, board.to_move] -= 1
        self._shapes.add(shape_of(board))
        self.taken.append((grade, board.copy()))
        return True

    def text(self) -> str:
        """Return the file: each grade with its positions, short wins first."""
        grades = sorted({grade for grade, _ in self.taken}, key=_order)
        parts = []
        for grade in grades:
            lines = [format_position(board) for other, board in self.taken if other == grade]
            parts.append("\n".join([f"# {grade}", *lines]) + "\n")
        return "\n".join(parts)


def _hard_vct(board: Board) -> bool:
    solver = Vct()
    return bool(solver.search(board, VCT_BUDGET)) and solver.visited >= FEWEST_FOR_VCT


def _order(grade: str) -> tuple[int, int]:
    if grade in (VCT, NO_VCF):
        return 1, (VCT, NO_VCF).index(grade)
    return 0, int(grade.split()[1])


def make(rule: Rule) -> str:
    suite, engine, number = Suite(), Engine(), 0
    while not suite.full:
        number += 1
        rng = random.Random(f"{rule.label} {number}")
        any(suite.offer(board) for board in game(rng, rule, engine))
        if number % 100 == 0:
            print(f"{rule.label}: {len(suite.taken)} of {number} games", file=sys.stderr)
    return suite.text()


if __name__ == "__main__":
    wanted = Rule.parse(sys.argv[1])
    path_of(wanted).write_text(make(wanted), encoding="utf-8")
