"""Nets as files for the bundled bots, which do not need torch (`core.eval.netfile.PLANES_NET`)."""

from array import array
from pathlib import Path

from torch import nn

from core.eval.netfile import PLANES_NET, NetFile, net_bytes
from core.system.files import write_whole
from training.papers.loop.networks import Skip, frozen_copy


def write_bot_net(net: nn.Module, shape: tuple[int, int, int], path: Path) -> None:
    """Write a net of `networks` with one trunk, for planes of this shape; batch norms become part
    of the convolutions."""
    shapes, arrays = {}, {}
    for part, module in frozen_copy(net).named_children():
        layers = (one for one in module.modules() if isinstance(one, nn.Conv2d | nn.Linear))
        for number, layer in enumerate(layers):
            assert layer.bias is not None
            name = f"{part}.{number}"
            shapes[name] = list(layer.weight.shape)
            arrays[f"{name}.weights"] = array("f", layer.weight.flatten().tolist())
            arrays[f"{name}.biases"] = array("f", layer.bias.tolist())
    header = {
        "architecture": PLANES_NET,
        "size": shape[1],
        "skips": any(isinstance(module, Skip) for module in net.modules()),
        "shapes": shapes,
    }
    write_whole(path, net_bytes(NetFile(header, arrays)))
