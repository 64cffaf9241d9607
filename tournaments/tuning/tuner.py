"""A tuning: pairs of games between two versions of an engine, and the values learnt from them."""

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from core.game.rules import Rule
from tournaments.model import EngineSpec, GameRecord, Opening, Result, ScheduledGame
from tournaments.play.game_workers import GameWorkers
from tournaments.play.runner import run_games
from tournaments.records.score_folder import ScoreFolder
from tournaments.tuning.spsa import Parameter, Spsa, Values

SIDES = ("plus", "minus")
"""Names of the two versions."""

MakeEngines = Callable[[Values, Values], Sequence[EngineSpec]]


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """Settings of a tuning.

    Attributes:
        engines: returns the two versions for their parameters, called as in `SIDES`.
        pairs: pairs of games, each one opening with both colours.
        openings: at least one; drawn at random.
    """

    engines: MakeEngines
    parameters: Sequence[Parameter]
    rule: Rule
    size: int
    openings: Sequence[Opening]
    pairs: int
    seed: int


class Tuner:
    """A tuning that goes on from the results in its folder."""

    def __init__(self, plan: TuningPlan, folder: ScoreFolder) -> None:
        self._plan, self._folder = plan, folder
        self._spsa = Spsa(plan.parameters, plan.pairs, plan.seed)
        for pair, score in folder.scores.items():
            self._spsa.learn(pair, score)

    @property
    def values(self) -> Values:
        """The parameters as tuned so far."""
        return dict(self._spsa.values)

    @property
    def pairs(self) -> int:
        """Number of pairs of the whole tuning."""
        return self._plan.pairs

    @property
    def done(self) -> int:
        """Number of pairs played."""
        return len(self._folder.scores)

    def run(self, workers: GameWorkers) -> Generator[GameRecord, None, None]:
        """Play the missing pairs; yield each record, after the parameters have learnt from it.

        Raises:
            TournamentError: several games in a row were void.
        """
        first: dict[int, float] = {}
        with closing(run_games(self._games(), workers)) as records:
            for record in records:
                pair = record.round
                if record.result is not Result.VOID:
                    points = record.points_of(SIDES[0])
                    if pair in first:
                        self._learn(pair, (first.pop(pair) + points) / 2)
                    else:
                        first[pair] = points
                yield record

    def _learn(self, pair: int, score: float) -> None:
        self._folder.add(pair, score)
        self._spsa.learn(pair, score)

    def _games(self) -> Iterator[ScheduledGame]:
        """Yield the games; each pair has the parameters of the moment when it begins."""
        for pair in range(self._plan.pairs):
            if pair not in self._folder.scores:
                yield from self._pair(pair)

    def _pair(self, pair: int) -> Iterator[ScheduledGame]:
        plus, minus = self._plan.engines(*self._spsa.sides(pair))
        opening = random.Random(f"{self._plan.seed} {pair}").choice(self._plan.openings)
        for number, (black, white) in enumerate(((plus, minus), (minus, plus)), 2 * pair + 1):
            yield ScheduledGame(
                number, pair, black, white, self._plan.rule, self._plan.size, opening
            )
