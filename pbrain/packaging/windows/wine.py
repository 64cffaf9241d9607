"""Wine, which runs Windows programs on Linux."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from pbrain.packaging.packaging_error import PackagingError
from pbrain.packaging.windows.cache import make_once

WINDOWS = "win10"
"""The oldest version that Gomocup supports; wine's default is Windows 7."""

_LINGERS = 600
"""Seconds wine's server waits for the next program; its start would delay the program's."""


def prepare_wine(prefix: Path) -> tuple[str, ...]:
    """Return the command prefix that runs a Windows program in the wine folder `prefix`.

    Raises:
        PackagingError: wine does not work.
    """
    # Wine writes to the programs' error stream, and offers to install .NET and a browser.
    quietly = ("WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree=;mshtml=")
    here = ("env", f"WINEPREFIX={prefix}", *quietly)

    def make(_: Path) -> None:
        _run([*here, "wine", "wineboot", "--init"], "wine cannot create its folder")
        _run([*here, "wine", "winecfg", "-v", WINDOWS], f"wine cannot imitate {WINDOWS}")

    make_once(prefix, WINDOWS, make)
    _call([*here, "wineserver", "--kill"])  # a running server would keep its own waiting time
    _run([*here, "wineserver", f"--persistent={_LINGERS}"], "wine's server does not start")
    _run([*here, "wine", "wineboot"], "wine does not start")
    return (*here, "wine")


def _run(command: Sequence[str], trouble: str) -> None:
    if _call(command) != 0:
        raise PackagingError(trouble)


def _call(command: Sequence[str]) -> int:
    # No pipes: processes that wine leaves running would keep them open.
    nowhere = subprocess.DEVNULL
    return subprocess.call(command, stdin=nowhere, stdout=nowhere, stderr=nowhere)
