"""From torch to the net file that `core.net` reads."""

from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from core.net import ARCHITECTURE, LAYOUT
from core.netfile import NetError, NetFile, net_bytes
from training.folder import write_whole
from training.model import LineNet


def net_file(model: LineNet, header: Mapping[str, Any]) -> NetFile:
    """The model's weights as a net file; `header` says what it is and where it comes from."""
    tensors = model.kernel_arrays()
    arrays = {
        name: array("f", tensors[name].detach().cpu().float().contiguous().view(-1).tolist())
        for name, _ in LAYOUT
    }
    return NetFile({"architecture": ARCHITECTURE, **header}, arrays)


def load_net(model: LineNet, file: NetFile) -> None:
    """Gives a model the weights of a net file.

    Raises:
        NetError: the file's net is of another kind or shape.
    """
    with torch.no_grad():
        for name, tensor in model.kernel_arrays().items():
            values = file.arrays.get(name, ())
            if len(values) != tensor.numel():
                raise NetError(f"the net's array {name} has not {tensor.numel()} numbers")
            tensor.copy_(torch.tensor(values).view(tensor.shape))


def export(model: LineNet, path: Path, header: Mapping[str, Any]) -> None:
    """Writes the model's net file."""
    write_whole(path, net_bytes(net_file(model, header)))
