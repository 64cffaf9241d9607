"""Cache of folders that take long to make."""

import shutil
from collections.abc import Callable
from pathlib import Path


def make_once(folder: Path, recipe: str, make: Callable[[Path], None]) -> Path:
    """Return the folder after making it, unless it is complete and was made by the same recipe."""
    stamp = folder / "made-by.txt"
    if not (stamp.exists() and stamp.read_text() == recipe):
        shutil.rmtree(folder, ignore_errors=True)
        make(folder)
        stamp.write_text(recipe)
    return folder
