"""Orphans of engines, adopted so that none outlives its game.

On Linux a process may declare itself a "child subreaper": a descendant whose parent ends becomes
its child, whatever session, environment and limits that descendant has given itself. A worker
plays one game at a time, so all that is left below it after a game was left by that game's
engines. The runner adopts in turn what a worker leaves that was killed.
"""

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from functools import partial

import psutil

_PR_SET_CHILD_SUBREAPER = 36

_ROUNDS = 5
"""An orphan may have children that come to us only once it is killed."""

_PAUSE = 0.02
"""Seconds between looks for adopted processes that have ended by themselves."""

Ask = Callable[[], object]

_own: dict[int, Ask] = {}
_starting = threading.Lock()


@contextmanager
def own_child() -> Iterator[Callable[[int, Ask], None]]:
    """Tell a child from adopted ones: start it in the block, and call what is given.

    Its arguments are the child's process id, and what asks a child that has ended for its exit
    code, on behalf of whoever started it.
    """
    with _starting:
        yield _own.__setitem__


def forget(pid: int) -> None:
    """Take a child that has been asked for its exit code for no child any more."""
    _own.pop(pid, None)


class Adoption:
    """The time in which this process is the parent of all orphans below it; Linux only.

    Whatever ends below it is asked for its exit code at once, or it would fill the system's
    table of processes. Children that were there before are spared.
    """

    def __init__(self) -> None:
        self.spare_children()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._bury, daemon=True)
        if sys.platform == "linux":
            _be_subreaper(True)
            self._thread.start()

    def spare_children(self) -> None:
        """Take the present children for our own, such as Python's resource tracker."""
        with _starting:
            for child in psutil.Process().children():
                _own.setdefault(child.pid, _nobody)

    def end_orphans(self) -> None:
        """Kill all adopted processes."""
        end_descendants(spared=_own)

    def close(self) -> None:
        """Kill all adopted processes, and adopt no more."""
        self.end_orphans()
        if sys.platform == "linux":
            self._over.set()
            self._thread.join()
            _be_subreaper(False)

    def _bury(self) -> None:
        while not self._over.wait(_PAUSE):
            while _bury_one():
                pass


def _be_subreaper(on: bool) -> None:
    rest = (ctypes.c_ulong(number) for number in (on, 0, 0, 0))
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, *rest)


def _nobody() -> None:
    """Ask nothing of a child that somebody else started."""


def _bury_one() -> bool:
    """Ask a child for its exit code; False where none has ended."""
    with suppress(ChildProcessError), _starting:
        dead = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if dead is not None:
            _own.get(dead.si_pid, partial(os.waitpid, dead.si_pid, os.WNOHANG))()
            return dead.si_pid not in _own
    return False


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
