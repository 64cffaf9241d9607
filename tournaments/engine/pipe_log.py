"""Lines over an engine's pipe in one game, with times, bounded so that no flood fills a disk."""

import threading
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

MOST_LOGGED = 4 << 20
"""Bytes of a log that are one engine's in one game: the first half and the last half of them."""

_AROUND = 16
"""Bytes of a line in a log in addition to its text: its time, its marks and its end."""

TOLD, SAID, ERROR, LEFT_OUT = "><!~"
"""Marks of a line: to the engine, from it, its standard error, and lines that are left out."""


class PipeLine(NamedTuple):
    """A line, the time (`time.monotonic`) at which it was sent or read, and its mark."""

    at: float
    mark: str
    text: str


class PipeLog:
    """The first and the last lines of one engine in one game; several threads may add to it.

    Args:
        most: bytes that all lines together may take in a log.
    """

    def __init__(self, most: int = MOST_LOGGED) -> None:
        self._lock = threading.Lock()
        self._half = most // 2
        self._first: list[PipeLine] = []
        self._last: deque[PipeLine] = deque()
        self._sizes = [0, 0]
        self._left_out = 0
        self._left_out_at = 0.0

    def add(self, mark: str, at: float, text: str) -> None:
        """Add a line; beyond the limit it takes the place of the oldest lines of the last half."""
        line = PipeLine(at, mark, text)
        size = _size(line)
        with self._lock:
            beyond = self._last or self._left_out
            if not beyond and self._sizes[0] + size <= self._half:
                self._first.append(line)
                self._sizes[0] += size
                return
            self._last.append(line)
            self._sizes[1] += size
            while self._sizes[1] > self._half:
                oldest = self._last.popleft()
                self._sizes[1] -= _size(oldest)
                if not self._left_out:
                    self._left_out_at = oldest.at
                self._left_out += 1

    def lines(self) -> Iterator[PipeLine]:
        """Yield the lines that are kept, and in place of the others one that counts them."""
        yield from self._first
        if self._left_out:
            text = f"... {self._left_out:,} lines are left out ..."
            yield PipeLine(self._left_out_at, LEFT_OUT, text)
        yield from self._last


def _size(line: PipeLine) -> int:
    return len(line.text.encode(errors="replace")) + _AROUND
