"""Files that are there whole or not at all, whenever this process or the machine ends."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = ".unfinished"
"""How the names of files end that are not whole yet."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path to write to; once the block ends well, that file is on disk under the true name.

    At any moment the true name is either the old file or the whole new one.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        yield unfinished
        _sync(unfinished)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    with suppress(PermissionError):  # Windows opens no folders
        _sync(path.parent)


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all."""
    with replacing(path) as unfinished:
        unfinished.write_bytes(data)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
