"""Folders that take long to make and are kept."""

import shutil
from collections.abc import Callable
from pathlib import Path


def made_once(folder: Path, recipe: str, make: Callable[[Path], None]) -> Path:
    """The folder as `make` has made it; made anew for another recipe, and if it is half made."""
    stamp = folder / "made-by.txt"
    if not (stamp.exists() and stamp.read_text() == recipe):
        shutil.rmtree(folder, ignore_errors=True)
        make(folder)
        stamp.write_text(recipe)
    return folder
