"""Gomocup's leagues: board, rule, clocks, memory, openings.

The numbers are from Gomocup's announcements and schedules of 2021 to 2024 and from the code of its
judge of 2026; a comment says where the sources leave something open.
"""

from dataclasses import dataclass

from core.game.rules import Rule
from core.search.search_settings import DEFAULT_MEMORY
from tournaments.model import TimeControl
from tournaments.play.schedule import TournamentPlan

FIRST_GROUP, SECOND_GROUP = TimeControl(1000.0, 300.0), TimeControl(180.0, 30.0)
"""The clocks of a league's two groups; the judge's own tests use the second one in every league."""


@dataclass(frozen=True, slots=True)
class League:
    """A league's settings, which are the defaults of a tournament begun from it.

    `other_clocks` are those of other groups and of the judge's tests, on which the check of a
    packaged program plays too. `tolerance` is in seconds, `max_memory` in bytes; in each round a
    pair plays one opening with both colours; `draw_after` is a number of plies.
    """

    name: str
    clock: TimeControl
    other_clocks: tuple[TimeControl, ...] = ()
    size: int = 15
    rule: Rule = Rule.FREESTYLE
    tolerance: float = 1.0
    max_memory: int = DEFAULT_MEMORY
    rounds: int = 1
    draw_after: int | None = None

    @property
    def clocks(self) -> tuple[TimeControl, ...]:
        """All clocks that the league is played or tested with."""
        return (self.clock, *self.other_clocks)

    @property
    def each(self) -> str:
        """The league's limits in the notation of --each."""
        return f"tc={self.clock} tolerance={self.tolerance:g} maxmemory={self.max_memory}"


_OPENINGS = 12  # each played with both colours: 24 games a pair

# Freestyle and standard have two groups, and the presets are those of the second one. Renju and
# caro have one group; the judge also tests them with the clock of a second group.
LEAGUES = {
    "freestyle20": League("Freestyle 20", SECOND_GROUP, (FIRST_GROUP,), size=20, rounds=_OPENINGS),
    "freestyle15": League("Freestyle 15", SECOND_GROUP, (FIRST_GROUP,), rounds=_OPENINGS),
    "standard": League(
        "Standard", SECOND_GROUP, (FIRST_GROUP,), rule=Rule.STANDARD, rounds=_OPENINGS
    ),
    "renju": League(
        "Renju",
        FIRST_GROUP,
        (SECOND_GROUP,),
        rule=Rule.RENJU,
        rounds=_OPENINGS,
        draw_after=200,
    ),
    # unsure: the judge's tests play rule 8, where an overline wins; the rules page describes 9,
    # where it does not
    "caro": League("Caro", FIRST_GROUP, (SECOND_GROUP,), rule=Rule.CARO, rounds=_OPENINGS),
    # unsure: 120 s a game in the announcements, 100 s in the judge's tests
    "fastgame": League(
        "Fastgame",
        TimeControl(120.0, 5.0),
        (TimeControl(100.0, 5.0),),
        size=20,
        rounds=_OPENINGS,
    ),
}


def league_differences(plan: TournamentPlan) -> list[str]:
    """Describe, one line each, how a plan differs from the league it began from."""
    if plan.league is None:
        return []
    league = LEAGUES[plan.league]
    compared = [
        ("board size", plan.size, league.size),
        ("rule", plan.rule.label, league.rule.label),
        ("rounds", plan.rounds, league.rounds),
        ("games a round", plan.games, 2),
        ("openings repeated", plan.repeat, True),
        ("draw after", plan.draw_after, league.draw_after),
        ("adjudication", plan.adjudication, None),
    ]
    for spec in plan.engines:
        compared += [
            (f"clock of {spec.name}", spec.clock, league.clock),
            (f"tolerance of {spec.name}", spec.tolerance, league.tolerance),
            (f"memory of {spec.name}", spec.max_memory, league.max_memory),
        ]
    return [
        f"{what}: {own}, in the league {usual}" for what, own, usual in compared if own != usual
    ]
