"""Positions as inputs of the agents' nets, with their legal actions."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from training.papers.loop.game_protocol import Actions, GameProtocol, Planes, Position
from training.papers.loop.legal_actions import NO_ACTION


class Observation(NamedTuple):
    """A position from the mover's side, and its legal actions."""

    planes: Planes
    legal: Actions


def observe(game: GameProtocol[Position], position: Position) -> Observation:
    """Return a position from its mover's side."""
    return Observation(game.planes(position), game.legal(position))


def planes_of(seen: Sequence[Observation]) -> Tensor:
    """Return (n, planes, height, width) floats."""
    return torch.from_numpy(np.stack([one.planes for one in seen])).float()


def legal_of(seen: Sequence[Observation]) -> Tensor:
    """Return (n, most legal actions): the legal actions of each position, then NO_ACTION."""
    counts = np.array([len(one.legal) for one in seen])
    found = np.full((len(seen), max(1, counts.max())), NO_ACTION, np.int64)
    found[np.arange(found.shape[1]) < counts[:, None]] = np.concatenate([o.legal for o in seen])
    return torch.from_numpy(found)
