"""Runs Windows programs on Linux."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from pbrain.packaging.packaging_error import PackagingError
from pbrain.packaging.windows.cache import made_once

WINDOWS = "win10"
"""The oldest that Gomocup names; wine would rather be Windows 7."""

_LINGERS = 600
"""Seconds its server waits for the next program: its start would count as the program's."""


def prepared(prefix: Path) -> tuple[str, ...]:
    """The words before a Windows program, which then finds its Windows in the folder `prefix`.

    Raises:
        PackagingError: wine does not work.
    """
    # Wine speaks on the error stream of the programs, and asks to install .NET and a browser.
    quietly = ("WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree=;mshtml=")
    here = ("env", f"WINEPREFIX={prefix}", *quietly)

    def make(_: Path) -> None:
        _run([*here, "wine", "wineboot", "--init"], "wine cannot make its folder")
        _run([*here, "wine", "winecfg", "-v", WINDOWS], f"wine cannot be {WINDOWS}")

    made_once(prefix, WINDOWS, make)
    _call([*here, "wineserver", "--kill"])  # one that runs would not learn to linger
    _run([*here, "wineserver", f"--persistent={_LINGERS}"], "wine's server does not start")
    _run([*here, "wine", "wineboot"], "wine does not start")
    return (*here, "wine")


def _run(command: Sequence[str], trouble: str) -> None:
    if _call(command) != 0:
        raise PackagingError(trouble)


def _call(command: Sequence[str]) -> int:
    # Not through pipes: what wine leaves running would hold them open.
    nowhere = subprocess.DEVNULL
    return subprocess.call(command, stdin=nowhere, stdout=nowhere, stderr=nowhere)
