"""Positions as inputs of the agents' nets, and masks of illegal actions."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.papers.loop.game_protocol import GameProtocol, Planes, Position


class Observation(NamedTuple):
    """A position from the mover's side, and its legal actions."""

    planes: Planes
    legal: NDArray[np.bool_]


def observe(game: GameProtocol[Position], position: Position) -> Observation:
    """Return a position from its mover's side."""
    return Observation(game.planes(position), game.legal(position))


def planes_of(seen: Sequence[Observation]) -> Tensor:
    """Return (n, planes, height, width) floats."""
    return torch.from_numpy(np.stack([one.planes for one in seen])).float()


def masks_of(seen: Sequence[Observation]) -> Tensor:
    """Return (n, actions): true for legal actions."""
    return torch.from_numpy(np.stack([one.legal for one in seen]))


def masked(scores: Tensor, masks: Tensor) -> Tensor:
    """Return the scores, with those of illegal actions so low that they are never chosen."""
    return scores.masked_fill(~masks, -1e9)
