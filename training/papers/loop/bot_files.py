"""Nets as files for the bundled bots, which do not need torch (`core.eval.netfile.PLANES_NET`)."""

from array import array
from pathlib import Path

import torch
from torch import Tensor, nn

from core.eval.netfile import PLANES_NET, NetFile, net_bytes
from core.system.files import write_whole
from training.papers.loop.networks import Skip

Weights = tuple[Tensor, Tensor]


def write_bot_net(net: nn.Module, shape: tuple[int, int, int], path: Path) -> None:
    """Write a net of `networks` with one trunk, for planes of this shape; batch norms become part
    of the convolutions."""
    net.eval()
    shapes, arrays = {}, {}
    for part, module in net.named_children():
        for number, (weights, biases) in enumerate(_layers(module)):
            name = f"{part}.{number}"
            shapes[name] = list(weights.shape)
            arrays[f"{name}.weights"] = array("f", weights.flatten().tolist())
            arrays[f"{name}.biases"] = array("f", biases.tolist())
    header = {
        "architecture": PLANES_NET,
        "size": shape[1],
        "skips": any(isinstance(module, Skip) for module in net.modules()),
        "shapes": shapes,
    }
    write_whole(path, net_bytes(NetFile(header, arrays)))


@torch.no_grad()
def _layers(part: nn.Module) -> list[Weights]:
    """Return the convolutions and linear layers of a part, in order."""
    found: list[Weights] = []
    for module in part.modules():
        if isinstance(module, nn.Conv2d):
            biases = torch.zeros(module.out_channels) if module.bias is None else module.bias
            found.append((module.weight, biases))
        elif isinstance(module, nn.Linear):
            found.append((module.weight, module.bias))
        elif isinstance(module, nn.BatchNorm2d):
            found[-1] = _normed(*found[-1], module)
    return found


def _normed(weights: Tensor, biases: Tensor, norm: nn.BatchNorm2d) -> Weights:
    """Return a convolution and the batch norm after it as one convolution."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    scale = norm.weight / (norm.running_var + norm.eps).sqrt()
    return weights * scale[:, None, None, None], (biases - norm.running_mean) * scale + norm.bias
