"""Worker processes that know when they are no longer wanted.

They are spawned, not forked: a fork of a process that has threads may hang, keeps its locks on
files and hears its signals in its stead.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable

CONTEXT = multiprocessing.get_context("spawn")


def begin_worker(last: Callable[[], object] | None = None) -> None:
    """To be called first in a worker: it ends when its parent does, however that ends.

    An interrupt from the keyboard is the parent's to answer.

    Args:
        last: called in a thread of its own before the worker ends so.
    """
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
