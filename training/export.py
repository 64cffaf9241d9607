"""From torch to the net file that `core.net` reads."""

from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.net import ARCHITECTURE, LAYOUT
from core.netfile import NetFile, net_bytes
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


def export(model: LineNet, path: Path, header: Mapping[str, Any]) -> None:
    """Writes the model's net file."""
    write_whole(path, net_bytes(net_file(model, header)))
