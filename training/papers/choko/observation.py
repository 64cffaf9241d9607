"""Positions as the agents' nets see them, and masks over what is not legal."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.papers.loop.game_protocol import Game, Planes, Position


class Seen(NamedTuple):
    """What the mover sees of a position, and which actions are legal."""

    planes: Planes
    legal: NDArray[np.bool_]


def look(game: Game[Position], position: Position) -> Seen:
    """A position as its mover sees it."""
    return Seen(game.planes(position), game.legal(position))


def planes_of(seen: Sequence[Seen]) -> Tensor:
    """(n, planes, height, width) of float."""
    return torch.from_numpy(np.stack([one.planes for one in seen])).float()


def masks_of(seen: Sequence[Seen]) -> Tensor:
    """(n, actions): which are legal."""
    return torch.from_numpy(np.stack([one.legal for one in seen]))


def masked(scores: Tensor, masks: Tensor) -> Tensor:
    """The scores, those of illegal actions so low that they are never chosen."""
    return scores.masked_fill(~masks, -1e9)
