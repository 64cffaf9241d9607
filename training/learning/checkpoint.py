"""Checkpoints: the state of a training, in files that reveal any damage."""

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
    """Return the state in a file, in memory.

    Raises:
        TrainingError: the file is damaged, or not a checkpoint.
    """
    with naming_checkpoint(path):
        whole = _verified(path.read_bytes())
        state: dict[str, Any] = torch.load(whole, map_location="cpu", weights_only=True)
        return state


@contextmanager
def naming_checkpoint(path: Path) -> Iterator[None]:
    """Turn any error of the block into one that names the checkpoint and the remedy.

    Raises:
        TrainingError: the block raised an exception.
    """
    try:
        yield
    except Exception as error:  # a damaged file makes zipfile and torch raise anything
        reason = " ".join(str(error).split())[:100] or type(error).__name__
        raise TrainingError(
            f"{path} is damaged, or not a checkpoint of this version ({reason}): restore it from a "
            "backup, or move it away to start this training again from its beginning"
        ) from error


def _verified(data: bytes) -> io.BytesIO:
    """Return a copy of a zip archive, after checking every file in it against its checksum.

    torch checks neither the files nor the archive's directory; zipfile checks the files, and only
    their names and contents go into the copy.
    """
    copy = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(copy, "w") as clean:
        for entry in archive.infolist():
            clean.writestr(entry.filename, archive.read(entry))
    copy.seek(0)
    return copy
