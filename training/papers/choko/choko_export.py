"""The net of PPO V3 as a file for the players without torch (`core.papers.choko_net`)."""

from array import array
from pathlib import Path

from torch import nn

from core.eval.netfile import NetFile, net_bytes
from core.papers.choko_net import ARCHITECTURE, LAYOUT
from core.system.files import write_whole
from training.papers.choko.choko_nets import ActorCritic


def write_choko_net(net: ActorCritic, iterations: int, path: Path) -> None:
    """Write a net of three layers that sees the initiative.

    Args:
        net: to write.
        iterations: that it was trained for, for the header.
        path: of the file.
    """
    layers = [
        *(layer for layer in net.trunk if isinstance(layer, nn.Linear)),
        net.actor,
        net.critic,
    ]
    weights = [tensor for layer in layers for tensor in (layer.weight, layer.bias)]
    arrays = {
        name: array("f", tensor.detach().flatten().tolist())
        for (name, _), tensor in zip(LAYOUT, weights, strict=True)
    }
    header = {"architecture": ARCHITECTURE, "iterations": iterations}
    write_whole(path, net_bytes(NetFile(header, arrays)))
