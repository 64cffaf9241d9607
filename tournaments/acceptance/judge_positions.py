"""The judge's fixed positions that every entry must answer, and its opening for self-play."""

from dataclasses import dataclass

from core.game.board import Point
from core.game.notation import parse_moves, parse_point
from core.game.rules import Rule


@dataclass(frozen=True, slots=True)
class FixedPosition:
    """A position of the judge, with the answers that it demands or forbids."""

    moves: str
    rules: tuple[Rule, ...]
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    def accepts(self, move: Point) -> bool:
        wanted, unwanted = (set(map(parse_point, p)) for p in (self.wanted, self.unwanted))
        return (not wanted or move in wanted) and move not in unwanted


POSITIONS = (
    FixedPosition("h8h9i8i9j8j9k8k9", tuple(Rule), wanted=("g8", "l8")),
    FixedPosition("h8h9i8h10g8h11j13h12g14h14i15", (Rule.STANDARD,), wanted=("f8", "j8")),
    FixedPosition("h8h9i7i9h10i6i11i12", (Rule.RENJU,), unwanted=("g9",)),
    FixedPosition("h8f8g8f9i8f7j8l8", (Rule.CARO,), wanted=("f5", "f6", "f10", "f11")),
)


def far_opening(size: int) -> list[Point]:
    """Return the judge's opening for self-play: `b2e2e3` mirrored into the far corner."""
    return [(size - 1 - x, size - 1 - y) for x, y in parse_moves("b2e2e3")]
