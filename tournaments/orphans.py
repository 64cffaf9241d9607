"""Orphans of engines, adopted so that none outlives its game.

On Linux a process may declare itself a "child subreaper": a descendant whose parent ends becomes
its child, whatever session, environment and limits that descendant has given itself. A worker
plays one game at a time, so all that is left below it after a game was left by that game's
engines. The runner adopts in turn what a worker leaves that was killed.
"""

import ctypes
import sys
from collections.abc import Container
from contextlib import suppress

import psutil

_PR_SET_CHILD_SUBREAPER = 36

_ROUNDS = 5
"""An orphan may have children that come to us only once it is killed."""


def adopt(on: bool = True) -> None:
    """Become the parent of all orphans below this process, or no longer; Linux only."""
    if sys.platform == "linux":
        rest = (ctypes.c_ulong(number) for number in (on, 0, 0, 0))
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, *rest)


def children() -> set[int]:
    """Return the process ids of the children of this process."""
    return {child.pid for child in psutil.Process().children()}


def end_descendants(spared: Container[int] = ()) -> None:
    """Kill all processes below this one, except the children in `spared` and what is below them."""
    for _ in range(_ROUNDS):
        family = []
        for child in psutil.Process().children():
            if child.pid not in spared:
                with suppress(psutil.NoSuchProcess):
                    family += [child, *child.children(recursive=True)]
        if not family:
            return
        for process in family:
            with suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(family, timeout=1.0)
