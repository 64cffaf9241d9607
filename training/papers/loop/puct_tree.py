"""PUCT search in plain Python, for games that the compiled core does not play.

It searches as the core does with `core.search.search_settings.PLAIN`: an untried action has an even
value, the root's own first visit counts in the square root, and finished games are visited again
without an evaluation.
"""

import math
from typing import Generic

import numpy as np

from training.papers.loop.game_protocol import GameProtocol, Policy, Position, outcome


class PuctNode(Generic[Position]):
    """A position in the tree.

    Attributes:
        outcome: for the mover; None while the game goes on.
        actions, priors: set by the evaluation; tried actions first, each part by falling prior.
        children: the nodes of the tried actions.
        total: the sum of its visits' values for the mover.
    """

    __slots__ = ("actions", "children", "outcome", "position", "priors", "total", "visits")

    def __init__(self, position: Position, outcome: int | None) -> None:
        self.position = position
        self.outcome = outcome
        self.actions: list[int] = []
        self.priors: list[float] = []
        self.children: list[PuctNode[Position]] = []
        self.visits = 0
        self.total = 0.0

    def order(self, actions: list[int], priors: list[float]) -> None:
        """Set the actions with their priors; tried actions must come first."""
        tried = len(self.children)
        order = sorted(range(len(actions)), key=lambda i: (i >= tried, -priors[i]))
        self.actions = [actions[i] for i in order]
        self.priors = [priors[i] for i in order]
        self.children = [self.children[i] for i in order[:tried]]

    def best(self, exploration: float) -> int:
        """Return the index of the action to follow.

        Of the untried actions the first has the largest prior, so no other is considered.
        """
        scale = exploration * math.sqrt(self.visits)
        scores = [
            scale * prior / (1 + child.visits) - child.total / child.visits
            for prior, child in zip(self.priors, self.children, strict=False)
        ]
        if len(scores) < len(self.actions):
            scores.append(scale * self.priors[len(scores)])
        return scores.index(max(scores))


class PuctTree(Generic[Position]):
    """A search of a position of a game in which the players take turns.

    Args:
        exploration: c of PUCT.
    """

    def __init__(
        self, game: GameProtocol[Position], position: Position, exploration: float
    ) -> None:
        self._game = game
        self._exploration = exploration
        self._root = PuctNode(position, outcome(game, position))
        self._path = [self._root]
        self._limit = 0

    @property
    def is_fresh(self) -> bool:
        """True if the root has not been evaluated yet."""
        return self._root.visits == 0

    def begin(self, playouts: int) -> None:
        """Allow this many more playouts."""
        self._limit = self._root.visits + playouts

    def leaf(self) -> Position | None:
        """Return the next position to evaluate; playouts that end in a finished game are added on
        the way."""
        while self._root.outcome is None and self._root.visits < self._limit:
            node = self._select_leaf()
            if node.outcome is None:
                return node.position
            self._backpropagate(node.outcome)
        return None

    def _select_leaf(self) -> PuctNode[Position]:
        """Follow actions to a position without an evaluation; return its node, the last of the
        path."""
        node = self._root
        self._path = [node]
        while node.actions:
            chosen = node.best(self._exploration)
            if chosen == len(node.children):
                node.children.append(self._after(node, node.actions[chosen]))
            node = node.children[chosen]
            self._path.append(node)
        return node

    def _after(self, node: PuctNode[Position], action: int) -> PuctNode[Position]:
        position = self._game.play(node.position, action)
        return PuctNode(position, outcome(self._game, position))

    def judge(self, priors: Policy, value: float) -> None:
        """Finish the playout that `leaf` began; the priors of legal actions are scaled to sum to
        1."""
        node = self._path[-1]
        actions = self._game.legal(node.position)
        falling = actions[np.argsort(-priors[actions], kind="stable")]
        shares = priors[falling].tolist()
        total, even = sum(shares), 1 / len(shares)
        node.actions = falling.tolist()
        node.priors = [share / total if total else even for share in shares]
        self._backpropagate(value)

    def _backpropagate(self, value: float) -> None:
        for node in reversed(self._path):
            node.visits += 1
            node.total += value
            value = -value

    def add_root_noise(self, share: float, alpha: float, rng: np.random.Generator) -> None:
        """Mix Dirichlet noise into the root's priors."""
        root = self._root
        noise = rng.dirichlet([alpha] * len(root.actions)).tolist()
        mixed = [
            (1 - share) * prior + share * random
            for prior, random in zip(root.priors, noise, strict=True)
        ]
        root.order(root.actions, mixed)

    def value(self) -> float:
        """Return the root's mean value for its mover."""
        return self._root.total / self._root.visits

    def visits(self) -> list[tuple[int, int]]:
        """Return the actions tried at the root, with their visits."""
        tried = zip(self._root.actions, self._root.children, strict=False)
        return [(action, child.visits) for action, child in tried]

    def advance(self, action: int) -> None:
        """Play an action at the root."""
        tried = dict(zip(self._root.actions, self._root.children, strict=False))
        self._root = tried.get(action) or self._after(self._root, action)
