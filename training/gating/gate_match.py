"""Gating: a new net against another, in paired games."""

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from core.game.rules import Rule
from core.match.engine_match import EngineMatch, EngineSide, play_pairs
from training.stages import GateResult

Z95 = 1.959964
"""Standard errors that make a 95 % interval."""


def gate(
    candidate: Path,
    best: Path | None,
    rule: str,
    size: int,
    pairs: int,
    visits: int,
    processes: int,
    panel: Mapping[str, Path | None],
    seed: int = 1,
) -> GateResult:
    """Plays a net against another, or (`best` None) against the search without one; and half as
    many pairs against each net of the panel (None: the line evaluator).

    Raises:
        NetError: a net cannot be used.
    """
    sides = EngineSide(net=candidate), EngineSide(net=best, informed=False)
    for side in (*sides, *(EngineSide(net=net) for net in panel.values())):
        side.evaluator()
    match = EngineMatch(sides, size, Rule.parse(rule), visits, None, None)
    result = result_of(list(play_pairs(match, pairs, seed, processes)))
    measured = {}
    for name, net in panel.items():
        against = replace(match, sides=(sides[0], EngineSide(net=net)))
        measured[name] = mean_of(list(play_pairs(against, max(1, pairs // 2), seed, processes)))
    return replace(result, panel=measured)


def result_of(scores: list[float]) -> GateResult:
    """What pairs of games say; each score is points a game of one pair."""
    n = len(scores)
    mean, error = mean_of(scores)
    low, high = (_elo(_inside(mean + side * error, n)) for side in (-1, 1))
    return GateResult(_elo(_inside(mean, n)), (high - low) / 2, mean, n)


def mean_of(scores: list[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    n = len(scores)
    mean = sum(scores) / n
    return mean, Z95 * math.sqrt(sum((score - mean) ** 2 for score in scores) / n / n)


def _inside(score: float, n: int) -> float:
    """The score, kept half a game away from the ends, where Elo has no value."""
    return min(max(score, 0.25 / n), 1 - 0.25 / n)


def _elo(score: float) -> float:
    return -400 * math.log10(1 / score - 1)
