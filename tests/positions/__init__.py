"""Tactical positions by rule, graded by the kind of win; `make.py` made them.

A grade is `vcf 7` (the shortest win by fours takes 7 plies), `vct` (fours and open threes win,
fours alone do not) or `no vcf` (fours alone do not win). It stands above its positions.
"""

from dataclasses import dataclass
from pathlib import Path

from core.game.board import Board
from core.game.notation import parse_position
from core.game.rules import Rule
from core.game.symmetry import SYMMETRIES, transform

RULES = (Rule.FREESTYLE, Rule.STANDARD, Rule.RENJU, Rule.CARO)
VCT, NO_VCF = "vct", "no vcf"


@dataclass(frozen=True, slots=True)
class Position:
    """A position and its grade; `text` is its line in the file."""

    grade: str
    text: str
    board: Board

    @property
    def plies(self) -> int:
        """Length of the shortest win by fours, 0 if there is none."""
        return int(self.grade.removeprefix("vcf ")) if self.grade.startswith("vcf") else 0


def vcf_grade(plies: int) -> str:
    return f"vcf {plies}"


def path_of(rule: Rule) -> Path:
    return Path(__file__).with_name(f"{rule.label}.txt")


def load(rule: Rule) -> list[Position]:
    """Return the positions of a rule, the easy ones first."""
    found, grade = [], ""
    for line in path_of(rule).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            grade = line.removeprefix("#").strip()
        elif line:
            found.append(Position(grade, line, parse_position(line)))
    return found


def shape_of(board: Board) -> tuple[object, ...]:
    """Return a value that is equal for two positions that a symmetry makes the same."""
    images = (
        sorted((transform((x, y), board.size, symmetry), colour) for x, y, colour in board.stones())
        for symmetry in SYMMETRIES
    )
    return board.rule, board.size, board.to_move, tuple(min(images))
