"""Checkpoints: the state that a training goes on from, in files that show any damage."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch

from core.system.files import write_whole
from training.training_error import TrainingError


def write_checkpoint(path: Path, state: Mapping[str, Any]) -> None:
    """Write a state (tensors, numbers, texts, and dicts and lists of them) whole or not at all."""
    data = io.BytesIO()
    torch.save(dict(state), data)
    write_whole(path, data.getvalue())


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Return the state that a file holds, in memory.

    Raises:
        TrainingError: it is damaged, or no checkpoint.
    """
    with naming(path):
        whole = _verified(path.read_bytes())
        state: dict[str, Any] = torch.load(whole, map_location="cpu", weights_only=True)
        return state


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the checkpoint, and what helps, in any error of the block.

    Raises:
        TrainingError: the block raised something.
    """
    try:
        yield
    except Exception as error:  # a damaged file makes zipfile and torch raise anything
        reason = " ".join(str(error).split())[:100] or type(error).__name__
        raise TrainingError(
            f"{path} is damaged, or no checkpoint of this version ({reason}): put back a whole "
            "one, or move it away and the same command begins this training anew"
        ) from error


def _verified(data: bytes) -> io.BytesIO:
    """Return a copy of a zip archive, each file of which has been held against its checksum.

    torch reads checksums neither of the files nor of the archive's directory; zipfile checks the
    former, and of the latter nothing but names and contents goes into the copy.
    """
    copy = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(copy, "w") as clean:
        for entry in archive.infolist():
            clean.writestr(entry.filename, archive.read(entry))
    copy.seek(0)
    return copy
