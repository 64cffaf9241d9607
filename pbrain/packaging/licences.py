"""Paths of the licences that a package must contain."""

import os
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from pbrain.packaging.packaging_error import PackagingError


def fukumi_licence_path(root: Path) -> Path:
    """Return Fukumi's licence: at the root of a checkout, or among the files pip has installed.

    Raises:
        PackagingError: it is in neither place.
    """
    return _first([root / "LICENSE", *_installed("LICENSE")], "LICENSE of Fukumi")


def python_licence_path() -> Path:
    """Return the licence of this Python: next to its library, or above it on Windows.

    Raises:
        PackagingError: it has none.
    """
    library = Path(os.__file__).parent
    return _first([library / "LICENSE.txt", library.parent / "LICENSE.txt"], "licence of Python")


def _first(places: Sequence[Path], what: str) -> Path:
    for path in places:
        if path.is_file():
            return path
    raise PackagingError(f"the {what} is missing: a package needs it; expected it at {places[0]}")


def _installed(name: str) -> list[Path]:
    try:
        return [Path(str(f.locate())) for f in files("fukumi") or () if f.name == name]
    except PackageNotFoundError:
        return []
