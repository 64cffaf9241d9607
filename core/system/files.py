"""Files that are there whole or not at all, whenever this process or the machine ends."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = ".unfinished"
"""How the names of files end that are not whole yet."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path to write to; once the block ends well, that file is on disk as `path`.

    At any moment `path` is either the old file or the whole new one.

    Raises:
        OSError: the file cannot be written; its `filename` is `path`.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        yield unfinished
        _sync(unfinished)
        os.replace(unfinished, path)
    except OSError as error:
        if error.errno is None or error.filename not in (None, str(unfinished)):
            raise
        # A write to a full disk, for one, does not say to which file.
        raise OSError(error.errno, error.strerror, str(path)) from error
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
