"""The window of newest self-play positions, each under all its symmetries."""

from collections import deque
from collections.abc import Iterator
from typing import Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from training.papers.loop.game_protocol import (
    GameProtocol,
    Planes,
    Policy,
    Position,
    SearchableGame,
)
from training.papers.loop.parallel_selfplay import PlayedGame

ILLEGAL = -1.0


class PositionBatch(NamedTuple):
    """Positions to learn from: (n, planes, h, w), (n, actions) and results (n,) for the mover.

    The policies are shares of the visits, and ILLEGAL for illegal actions.
    """

    planes: Planes
    policies: Policy
    results: NDArray[np.float32]


PositionSample = tuple[Planes, Policy, float]


class PositionWindow(Generic[Position]):
    """The newest positions, up to `room`, each image counted as one; the oldest go first. Without
    `room`, all of them."""

    def __init__(self, game: SearchableGame[Position], room: int | None) -> None:
        self._game = game
        self._samples: deque[PositionSample] = deque(maxlen=room)

    def __len__(self) -> int:
        return len(self._samples)

    def add(self, played: PlayedGame) -> None:
        """Add a game, every position under all its symmetries.

        Raises:
            ValueError, TypeError or LookupError: it cannot be played; nothing of it is added.
        """
        for planes, policy, result in list(samples_of(self._game, played)):
            for image, shares in self._game.symmetries(planes, policy):
                self._samples.append((image, shares, result))

    def draw(self, n: int, rng: np.random.Generator) -> PositionBatch:
        """Return `n` different samples, all equally likely; fewer if there are fewer."""
        picks = rng.choice(len(self._samples), min(n, len(self._samples)), replace=False)
        return stacked([self._samples[pick] for pick in picks])


def samples_of(game: GameProtocol[Position], played: PlayedGame) -> Iterator[PositionSample]:
    """Yield every position of a game with the shares of its visits and its mover's result."""
    position = game.start()
    for action, visits in zip(played.moves, played.visits, strict=True):
        policy = np.full(game.actions, ILLEGAL, np.float32)
        policy[game.legal(position)] = 0
        total = sum(count for _, count in visits)
        if not total:
            raise ValueError("a position has no visits")
        for tried, count in visits:
            policy[tried] = count / total
        sign = 1 if game.is_first_to_move(position) else -1
        yield game.planes(position), policy, float(sign * played.result)
        position = game.play(position, action)


def stacked(samples: list[PositionSample]) -> PositionBatch:
    """Return the samples as one batch."""
    planes, policies, results = zip(*samples, strict=True)
    return PositionBatch(np.stack(planes), np.stack(policies), np.array(results, np.float32))
