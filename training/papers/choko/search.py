"""The agents that look ahead: minimax of depth 3, and policy-guided tree search (section 3.6)."""

import random
from collections.abc import Callable, Sequence

import torch

from training.papers.choko.game import Choko
from training.papers.choko.nets import ActorCritic, QNet, inputs_of, masked, masks_of
from training.papers.choko.ppo import WIN

Player = Callable[[Choko], int]
"""Chooses a legal action of a position that is not over."""

MINIMAX_DEPTH = 3
WIDTHS = (12, 6, 3, 3, 3)
"""Actions that policy-guided search tries at each depth; its length is how deep it looks."""


def minimax(rng: random.Random) -> Player:
    """All legal actions to depth 3, by the pieces taken; equal ones by chance.

    Bounds (alpha and beta) leave out what cannot change the value.
    """

    def choose(position: Choko) -> int:
        actions = list(position.legal())
        rng.shuffle(actions)
        best, chosen = -float("inf"), actions[0]
        for action in actions:
            after = position.play(action)
            value = after.taken - best_of(after, MINIMAX_DEPTH - 1, -float("inf"), -best)
            if value > best:
                best, chosen = value, action
        return chosen

    return choose


def best_of(position: Choko, depth: int, alpha: float, beta: float) -> float:
    """Pieces taken less pieces lost within so many actions, best play on both sides; exact
    between the bounds."""
    if depth == 0 or position.over:
        return 0.0
    best = -float("inf")
    for action in position.legal():
        after = position.play(action)
        low, high = after.taken - beta, after.taken - max(alpha, best)
        best = max(best, after.taken - best_of(after, depth - 1, low, high))
        if best >= beta:
            break
    return best


def by_policy(net: ActorCritic) -> Player:
    """Draws from the actor's distribution, as in self-play."""

    @torch.no_grad()
    def choose(position: Choko) -> int:
        logits, _ = net(inputs_of([position], net.initiative))
        chances = masked(logits, masks_of([position])).softmax(dim=-1)
        return int(torch.multinomial(chances, 1))

    return choose


def by_values(net: QNet, rng: random.Random, exploration: float) -> Player:
    """The action of the highest value, or now and then any: two such agents would else play one
    game for ever."""

    @torch.no_grad()
    def choose(position: Choko) -> int:
        if rng.random() < exploration:
            return rng.choice(position.legal())
        return int(masked(net(inputs_of([position], False)), masks_of([position])).argmax())

    return choose


def guided(net: ActorCritic, widths: Sequence[int] = WIDTHS) -> Player:
    """Policy-guided tree search: the actor's best actions at each depth, the critic at the end.

    The paper returns the largest value that was seen; that the other player chooses what is
    worst for us is meant, and done here.
    """

    def choose(position: Choko) -> int:
        values = _values_of_actions(net, position, widths)
        return max(values, key=lambda action: values[action])

    return choose


def _values_of_actions(
    net: ActorCritic, position: Choko, widths: Sequence[int]
) -> dict[int, float]:
    """The values of the root's tried actions. A whole depth is asked of the net at once."""
    layers: list[list[Choko]] = [[position]]
    links: list[list[list[tuple[int, int]]]] = []  # by depth and node: actions, with children
    for width in widths:
        children: list[Choko] = []
        tried: list[list[tuple[int, int]]] = []
        for node, actions in zip(layers[-1], _best_actions(net, layers[-1], width), strict=True):
            tried.append([(action, len(children) + i) for i, action in enumerate(actions)])
            children += [node.play(action) for action in actions]
        links.append(tried)
        layers.append(children)
    values = _judged(net, layers[-1])
    for nodes, tried in zip(layers[-2:0:-1], links[:0:-1], strict=True):
        ends = _judged(net, nodes)
        values = [
            max(-values[child] for _, child in edges) if edges else end
            for edges, end in zip(tried, ends, strict=True)
        ]
    return {action: -values[child] for action, child in links[0][0]}


@torch.no_grad()
def _best_actions(net: ActorCritic, positions: list[Choko], width: int) -> list[list[int]]:
    """The actor's best legal actions of each position; none where the game is over."""
    if not positions:
        return []
    logits, _ = net(inputs_of(positions, net.initiative))
    ranked = masked(logits, masks_of(positions)).topk(width).indices.tolist()
    return [
        actions[: len(position.legal())]
        for actions, position in zip(ranked, positions, strict=True)
    ]


@torch.no_grad()
def _judged(net: ActorCritic, positions: list[Choko]) -> list[float]:
    """The value for each mover: the critic's, or the outcome where the game is over."""
    if not positions:
        return []
    _, values = net(inputs_of(positions, net.initiative))
    return [
        WIN * position.winner * position.to_move if position.over else value
        for position, value in zip(positions, values.tolist(), strict=True)
    ]


def play(blue: Player, red: Player) -> int:
    """Who wins a game: BLUE, RED or NOBODY."""
    position = Choko()
    while not position.over:
        position = position.play((blue if position.to_move > 0 else red)(position))
    return position.winner
