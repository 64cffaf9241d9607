"""Worker processes that know when they are no longer wanted.

They are spawned, not forked: a fork of a process that has threads may hang, keeps its locks on
files and hears its signals in its stead. None of them looks for modules in the current folder,
where Python would otherwise begin: a `random.py` that lies there is not ours to run.
"""

import contextlib
import multiprocessing.context
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable by which Python leaves the current folder out, as with `python -P`."""

_BY_US = "fukumi"


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Keep each Python that the block starts from the modules of the current folder."""
    before = os.environ.get(SAFE_PATH, "")
    os.environ[SAFE_PATH] = before or _BY_US
    try:
        yield
    finally:
        if not before:
            del os.environ[SAFE_PATH]


class _Process(multiprocessing.context.SpawnProcess):
    """A spawned process that does not look for modules in the current folder."""

    def start(self) -> None:
        with _safe_path():
            super().start()


class _Context(multiprocessing.context.SpawnContext):
    Process = _Process


CONTEXT = _Context()


def worker_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of workers that end when this process does, however it ends."""
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        with _safe_path():  # the pool's locks would start this process of Python's own
            resource_tracker.ensure_running()
    return ProcessPoolExecutor(processes, CONTEXT, begin_worker)


def begin_worker(last: Callable[[], object] | None = None) -> None:
    """To be called first in a worker: it ends when its parent does, however that ends.

    An interrupt from the keyboard is the parent's to answer.

    Args:
        last: called in a thread of its own before the worker ends so.
    """
    if os.environ.get(SAFE_PATH) == _BY_US:
        del os.environ[SAFE_PATH]  # programs that a worker starts decide for themselves
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(last,), daemon=True).start()


def _end_with_parent(last: Callable[[], object] | None) -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    try:
        if last:
            last()
    finally:
        os._exit(1)


def in_our_folder() -> contextlib.chdir[Path]:
    """Return a context that runs a block in the folder of our packages.

    Ray has its workers look for modules first in the folder in which it was begun.
    """
    return contextlib.chdir(Path(__file__).parents[2])
