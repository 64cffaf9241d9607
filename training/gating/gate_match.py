"""Gating: a new net against the best and a fixed panel, in paired games."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from core.game.rules import Rule
from core.match.elo import elo_of, mean_with_error
from core.match.engine_match import EngineMatch, EngineSide, play_pairs
from core.search.search_settings import for_equal_priors
from training.net_records import GateResult, GateStopped


def play_gate_match(
    candidate: Path,
    best: Path | None,
    rule: str,
    size: int,
    pairs: int,
    visits: int,
    processes: int,
    panel: Mapping[str, Path | None],
    should_stop: Callable[[], bool],
) -> GateResult:
    """Play a net against another, and half as many pairs against each net of the panel.

    Args:
        best: None: the search without a net.
        panel: opponents by name; None: the line evaluator.
        should_stop: asked after each pair.

    Raises:
        NetError: a net cannot be used.
        GateStopped: `should_stop` said so.
    """
    sides = EngineSide(net=candidate), EngineSide(net=best)
    if best is None:
        sides = sides[0], EngineSide(for_equal_priors(size), informed=False)
    for side in (*sides, *(EngineSide(net=net) for net in panel.values())):
        side.evaluator()
    match = EngineMatch(sides, size, Rule.parse(rule), visits, None, None)
    result = result_of(_scores(match, range(1, 1 + pairs), processes, should_stop))
    measured = {}
    for name, net in panel.items():
        against = replace(match, sides=(sides[0], EngineSide(net=net)))
        seeds = range(1, 1 + max(1, pairs // 2))
        measured[name] = _mean_with_error(_scores(against, seeds, processes, should_stop))
    return replace(result, panel=measured)


def _scores(
    match: EngineMatch, seeds: Iterable[int], processes: int, should_stop: Callable[[], bool]
) -> list[float]:
    scores = []
    with closing(play_pairs(match, seeds, processes)) as pairs:
        for _, score in pairs:
            if should_stop():
                raise GateStopped
            scores.append(score)
    return scores


def result_of(scores: list[float]) -> GateResult:
    """Return the result of pairs of games; each score is a pair's points a game."""
    n = len(scores)
    mean, error = _mean_with_error(scores)
    low, high = (elo_of(_inside(mean + side * error, n)) for side in (-1, 1))
    return GateResult(elo_of(_inside(mean, n)), (high - low) / 2, mean, n)


def _mean_with_error(scores: list[float]) -> tuple[float, float]:
    """Return as `mean_with_error` does; two pairs more give equal scores an error too."""
    return mean_with_error(scores)[0], mean_with_error([*scores, 0.25, 0.75])[1]


def _inside(score: float, n: int) -> float:
    """Return the score, kept half a game away from 0 and 1, where Elo is infinite."""
    return min(max(score, 0.25 / n), 1 - 0.25 / n)
