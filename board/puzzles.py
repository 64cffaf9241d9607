"""Puzzles: tactical positions by rule, graded by the kind of win (`tests/positions/make.py` made
them), and the defence against a person's solution.

A grade is `vcf 7` (the shortest win by fours takes 7 plies), `vct` (fours and open threes win,
fours alone do not) or `no vcf` (fours alone do not win). It stands above its positions.
"""

import threading
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from board.board_error import BoardError
from core.game.board import Board, Point
from core.game.notation import parse_position
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.time_management import Budget
from core.threats.vct import Vct

RULES = (Rule.FREESTYLE, Rule.STANDARD, Rule.RENJU, Rule.CARO)
VCT, NO_VCF = "vct", "no vcf"

DEFENCE_VISITS = 2000
DEFENCES = 8
"""Defences that are tried where the search proves nothing."""

SOLVER_NODES = 100_000
"""Positions in which the solver may look for the win that is left after a defence."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: a position and its grade; `text` is its line in the file."""

    grade: str
    text: str
    board: Board

    @property
    def plies(self) -> int:
        """Length of the shortest win by fours, 0 if there is none."""
        return int(self.grade.removeprefix("vcf ")) if self.grade.startswith("vcf") else 0


def path_of(rule: Rule) -> Path:
    """Return the file of a rule."""
    return Path(__file__).with_name("puzzle_sets") / f"{rule.label}.txt"


def load(rule: Rule) -> list[Puzzle]:
    """Return the positions of a rule, the easy ones first."""
    found, grade = [], ""
    for line in path_of(rule).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            grade = line.removeprefix("#").strip()
        elif line:
            found.append(Puzzle(grade, line, parse_position(line)))
    return found


def puzzles(rule: Rule, grade: str) -> list[Board]:
    """Return the positions of a grade in which the side to move wins.

    Raises:
        BoardError: there are none.
    """
    found = [one.board.copy() for one in _won(rule) if one.grade == grade]
    if not found:
        raise BoardError(f"there are no puzzles of grade {grade!r} under {rule.label}")
    return found


def grades() -> dict[str, dict[str, int]]:
    """Return the number of puzzles by rule and grade, the easy ones first."""
    return {rule.label: dict(Counter(one.grade for one in _won(rule))) for rule in RULES}


@cache
def _won(rule: Rule) -> tuple[Puzzle, ...]:
    if rule not in RULES:
        return ()
    return tuple(position for position in load(rule) if position.grade != NO_VCF)


@dataclass(frozen=True, slots=True)
class Defence:
    """The best defence against a move, and whether the win is still there after it."""

    move: Point
    still_won: bool


def defend(engine: Engine, board: Board, stop: threading.Event | None = None) -> Defence:
    """Return the best defence of the side to move, against which the other side is to win.

    Raises:
        ValueError: the game is over.
    """
    engine.set_position(board)
    report = engine.think(Budget.from_now(visits=DEFENCE_VISITS), stop)
    if report.proof < 0:
        return Defence(report.move, True)
    solver = Vct()
    for candidate in report.candidates[:DEFENCES]:
        after = board.copy()
        after.play(*candidate.move)
        if after.over or not solver.search(after, SOLVER_NODES):
            return Defence(candidate.move, False)
    return Defence(report.move, True)
