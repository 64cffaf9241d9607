"""Scores of legal actions alone, for games with many more actions than are legal at a time."""

import torch
from torch import Tensor, nn

NO_ACTION = -1
"""Fills the rows of positions with fewer legal actions than another."""


HIDDEN = -1e9
"""A score so low that the action is never chosen."""


def of_legal(scores: Tensor, legal: Tensor) -> Tensor:
    """Return the scores (n, most) of legal actions, those of NO_ACTION so low that they are never
    chosen.

    Args:
        scores: (n, actions).
        legal: (n, most) legal actions, then NO_ACTION.
    """
    return hide(scores.gather(1, legal.clamp(min=0)), legal)


def hide(scores: Tensor, legal: Tensor) -> Tensor:
    """Return scores (n, most) with those of NO_ACTION so low that they are never chosen."""
    return scores.masked_fill(legal == NO_ACTION, HIDDEN)


def linear_of_legal(layer: nn.Linear, features: Tensor, legal: Tensor) -> Tensor:
    """Return the outputs (n, most) of a layer for legal actions alone.

    Only the rows of actions that are legal anywhere in the batch are multiplied: of Choko's 2,625
    about 300 in 64 positions, 480 in 128. A step of learning is five times as fast.
    """
    used, places = torch.unique(legal.clamp(min=0), return_inverse=True)
    rows = nn.functional.linear(features, layer.weight[used], layer.bias[used])
    return hide(rows.gather(1, places), legal)
