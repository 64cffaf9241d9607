"""Gradients of LineNet on a CPU, several times as fast as with torch alone.

A batch of boards has few distinct lines, and the larger the batch the fewer for each board: the
perceptron runs once for each of them. It and everything behind it run in chunks that stay in the
CPU's cache, the most expensive part behind it in a compiled kernel (`core.eval.line_gradient`).
"""

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.autograd.function import FunctionCtx

from core.eval.line_gradient import FeatureKernel, LineIndex
from training.learning.device import CPU_BFLOAT16
from training.learning.linenet import FEATURES, NEAR, PAIRS, STATES, LineNet, RuleNet
from training.learning.losses import Targets, add_gradients, losses

CHUNK = 32
"""Boards at a time: the features of 32 boards of 15x15 take 3 MB."""

LINES_STEP = 2048
"""Lines at a time, and what their number is rounded up to a multiple of. oneDNN keeps code and
memory for each shape it has seen: with any number of lines the learner grew by 2 MiB a step, to 6.6
GiB in 18 minutes; now it stays below 0.7.
"""

_KERNEL = FeatureKernel()
_INDEX = LineIndex()


def rule_gradients(model: RuleNet, cells: Tensor, size: int, wanted: Targets) -> Tensor:
    """Add the gradients of the mean losses of a batch to the nets of a rule; return the losses.

    The arguments are those of `line_gradients`; on a GPU torch does everything.
    """
    if cells.device.type != "cpu":
        logits, outcome = model(cells, size)
        return add_gradients(losses(logits, outcome, wanted))
    total = torch.zeros(3)
    for side, chosen in model.split(cells):
        targets = Targets(wanted.policy[chosen], wanted.outcome[chosen])
        share = len(chosen) / len(cells)
        total += share * line_gradients(side, cells[chosen], size, targets, share)
    return total


def line_gradients(
    model: LineNet, cells: Tensor, size: int, wanted: Targets, factor: float
) -> Tensor:
    """Add the gradients of the mean losses of a batch, times a factor, to a net's gradients.

    Args:
        model: on the CPU.
        cells: (n, size * size) bytes, 0 empty, 1 own, 2 the opponent's.
        size: edge of the boards.
        wanted: targets of the n boards.
        factor: of the gradients.

    Returns:
        (3,): the mean losses, as `losses` returns them.
    """
    numbers, where = _number_lines(cells, size)
    parts = torch.split(numbers, LINES_STEP)
    features = torch.cat([model.line_features(part, CPU_BFLOAT16) for part in parts])
    fixed = features.detach()
    features_gradient = torch.zeros_like(fixed)
    weights = model.near.weight.view(NEAR, 9).T.contiguous()
    total = torch.zeros(3)
    for begin in range(0, len(cells), CHUNK):
        part = slice(begin, begin + CHUNK)
        cell = _Features.apply(  # type: ignore[no-untyped-call]
            weights, model.near.bias, fixed, where[part], size, features_gradient
        )
        logits, outcome = model.heads(cell, cells[part])
        targets = Targets(wanted.policy[part], wanted.outcome[part])
        share = len(logits) / len(cells)
        total += add_gradients(losses(logits, outcome, targets) * (share * factor)) / factor
    features.backward(features_gradient)  # type: ignore[no-untyped-call]
    return total


def _number_lines(cells: Tensor, size: int) -> tuple[Tensor, Tensor]:
    """Return the ids of the distinct lines, and (n, size * size, 4) the index of each line.

    The ids are padded with line 0 up to a multiple of `LINES_STEP`; no index names the padding.
    """
    where = np.empty((len(cells), size * size, 4), np.int32)
    distinct = np.zeros(min(where.size, STATES * PAIRS) + LINES_STEP, np.int64)
    count = _INDEX.number(cells.numpy(), size, where, distinct)
    padded = math.ceil(count / LINES_STEP) * LINES_STEP
    return torch.from_numpy(distinct[:padded]), torch.from_numpy(where)


class _Features(torch.autograd.Function):
    """`LineNet.features` of a chunk; the gradients of line features are summed in a separate array,
    because autograd would allocate a new one for every chunk."""

    @staticmethod
    def forward(
        ctx: Any,
        weights: Tensor,
        bias: Tensor,
        features: Tensor,
        where: Tensor,
        size: int,
        features_gradient: Tensor,
    ) -> Tensor:
        near = torch.empty(len(where), (size + 2) ** 2, NEAR)
        out = torch.empty(len(where), size * size, FEATURES)
        _KERNEL.forward(
            features.numpy(),
            where.numpy(),
            weights.detach().numpy(),
            bias.detach().numpy(),
            size,
            near.numpy(),
            out.numpy(),
        )
        ctx.save_for_backward(weights, near, out, where)
        ctx.size, ctx.features_gradient = size, features_gradient
        return out

    @staticmethod
    def backward(ctx: FunctionCtx, *gradients: Any) -> Any:
        """Return the gradients of weights and bias."""
        context: Any = ctx
        weights, near, out, where = context.saved_tensors
        of_weights, of_bias = torch.zeros(9, NEAR), torch.zeros(NEAR)
        _KERNEL.backward(
            where.numpy(),
            weights.detach().numpy(),
            context.size,
            near.numpy(),
            out.numpy(),
            gradients[0].contiguous().numpy(),
            context.features_gradient.numpy(),
            of_weights.numpy(),
            of_bias.numpy(),
        )
        return of_weights, of_bias, None, None, None, None
