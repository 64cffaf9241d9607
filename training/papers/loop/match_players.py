"""Players of the recipes' matches: a net with search, and the raw net."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

import numpy as np

from training.papers.loop.game_protocol import GameProtocol, Position, SearchableGame, SearchTree
from training.papers.loop.networks import Ask

Whole = TypeVar("Whole", contravariant=True)


class GamePlayer(Protocol[Whole]):
    """A player of several games at once."""

    def choose(self, positions: Sequence[Whole]) -> list[int]:
        """Return a legal action for each position."""


def explore(trees: Sequence[SearchTree[Position]], game: GameProtocol[Position], ask: Ask) -> None:
    """Run the playouts that the trees have begun, with a leaf of each tree in one batch."""
    searching = list(trees)
    while True:
        found = [(tree, tree.leaf()) for tree in searching]
        waiting = [(tree, game.planes(leaf)) for tree, leaf in found if leaf is not None]
        if not waiting:
            return
        priors, values = ask(np.stack([planes for _, planes in waiting]))
        judged = zip(waiting, priors, values.tolist(), strict=True)
        for (tree, _), prior, value in judged:
            tree.judge(prior, value)
        searching = [tree for tree, _ in waiting]


class SearchPlayer(Generic[Position]):
    """A net with PUCT: plays the most visited move, without noise."""

    def __init__(
        self, game: SearchableGame[Position], ask: Ask, playouts: int, exploration: float
    ) -> None:
        self._game = game
        self._ask = ask
        self._playouts = playouts
        self._exploration = exploration

    def choose(self, positions: Sequence[Position]) -> list[int]:
        """Return the most visited move of a new search of each position."""
        trees = [self._game.tree(position, self._exploration) for position in positions]
        for tree in trees:
            tree.begin(self._playouts)
        explore(trees, self._game, self._ask)
        return [max(tree.visits(), key=lambda move: move[1])[0] for tree in trees]


class RawNet(Generic[Position]):
    """A net without search: plays the legal action with the largest prior (AlphaGo Zero, figure
    6b)."""

    def __init__(self, game: GameProtocol[Position], ask: Ask) -> None:
        self._game = game
        self._ask = ask

    def choose(self, positions: Sequence[Position]) -> list[int]:
        """Return the action with the largest prior of each position."""
        priors, _ = self._ask(np.stack([self._game.planes(position) for position in positions]))
        legal = (self._game.legal(position) for position in positions)
        return [int(a[prior[a].argmax()]) for a, prior in zip(legal, priors, strict=True)]
