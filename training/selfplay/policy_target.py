"""The policy target of a search, and how surprising the target was.

The target is the improved policy of Gumbel MuZero (Danihelka et al., "Policy improvement by
planning with Gumbel", ICLR 2022): the prior's logits plus scaled values.
"""

import math
from collections.abc import Sequence

from core.game.board import Point
from core.search.candidate import RootEdge
from training.selfplay.samples import MOVES

Policy = tuple[tuple[Point, float], ...]
"""Moves with their shares, largest first; the shares sum to 1."""

VISIT_OFFSET = 50.0
VALUE_SCALE = 0.5
TARGET_SCALE = 0.15
"""c_visit and c_scale of the paper: the weight of values against the prior, in the choice of the
move and in the target. After a few visits a move's value is off by about 0.3; at the paper's scale
of 1 that noise would dominate the targets. A scale of 0.1 with 0.9 of the prior's logits did not
help: 0.492 +-0.048 in 300 games between nets of the same games (docs/training-findings.md)."""

TARGET_VISITS = 300
"""Visits of the most visited move from which on the target weighs values no more. At 1,600 visits
the whole weight has the worst targets of those measured, 1.410 nats; about a third of it, as this
bound gives, has 1.080 (docs/training-findings.md). No net has been compared yet."""

MAX_SURPRISE = 5.0
MIN_MEAN_SURPRISE = 1e-3
"""Nats. Below this mean the differences within a game are noise: its samples keep their weights."""


def improved_policy(edges: Sequence[RootEdge], root_value: float) -> Policy:
    """Return the improved policy of a searched position.

    Unvisited moves take the mean value of the visited ones under the prior (the paper's
    completed Q).
    """
    visits = sum(edge.visits for edge in edges)
    most = min(TARGET_VISITS, max(edge.visits for edge in edges))
    seen = sum(edge.prior for edge in edges if edge.visits)
    mean = sum(edge.prior * edge.value for edge in edges if edge.visits) / max(seen, 1e-9)
    mixed = (root_value + visits * mean) / (1 + visits)
    logits = [
        log(edge.prior) + TARGET_SCALE * value_logit(edge.value if edge.visits else mixed, most)
        for edge in edges
    ]
    top = max(logits)
    shares = [math.exp(logit - top) for logit in logits]
    # Among equal shares, prefer visited moves, which chance selected, over those listed first.
    ranked = sorted(zip(shares, edges, strict=True), key=lambda pair: (-pair[0], -pair[1].visits))
    ranked = ranked[:MOVES]  # the rest of the mass is dropped
    total = sum(share for share, _ in ranked)
    return tuple((edge.move, share / total) for share, edge in ranked)


def value_logit(value: float, most_visits: int) -> float:
    """Return a value of -1 to 1 as an addend to a logit, before scaling (the paper's sigma)."""
    return (VISIT_OFFSET + most_visits) * (value + 1) / 2


def surprise(target: Policy, edges: Sequence[RootEdge]) -> float:
    """Return the Kullback-Leibler divergence of the target from the prior, in nats.

    Both are distributions over the listed moves, so it is negative by rounding only, and then 0
    is returned.
    """
    total = sum(edge.prior for edge in edges)
    priors = {edge.move: edge.prior / total for edge in edges}
    return max(0.0, sum(share * (log(share) - log(priors[move])) for move, share in target))


def surprise_factors(surprises: Sequence[float]) -> list[float]:
    """Return the factor of each sample's weight: half is shared equally, half by surprise.

    Policy surprise weighting (Wu, "KataGo methods", 2020).
    """
    mean = sum(surprises) / max(len(surprises), 1)
    if mean < MIN_MEAN_SURPRISE:
        return [1.0] * len(surprises)
    return [0.5 * (1 + min(one / mean, MAX_SURPRISE)) for one in surprises]


def log(share: float) -> float:
    """Return the logarithm of a share, of at least 1e-9."""
    return math.log(max(share, 1e-9))
