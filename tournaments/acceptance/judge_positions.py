"""The judge's fixed positions that every entry must answer, and its opening for self-play."""

from dataclasses import dataclass

from core.game.board import Point
from core.game.notation import format_point, parse_moves
from core.game.rules import Rule


@dataclass(frozen=True, slots=True)
class FixedPosition:
    """A position of the judge, with the answers that it demands or forbids."""

    moves: str
    rules: tuple[Rule, ...]
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    def accepts(self, move: Point, size: int) -> bool:
        answer = format_point(move, size)
        return (not self.wanted or answer in self.wanted) and answer not in self.unwanted


POSITIONS = (
    FixedPosition("h8h7i8i7j8j7k8k7", tuple(Rule), wanted=("g8", "l8")),
    FixedPosition("h8h7i8h6g8h5j3h4g2h2i1", (Rule.STANDARD,), wanted=("f8", "j8")),
    FixedPosition("h8h7i9i7h6i10i5i4", (Rule.RENJU,), unwanted=("g7",)),
    FixedPosition("h8f8g8f7i8f9j8l8", (Rule.CARO,), wanted=("f11", "f10", "f6", "f5")),
)


def far_opening(size: int) -> list[Point]:
    """Return the judge's opening for self-play, in the corner at the lower right."""
    return [(size - 1 - x, y) for x, y in parse_moves("b2e2e3", size)]
