"""Texts of people's files, and atomic writes: a file is complete or absent, whatever stops it."""

import codecs
import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.system.errors import UserError

UNFINISHED = ".unfinished"
"""Suffix of the names of incomplete files."""


@contextmanager
def replacing(path: Path, *, synced: bool = True) -> Iterator[Path]:
    """Yield a path to write to; after a block without errors, that file is on disk as `path`.

    At any moment `path` is either the old file or the whole new one. A link stays, and the file it
    leads to is replaced; a device or a pipe is written to as it is.

    Args:
        synced: wait for the disk, so that this holds through a power cut too.
    Raises:
        OSError: the file cannot be written; its `filename` is `path`.
    """
    if not _is_replaced(path):
        yield path
        return
    target = path.resolve() if path.is_symlink() else path
    unfinished = target.with_name(f".{target.name}.{os.getpid()}{UNFINISHED}")
    try:
        yield unfinished
        if synced:
            _sync(unfinished)
        os.replace(unfinished, target)
    except OSError as error:
        if error.errno is None or error.filename not in (None, str(unfinished)):
            raise
        # Some errors, such as a full disk, do not name the file.
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):  # a disk that is read-only refuses it before it looks for the file
            unfinished.unlink()
    if synced:
        with suppress(PermissionError):  # Windows opens no folders
            _sync(target.parent)


def read_text(path: Path, *, errors: str = "strict") -> str:
    """Return the text of a file in UTF-8, or in UTF-16 as Windows PowerShell redirects output.

    Args:
        errors: the treatment of bytes that are no text, as for `bytes.decode`.
    Raises:
        OSError: the file cannot be read.
        UnicodeDecodeError: it holds bytes that are no text.
    """
    data = path.read_bytes()
    is_utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if is_utf16 else "utf-8-sig", errors=errors)


def write_whole(path: Path, data: bytes, *, synced: bool = True) -> None:
    """Write a file atomically; see `replacing`."""
    with replacing(path, synced=synced) as unfinished:
        unfinished.write_bytes(data)


def numbered(path: Path) -> Iterator[Path]:
    """Yield a path and, for files that may share its name, `name(2)`, `name(3)`, ..."""
    yield path
    for number in itertools.count(2):
        yield path.with_stem(f"{path.stem}({number})")


def require_folder(path: Path | None) -> None:
    """Check that the folder of a file to be written exists and can be written, before the work
    whose result it gets.

    Raises:
        UserError: there is no such folder, or it cannot be written.
    """
    if not path:
        return
    if not path.parent.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {path.parent}")
    if _is_replaced(path) and not os.access(folder := path.resolve().parent, os.W_OK):
        raise UserError(f"cannot write {path}: the folder {folder} cannot be written")


def _is_replaced(path: Path) -> bool:
    """Return False for a device or a pipe, which is written to as it is."""
    return path.is_file() or not path.exists()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
