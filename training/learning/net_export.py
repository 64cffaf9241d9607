"""Conversion of torch weights to the net file that `core.eval.net` reads, and back."""

from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from core.eval.net import ARCHITECTURE, LAYOUT
from core.eval.netfile import NetError, NetFile, joined, net_bytes
from core.system.files import write_whole
from training.learning.linenet import LineNet, RuleNet


def net_file(model: LineNet, header: Mapping[str, Any]) -> NetFile:
    """Return a LineNet's weights as a net file with this header."""
    tensors = model.kernel_arrays()
    arrays = {
        name: array("f", tensors[name].detach().cpu().float().contiguous().view(-1).tolist())
        for name, _ in LAYOUT
    }
    return NetFile({"architecture": ARCHITECTURE, **header}, arrays)


def load_net(model: RuleNet, file: NetFile) -> None:
    """Load the weights of a file into a rule's nets; one net for both colours may become two.

    Raises:
        NetError: the file's net has another architecture or shape, or two nets for a rule of one.
    """
    parts = file.parts()
    if len(parts) > len(model.sides):
        raise NetError("the file has a net for each colour, and the rule needs one for both")
    for number, side in enumerate(model.sides):
        assert isinstance(side, LineNet)
        _load_side(side, parts[number % len(parts)])


def _load_side(model: LineNet, file: NetFile) -> None:
    tensors = model.kernel_arrays()
    packed = torch.frombuffer(bytearray(file.packed(ARCHITECTURE, LAYOUT)), dtype=torch.float32)
    parts = torch.split_with_sizes(packed, [length for _, length in LAYOUT])
    with torch.no_grad():
        for (name, _), values in zip(LAYOUT, parts, strict=True):
            tensors[name].copy_(values.view(tensors[name].shape))


def write_net(model: RuleNet, path: Path, header: Mapping[str, Any]) -> None:
    """Write the file of a rule's nets."""
    files = [net_file(side, header) for side in model.sides if isinstance(side, LineNet)]
    write_whole(path, net_bytes(files[0] if len(files) == 1 else joined(*files)))
