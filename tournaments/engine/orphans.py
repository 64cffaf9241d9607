"""Orphans of engines, adopted so that none outlives its game.

On Linux a process may declare itself a "child subreaper": a descendant whose parent ends becomes
its child, whatever session, environment and limits that descendant has given itself. A worker plays
one game at a time, so every process left below it after a game comes from that game's engines. The
runner in turn adopts the processes left by a worker that was killed.
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
"""Passes of killing: an orphan's children are adopted only once the orphan is killed."""

_PAUSE = 0.02
"""Seconds between checks for adopted processes that have ended by themselves."""

_SHARED_SERVER = "wineserver"
"""Beginning of the name of wine's server. It detaches from the first engine that runs under wine,
serves those of all games, and ends by itself some seconds after the last one."""

CollectExitCode = Callable[[], object]

_own: dict[int, CollectExitCode] = {}
_adopting = threading.Event()
_starting = threading.Lock()


@contextmanager
def own_child() -> Iterator[Callable[[int, CollectExitCode], None]]:
    """Tell our own child from adopted ones: start it in the block, then call the function given.

    The function takes the child's process id, and a callback that collects the exit code of the
    ended child on behalf of the code that started it.
    """
    with _starting:
        yield _own.__setitem__


def unregister(pid: int) -> None:
    """Remove a child whose exit code has been collected from the list of our own."""
    _own.pop(pid, None)


class Adoption:
    """A period in which this process is the parent of all orphans below it; Linux only.

    The exit code of every ended descendant is collected at once, or zombies would fill the system's
    process table. Children that were there before are spared.
    """

    def __init__(self) -> None:
        self.spare_children()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._reap, daemon=True)
        if sys.platform == "linux":
            _be_subreaper(True)
            _adopting.set()
            self._thread.start()

    def spare_children(self) -> None:
        """Register the present children, such as Python's resource tracker, as our own."""
        with _starting:
            for child in psutil.Process().children():
                _own.setdefault(child.pid, _leave_to_owner)

    def end_orphans(self) -> None:
        """Kill all adopted processes, except a server that other games share."""
        end_descendants(spared={*_own, *shared_servers()})

    def close(self) -> None:
        """Kill all adopted processes and stop adopting."""
        end_descendants(spared=_own)
        if sys.platform == "linux":
            self._over.set()
            self._thread.join()
            _adopting.clear()
            _be_subreaper(False)

    def _reap(self) -> None:
        while not self._over.wait(_PAUSE):
            while _reap_one():
                pass


def adopted() -> list[psutil.Process]:
    """Return the orphans that were adopted in the present `Adoption`, and still run."""
    if not _adopting.is_set():
        return []
    with _starting:
        return [child for child in psutil.Process().children() if child.pid not in _own]


def shared_servers() -> set[int]:
    """Return the ids of adopted servers that the engines of other games may use."""
    return {child.pid for child in adopted() if is_shared_server(child)}


def is_shared_server(process: psutil.Process) -> bool:
    """Return whether a process serves the engines of other games too."""
    with suppress(psutil.Error):
        return process.name().startswith(_SHARED_SERVER)
    return False


def _be_subreaper(on: bool) -> None:
    rest = (ctypes.c_ulong(number) for number in (on, 0, 0, 0))
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, *rest)


def _leave_to_owner() -> None:
    """Leave the exit code of a child to the code that started it."""


def _reap_one() -> bool:
    """Collect the exit code of one ended child; return False where none has ended."""
    with suppress(ChildProcessError), _starting:
        dead = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if dead is not None:
            _own.get(dead.si_pid, partial(os.waitpid, dead.si_pid, os.WNOHANG))()
            return dead.si_pid not in _own
    return False


def end_descendants(spared: Container[int] = ()) -> None:
    """Kill all processes below this one, except the children in `spared` and their descendants."""
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
