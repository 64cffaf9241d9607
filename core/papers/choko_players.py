"""Players of Choko without torch: minimax, PPO's actor, and policy-guided tree search (PGTS)."""

import math
import random
from collections.abc import Sequence
from importlib import resources
from typing import Protocol

from core.eval.netfile import parse_net
from core.papers.choko_net import ChokoNet
from core.papers.choko_rules import ChokoPosition

MINIMAX_PLIES = 3
WIDTHS = (12, 6, 3, 3, 3)
"""Actions that PGTS tries at each depth; the length is its depth (section 3.6)."""

WIN = 2.0
"""The reward for a won game, as PPO learnt it."""


class ChokoPlayer(Protocol):
    """A player of Choko."""

    def choose(self, position: ChokoPosition) -> int:
        """Return a legal action; the game must not be over."""


def bundled_net() -> ChokoNet:
    """Return the bundled net of PPO V3."""
    name = "choko.net"
    data = (resources.files("core.papers") / "weights" / name).read_bytes()
    return ChokoNet(parse_net(data, name))


class Minimax:
    """Alpha-beta search by captured pieces; ties are broken at random (section 4.1)."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, position: ChokoPosition) -> int:
        """Return the best action."""
        actions = list(position.legal())
        self._rng.shuffle(actions)
        best, chosen = -math.inf, actions[0]
        for action in actions:
            after = position.play(action)
            taken = after.taken
            value = taken - captures(after, MINIMAX_PLIES - 1, -math.inf, taken - best)
            if value > best:
                best, chosen = value, action
        return chosen


def captures(position: ChokoPosition, plies: int, alpha: float, beta: float) -> float:
    """Return the pieces that the mover captures less those it loses within `plies` actions, with
    best play of both sides; exact between the bounds."""
    if plies == 0:
        return 0.0
    best = -math.inf
    for action in position.legal():
        after = position.play(action)
        taken = after.taken
        value = taken - captures(after, plies - 1, taken - beta, taken - max(alpha, best))
        best = max(best, value)
        if best >= beta:
            break
    return 0.0 if best == -math.inf else best


class Actor:
    """PPO's actor by itself: draws actions by their chances, as in its self-play."""

    def __init__(self, net: ChokoNet, rng: random.Random) -> None:
        self._net = net
        self._rng = rng

    def choose(self, position: ChokoPosition) -> int:
        """Return an action."""
        return self._rng.choices(position.legal(), chances(self._net, position))[0]


def chances(net: ChokoNet, position: ChokoPosition) -> list[float]:
    """Return the actor's chances of the legal actions, in their order."""
    logits, _ = net.judge(position)
    highest = max(logits)
    weights = [math.exp(logit - highest) for logit in logits]
    total = sum(weights)
    return [weight / total for weight in weights]


class GuidedSearch:
    """Policy-guided tree search: the actor's best actions at each depth, the critic at the end.

    The paper returns the largest value found; we assume that it means, and implement, that the
    opponent chooses the worst for us.
    """

    def __init__(self, net: ChokoNet, widths: Sequence[int] = WIDTHS) -> None:
        self._net = net
        self._widths = widths

    def choose(self, position: ChokoPosition) -> int:
        """Return the best action."""
        values = self.values(position)
        return max(values, key=lambda action: values[action])

    def values(self, position: ChokoPosition) -> dict[int, float]:
        """Return the values for the mover of the actions that are tried."""
        logits, _ = self._net.judge(position)
        return {
            action: -self._value(position.play(action), 1)
            for action in _best(position, logits, self._widths[0])
        }

    def _value(self, position: ChokoPosition, depth: int) -> float:
        if position.over:
            return WIN * position.winner * position.to_move
        logits, value = self._net.judge(position)
        if depth == len(self._widths):
            return value
        return max(
            -self._value(position.play(action), depth + 1)
            for action in _best(position, logits, self._widths[depth])
        )


def _best(position: ChokoPosition, logits: list[float], width: int) -> list[int]:
    ranked = sorted(zip(logits, position.legal(), strict=True), reverse=True)
    return [action for _, action in ranked[:width]]
