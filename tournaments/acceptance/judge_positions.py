"""Gomocup's leagues, and the judge's fixed positions that every entry must answer."""

from dataclasses import dataclass

from core.game.board import Point
from core.game.notation import parse_moves, parse_point
from core.game.rules import Rule


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds a turn and seconds a game."""

    turn: float
    match: float

    def __str__(self) -> str:
        return f"{self.turn:g} s / {self.match:g} s"


FIRST_GROUP, SECOND_GROUP = Clock(300.0, 1000.0), Clock(30.0, 180.0)
"""The clocks of a league's two groups; the judge's own tests use the second one in every league."""

ANNOUNCED_FAST, TESTED_FAST = Clock(5.0, 120.0), Clock(5.0, 100.0)
"""The clock in Gomocup's announcements, and the one in the judge's tests."""


@dataclass(frozen=True, slots=True)
class League:
    """A league's board, rule and clocks."""

    name: str
    size: int
    rule: Rule
    clocks: tuple[Clock, ...] = (FIRST_GROUP, SECOND_GROUP)


LEAGUES = (
    League("Freestyle 20", 20, Rule.FREESTYLE),
    League("Fastgame", 20, Rule.FREESTYLE, (ANNOUNCED_FAST, TESTED_FAST)),
    League("Freestyle 15", 15, Rule.FREESTYLE),
    League("Standard", 15, Rule.STANDARD),
    League("Renju", 15, Rule.RENJU),
    League("Caro", 15, Rule.CARO),
)


@dataclass(frozen=True, slots=True)
class FixedPosition:
    """A position of the judge, with the answers that it demands or forbids."""

    moves: str
    rules: tuple[Rule, ...]
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    def accepts(self, move: Point) -> bool:
        wanted = {parse_point(w) for w in self.wanted}
        unwanted = {parse_point(w) for w in self.unwanted}
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
