"""Worker processes that end with their parent.

They are spawned, not forked: a fork of a process that has threads may hang, keeps its file locks
and receives its signals. They do not import modules from the current folder, which Python would
otherwise search first: a `random.py` there must not run.
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
from types import FrameType

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable that keeps the current folder off `sys.path`, as `python -P` does."""

_BY_US = "fukumi"


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Keep every Python started in the block from importing modules of the current folder."""
    before = os.environ.get(SAFE_PATH, "")
    os.environ[SAFE_PATH] = before or _BY_US
    try:
        yield
    finally:
        if not before:
            del os.environ[SAFE_PATH]


class _Process(multiprocessing.context.SpawnProcess):
    """A spawned process that does not import modules from the current folder."""

    def start(self) -> None:
        with _safe_path():
            super().start()

    def terminate(self) -> None:
        """Kill the worker: it ignores SIGTERM. A pool calls this when another worker has died."""
        self.kill()


class _Context(multiprocessing.context.SpawnContext):
    Process = _Process


CONTEXT = _Context()


@contextlib.contextmanager
def worker_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of workers that end when this process does, even if it is killed.

    Ctrl-C, an error in the block, or the end of a generator within it kills them.
    """
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        with _safe_path():  # otherwise the pool's locks would start the tracker
            resource_tracker.ensure_running()
    pool = ProcessPoolExecutor(processes, CONTEXT, begin_worker)
    try:
        yield pool
    except BaseException:
        for worker in list((pool._processes or {}).values()):  # Python 3.14: pool.kill_workers()
            worker.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def begin_worker(last: Callable[[], object] | None = None) -> None:
    """Tie this worker to its parent: it ends when the parent does. Call this first in a worker.

    The worker ignores SIGINT and SIGTERM, which terminals and service managers send to all
    processes of a command: the parent handles them.

    Args:
        last: called in a thread of its own before the worker ends this way.
    """
    if os.environ.get(SAFE_PATH) == _BY_US:
        del os.environ[SAFE_PATH]  # programs started by a worker set their own
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _ignore)  # unlike SIG_IGN, not inherited by the worker's programs
    threading.Thread(target=_end_with_parent, args=(last,), daemon=True).start()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    pass


def _end_with_parent(last: Callable[[], object] | None) -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    try:
        if last:
            last()
    finally:
        os._exit(1)


def in_project_folder() -> contextlib.chdir[Path]:
    """Return a context that runs a block in the folder of this project's packages.

    Ray's workers import modules first from the folder in which Ray was started.
    """
    return contextlib.chdir(Path(__file__).parents[2])
