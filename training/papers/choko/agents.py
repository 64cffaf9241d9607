"""The agents: the nets by themselves, minimax, and policy-guided tree search (section 3.6)."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Generic

import torch
from torch import nn

from core.eval.netfile import read_net
from core.papers.choko_net import ChokoNet
from core.papers.choko_players import MINIMAX_PLIES, WIDTHS, GuidedSearch
from core.papers.choko_rules import ChokoPosition
from training.papers.choko.agent_settings import Experiment
from training.papers.choko.observation import legal_of, observe, planes_of
from training.papers.loop.game_protocol import CapturingGame, GameProtocol, Position, outcome
from training.papers.loop.legal_actions import NO_ACTION


class MinimaxPlayer(Generic[Position]):
    """Alpha-beta search of all legal actions to depth 3, by captured pieces; ties are broken at
    random."""

    def __init__(self, game: CapturingGame[Position], rng: random.Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, positions: Sequence[Position]) -> list[int]:
        """Return the best action of each position."""
        return [self._choose(position) for position in positions]

    def _choose(self, position: Position) -> int:
        actions: list[int] = self._game.legal(position).tolist()
        self._rng.shuffle(actions)
        best, chosen = -float("inf"), actions[0]
        for action in actions:
            after = self._game.play(position, action)
            taken = self._game.taken(after)
            value = taken - best_of(
                self._game, after, MINIMAX_PLIES - 1, -float("inf"), taken - best
            )
            if value > best:
                best, chosen = value, action
        return chosen


def best_of(
    game: CapturingGame[Position], position: Position, depth: int, alpha: float, beta: float
) -> float:
    """Return pieces captured less pieces lost within `depth` actions, with best play of both sides;
    exact between the bounds."""
    if depth == 0 or game.result(position) is not None:
        return 0.0
    best = -float("inf")
    for action in game.legal(position).tolist():
        after = game.play(position, action)
        taken = game.taken(after)
        low, high = taken - beta, taken - max(alpha, best)
        best = max(best, taken - best_of(game, after, depth - 1, low, high))
        if best >= beta:
            break
    return best


class PolicyPlayer(Generic[Position]):
    """A player that draws actions from the actor's distribution, as in self-play."""

    def __init__(self, game: GameProtocol[Position], net: nn.Module) -> None:
        self._game = game
        self._net = net

    @torch.no_grad()
    def choose(self, positions: Sequence[Position]) -> list[int]:
        """Return an action of each position."""
        seen = [observe(self._game, position) for position in positions]
        legal = legal_of(seen)
        logits, _ = self._net(planes_of(seen), legal)
        chosen = torch.multinomial(logits.softmax(dim=-1), 1)
        actions: list[int] = legal.gather(1, chosen)[:, 0].tolist()
        return actions


class ValuePlayer(Generic[Position]):
    """A player of the action with the highest value, or sometimes of a random one: otherwise two
    such agents would repeat one game for ever."""

    def __init__(
        self, game: GameProtocol[Position], net: nn.Module, rng: random.Random, exploration: float
    ) -> None:
        self._game = game
        self._net = net
        self._rng = rng
        self._exploration = exploration

    @torch.no_grad()
    def choose(self, positions: Sequence[Position]) -> list[int]:
        """Return an action of each position."""
        seen = [observe(self._game, position) for position in positions]
        best = self._net(planes_of(seen), legal_of(seen)).argmax(dim=-1).tolist()
        return [
            int(
                self._rng.choice(one.legal)
                if self._rng.random() < self._exploration
                else one.legal[i]
            )
            for one, i in zip(seen, best, strict=True)
        ]


class GuidedPlayer(Generic[Position]):
    """Policy-guided tree search: the actor's best actions at each depth, the critic at the end.

    The paper returns the largest value found; we assume that it means, and implement, that the
    opponent chooses the worst for us.
    """

    def __init__(
        self, experiment: Experiment[Position], net: nn.Module, widths: Sequence[int] = WIDTHS
    ) -> None:
        self._game = experiment.game
        self._win = experiment.win
        self._net = net
        self._widths = widths

    def choose(self, positions: Sequence[Position]) -> list[int]:
        """Return the best action of each position."""
        return [self._choose(position) for position in positions]

    def _choose(self, position: Position) -> int:
        values = self._values_of_actions(position)
        return max(values, key=lambda action: values[action])

    def _values_of_actions(self, position: Position) -> dict[int, float]:
        """Return the values of the root's tried actions. The net evaluates a whole depth at
        once."""
        layers: list[list[Position]] = [[position]]
        links: list[list[list[tuple[int, int]]]] = []  # by depth and node: actions, with children
        for width in self._widths:
            children: list[Position] = []
            tried: list[list[tuple[int, int]]] = []
            for node, actions in zip(layers[-1], self._best(layers[-1], width), strict=True):
                tried.append([(action, len(children) + i) for i, action in enumerate(actions)])
                children += [self._game.play(node, action) for action in actions]
            links.append(tried)
            layers.append(children)
        values = self._judged(layers[-1])
        for nodes, tried in zip(layers[-2:0:-1], links[:0:-1], strict=True):
            ends = self._judged(nodes)
            values = [
                max(-values[child] for _, child in edges) if edges else end
                for edges, end in zip(tried, ends, strict=True)
            ]
        return {action: -values[child] for action, child in links[0][0]}

    @torch.no_grad()
    def _best(self, positions: list[Position], width: int) -> list[list[int]]:
        """Return the actor's best legal actions of each position; none if the game is over."""
        if not positions:
            return []
        seen = [observe(self._game, position) for position in positions]
        legal = legal_of(seen)
        logits, _ = self._net(planes_of(seen), legal)
        ranked = legal.gather(1, logits.topk(min(width, legal.shape[1])).indices).tolist()
        return [[a for a in actions if a != NO_ACTION] for actions in ranked]

    @torch.no_grad()
    def _judged(self, positions: list[Position]) -> list[float]:
        """Return the value for each mover: the critic's, or the outcome if the game is over."""
        if not positions:
            return []
        _, values = self._net(planes_of([observe(self._game, position) for position in positions]))
        return [
            value if (ended := outcome(self._game, position)) is None else self._win * ended
            for position, value in zip(positions, values.tolist(), strict=True)
        ]


class ExportedPgts:
    """PGTS with a net file, four times as fast as `GuidedPlayer`, with the same choices."""

    def __init__(self, net: Path, widths: Sequence[int]) -> None:
        self._search = GuidedSearch(ChokoNet(read_net(net)), widths)

    def choose(self, positions: Sequence[ChokoPosition]) -> list[int]:
        """Return the best action of each position."""
        return [self._search.choose(position) for position in positions]
