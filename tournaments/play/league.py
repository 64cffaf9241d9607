"""Gomocup's leagues as presets: board, rule, clocks, memory, openings.

The numbers are from Gomocup's announcements and schedules of 2021 to 2024 and from the code of its
judge of 2026; a comment says where the sources leave something open.
"""

from dataclasses import dataclass

from core.game.rules import Rule
from core.search.search_settings import DEFAULT_MEMORY
from tournaments.engine.game_clock import parse_time_control
from tournaments.play.schedule import TournamentPlan


@dataclass(frozen=True, slots=True)
class League:
    """Default settings of a league.

    `tc` is match/turn in seconds, `tolerance` seconds, `max_memory` bytes; in each round a pair
    plays one opening with both colours; `draw_after` is a number of plies.
    """

    tc: str
    size: int = 15
    rule: Rule = Rule.FREESTYLE
    tolerance: float = 1.0
    max_memory: int = DEFAULT_MEMORY
    rounds: int = 1
    draw_after: int | None = None

    @property
    def each(self) -> str:
        """The league's limits in the notation of --each."""
        return f"tc={self.tc} tolerance={self.tolerance:g} maxmemory={self.max_memory}"


_OPENINGS = 12  # each played with both colours: 24 games a pair

# The first groups of freestyle and standard play 1000/300, the second groups and the judge's own
# tests 180/30; the presets are those of the second groups.
LEAGUES = {
    "freestyle20": League(size=20, tc="180/30", rounds=_OPENINGS),
    "freestyle15": League(size=15, tc="180/30", rounds=_OPENINGS),
    "standard": League(rule=Rule.STANDARD, tc="180/30", rounds=_OPENINGS),
    # one group each
    "renju": League(rule=Rule.RENJU, tc="1000/300", rounds=_OPENINGS, draw_after=200),
    # unsure: the judge's tests play rule 8, where an overline wins; the rules page describes 9,
    # where it does not
    "caro": League(rule=Rule.CARO, tc="1000/300", rounds=_OPENINGS),
    # unsure: 120 s a game in the announcements, 100 s in the judge's tests
    "fastgame": League(size=20, tc="120/5", rounds=_OPENINGS),
}


def league_differences(plan: TournamentPlan) -> list[str]:
    """Describe, one line each, how a plan differs from the league it began from."""
    if plan.league is None:
        return []
    league = LEAGUES[plan.league]
    clock = parse_time_control(league.tc)
    compared = [
        ("board size", plan.size, league.size),
        ("rule", plan.rule.label, league.rule.label),
        ("rounds", plan.rounds, league.rounds),
        ("games a round", plan.games, 2),
        ("openings repeated", plan.repeat, True),
        ("draw after", plan.draw_after, league.draw_after),
    ]
    for spec in plan.engines:
        compared += [
            (f"clock of {spec.name}", spec.clock, clock),
            (f"tolerance of {spec.name}", spec.tolerance, league.tolerance),
            (f"memory of {spec.name}", spec.max_memory, league.max_memory),
        ]
    return [
        f"{what}: {own}, in the league {usual}" for what, own, usual in compared if own != usual
    ]
