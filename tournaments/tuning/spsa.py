"""SPSA: simultaneous perturbation stochastic approximation (Spall 1992), tuned as fishtest does.

Each pair of games is played between two versions of the engine: all parameters are moved at once,
each up or down at random, and the other version has them moved the opposite way. The parameters
then move towards the version that scored more. Both the perturbation and the gain fall as the
tuning proceeds, with Spall's exponents.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

ALPHA, GAMMA = 0.602, 0.101
"""Exponents with which the gain and the perturbation fall (Spall 1998)."""

STABILITY = 0.1
"""Share of all pairs that delays the fall of the gain."""

LAST_GAIN = 0.4
"""Gain at the last pair, times the root of the number of pairs: 0.002 for 40,000 pairs, as in
fishtest. Pure noise then moves a parameter by less than its step in a whole tuning."""

Values = dict[str, float]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an engine.

    Attributes:
        step: perturbation at the end of the tuning; a difference that games can measure.
        whole: the engine takes whole numbers only; values between two are rounded at random.
    """

    name: str
    start: float
    low: float
    high: float
    step: float
    whole: bool

    def text(self, value: float) -> str:
        """Return a value as the engine gets it."""
        return str(round(value)) if self.whole else f"{value:.6g}"

    def clipped(self, value: float) -> float:
        """Return the value, or the bound that it exceeds."""
        return max(self.low, min(self.high, value))


class Spsa:
    """A tuning of some parameters in a given number of pairs of games.

    `values` are the present ones. The pair numbers (from 0) and the seed decide all perturbations.
    """

    def __init__(self, parameters: Sequence[Parameter], pairs: int, seed: int = 0) -> None:
        self._parameters, self._pairs, self._seed = parameters, pairs, seed
        self.values: Values = {one.name: one.start for one in parameters}

    def sides(self, pair: int) -> tuple[Values, Values]:
        """Return the parameters of the two versions that play this pair."""
        rng = self._rng(pair)
        signs = self._signs(rng)
        sides: tuple[Values, Values] = ({}, {})
        for one in self._parameters:
            for side, direction in zip(sides, (1, -1), strict=True):
                shift = direction * signs[one.name] * self._perturbation(one, pair)
                value = one.clipped(self.values[one.name] + shift)
                side[one.name] = math.floor(value + rng.random()) if one.whole else value
        return sides

    def learn(self, pair: int, score: float) -> None:
        """Move the parameters by a pair's result: the points per game (0 to 1) of the first
        version."""
        signs = self._signs(self._rng(pair))
        result = 2 * (2 * score - 1)  # wins less losses, -2 to 2
        gain = self._gain(pair)
        for one in self._parameters:
            move = gain * self._perturbation(one, pair) * result * signs[one.name]
            self.values[one.name] = one.clipped(self.values[one.name] + move)

    def _rng(self, pair: int) -> random.Random:
        return random.Random(f"{self._seed} {pair}")

    def _signs(self, rng: random.Random) -> dict[str, int]:
        return {one.name: rng.choice((-1, 1)) for one in self._parameters}

    def _perturbation(self, parameter: Parameter, pair: int) -> float:
        return parameter.step * math.pow(self._pairs / (pair + 1), GAMMA)

    def _gain(self, pair: int) -> float:
        """Return the gain relative to the squared perturbation, fishtest's R."""
        delay = STABILITY * self._pairs
        last = LAST_GAIN / math.sqrt(self._pairs)
        fall = math.pow((delay + self._pairs) / (delay + pair + 1), ALPHA)
        return last * fall / math.pow(self._pairs / (pair + 1), 2 * GAMMA)
