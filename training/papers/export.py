"""Nets as files that play: a program of torch's own with its weights, which needs no class of
ours."""

import io
from pathlib import Path

import torch

from core.files import write_whole
from training.papers.networks import Net


def export(net: Net, shape: tuple[int, int, int], path: Path) -> None:
    """Writes the net for one position at a time, with the board's size beside it.

    The program takes planes (1, planes, size, size) of float and gives logits of the moves
    (1, size * size) and the value (1,) for the mover.
    """
    net.eval()
    with torch.no_grad():
        program = torch.export.export(net, (torch.zeros(1, *shape),))
    data = io.BytesIO()
    torch.export.save(program, data, extra_files={"size": str(shape[1])})
    write_whole(path, data.getvalue())
