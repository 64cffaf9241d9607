"""Targets from samples, and losses of a net's outputs."""

from dataclasses import replace
from math import log

import numpy as np
import pytest
import torch

from tests.training.samples import shard
from training.learning.losses import RESULT_SHARE, Targets, losses, targets
from training.learning.sample_window import Buffer, SampleBatch
from training.selfplay.samples import MOVES, PADDING

CPU = torch.device("cpu")


def batch() -> SampleBatch:
    """Return two samples: a won one with a sure search, and a drawn one with an unsure search."""
    moves = np.full((2, MOVES), PADDING, np.uint16)
    moves[:, :2] = [(3, 4), (24, 0)]
    shares = np.zeros((2, MOVES), np.float16)
    shares[:, :2] = [(0.75, 0.25), (1, 0)]
    drawn = Buffer(5)
    drawn.put(shard(2))
    return replace(
        drawn.draw(2, np.random.default_rng(0)),
        moves=moves,
        shares=shares,
        outcome=np.array([1, 0], np.int8),
        value=np.array([1, 0], np.float16),
    )


def test_targets_are_the_shares_and_a_mix_of_result_and_search() -> None:
    wanted = targets(batch(), CPU)
    assert wanted.policy.shape == (2, 25)
    assert wanted.policy[0, 3:5].tolist() == [0.75, 0.25]
    assert wanted.policy[1, 24] == 1
    assert wanted.policy.sum(dim=1).tolist() == [1, 1]
    half = (1 - RESULT_SHARE) / 2
    assert wanted.outcome[0].tolist() == [1, 0, 0]
    assert wanted.outcome[1].tolist() == pytest.approx([half, RESULT_SHARE, half])


def test_losses_are_cross_entropies_over_the_moves_there_are() -> None:
    logits = torch.zeros(2, 25)
    logits[:, 5:24] = -torch.inf
    logits[0, 3] = log(3)
    policy, value, hits = losses(logits, torch.zeros(2, 3), targets(batch(), CPU)).tolist()
    first = -0.75 * log(3 / 8) - 0.25 * log(1 / 8)
    assert policy == pytest.approx((first + log(6)) / 2)
    assert value == pytest.approx(log(3))
    assert hits == 0.5


def test_mixed_targets_are_between_the_two() -> None:
    one = Targets(torch.tensor([[1.0, 0.0]]), torch.tensor([[1.0, 0.0, 0.0]]))
    other = Targets(torch.tensor([[0.5, 0.5]]), torch.tensor([[0.0, 0.0, 1.0]]))
    mixed = one.mixed_with(other, 0.8)
    assert mixed.policy[0].tolist() == pytest.approx([0.6, 0.4])
    assert mixed.outcome[0].tolist() == pytest.approx([0.2, 0, 0.8])
