"""Plans of tournaments, and the games they consist of: pairings, openings, colours."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from core.game.rules import Rule
from tournaments.model import Adjudication, EngineSpec, Opening, ScheduledGame
from tournaments.ratings.sprt import Sprt


class Format(Enum):
    """Pairing scheme of a tournament.

    MATCH: two engines. GAUNTLET: the first engine against each other one. ROUND_ROBIN: every engine
    against every other. SPRT: two engines, until a sequential test decides. LADDER: engines that
    join and leave while `fukumi ladder` plays, paired by the uncertainty of their ratings.
    """

    MATCH = "match"
    GAUNTLET = "gauntlet"
    ROUND_ROBIN = "roundrobin"
    SPRT = "sprt"
    LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """Settings of a tournament; the same plan always makes the same games with the same numbers.

    In each round every pairing plays `games` games. With `repeat` each opening is played twice in a
    row, with colours exchanged. `sprt` is the test of the format SPRT, `league` the name of the
    preset that the plan began from. With `swap2` the engines make the openings and `openings` must
    be empty; the engine scheduled as Black then places the first stones. A ladder's plan has no
    `engines`, but in `each` the settings for all of them, as values of `--each`.
    """

    engines: tuple[EngineSpec, ...]
    rule: Rule
    size: int
    openings: tuple[Opening, ...]
    format: Format = Format.ROUND_ROBIN
    rounds: int = 1
    games: int = 2
    repeat: bool = True
    draw_after: int | None = None
    adjudication: Adjudication | None = None
    swap2: bool = False
    sprt: Sprt | None = None
    league: str | None = None
    each: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The engines' names, in their order on the command line."""
        return [spec.name for spec in self.engines]

    @property
    def total(self) -> int:
        """Number of games; with an SPRT, the maximum."""
        return self.rounds * self.games * len(pairings(self))

    def game(
        self, number: int, round: int, sides: tuple[EngineSpec, EngineSpec], opening: Opening
    ) -> ScheduledGame:
        """Return a game of the tournament; `sides` are Black and White."""
        black, white = sides
        return ScheduledGame(
            number=number,
            round=round,
            black=black,
            white=white,
            rule=self.rule,
            size=self.size,
            opening=opening,
            draw_after=self.draw_after,
            adjudication=self.adjudication,
            swap2=self.swap2,
        )

    @property
    def openings_played(self) -> int:
        """Number of openings that each pairing plays; they repeat if there are fewer."""
        return math.ceil(self.rounds * self.games / (2 if self.repeat else 1))


def pairings(plan: TournamentPlan) -> list[tuple[EngineSpec, EngineSpec]]:
    """Return the pairs of engines of one round."""
    if plan.format is Format.GAUNTLET:
        return [(plan.engines[0], other) for other in plan.engines[1:]]
    return list(itertools.combinations(plan.engines, 2))


def schedule(plan: TournamentPlan) -> Iterator[ScheduledGame]:
    """Yield every game of the plan in order, numbered from 1.

    Colours alternate from game to game of a pairing, across rounds too. Of an odd number of games
    the last one has no counterpart: the other engine begins it in every second pairing, or else the
    first engine would begin it in all of its pairings.
    """
    numbers = itertools.count(1)
    last = plan.rounds * plan.games - 1
    for round_ in range(plan.rounds):
        for pairing, (first, second) in enumerate(pairings(plan)):
            for i in range(plan.games):
                nth = round_ * plan.games + i
                turned = nth % 2 if nth < last or last % 2 else pairing % 2
                black, white = (second, first) if turned else (first, second)
                opening = _opening(plan.openings, nth // 2 if plan.repeat else nth)
                yield plan.game(next(numbers), round_ + 1, (black, white), opening)


def _opening(openings: Sequence[Opening], index: int) -> Opening:
    return openings[index % len(openings)] if openings else ()
