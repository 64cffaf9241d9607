"""The manager's lines, read by a thread, so that a bot listens while it thinks."""

import queue
import threading
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

LONGEST_LINE = 1 << 12
"""Bytes of a line that are kept."""

MOST_WAITING = 2000
"""Lines that are read ahead of the one that is obeyed; the others wait in the pipe."""

_MOVE_NOW = (["STOP"], ["YXSTOP"], ["INFO", "TIMEOUT_TURN", "0"])


class HeardLine(NamedTuple):
    """A line of the manager.

    `cut` is set once a later line ends a search that this one began: with a move, or without one
    if `left` is set, too.
    """

    text: str
    cut: threading.Event
    left: threading.Event


def manager_lines() -> Iterator[HeardLine]:
    """Yield the lines of the standard input until END or its end."""
    return heard(_input_lines())


def heard(lines: Iterable[str]) -> Iterator[HeardLine]:
    """Read lines ahead, and yield them in their order until END or their end."""
    waiting: queue.Queue[HeardLine | None] = queue.Queue(MOST_WAITING)
    threading.Thread(target=_read_ahead, args=(lines, waiting), daemon=True).start()
    while (line := waiting.get()) is not None:
        yield line


def _read_ahead(lines: Iterable[str], waiting: queue.Queue[HeardLine | None]) -> None:
    cut, left = threading.Event(), threading.Event()
    for text in lines:
        words = text.upper().split()
        if words[:1] == ["END"]:
            break
        waiting.put(HeardLine(text, cut, left))
        if words in _MOVE_NOW:
            cut.set()
            cut = threading.Event()
    left.set()
    cut.set()
    waiting.put(None)


def _input_lines() -> Iterator[str]:
    # The interpreter takes the lock of `sys.stdin` when it ends, while this thread may hold it.
    read = partial(open(0, "rb", closefd=False).readline, LONGEST_LINE)  # noqa: SIM115
    for raw in iter(read, b""):
        end = raw
        while end and not end.endswith(b"\n"):
            end = read()
        yield raw.decode(errors="replace").replace("\0", " ").strip()
