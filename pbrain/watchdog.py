"""The watchdog: calls a function at a due time, unless it is called off before."""

import contextlib
import math
import threading
import time
from collections.abc import Callable


class Watchdog:
    """One thread for all due times: to start one for each move would cost 0.1 ms of the move.

    Its methods return at once and may be called from any thread, that of the call included.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._due = math.inf
        self._call: Callable[[], None] | None = None
        self._wakes_at = math.inf
        self._closed = False
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def set(self, due: float, call: Callable[[], None]) -> None:
        """Have `call` made at `due` (`time.monotonic`), unless an earlier one is set."""
        with self._changed:
            if due >= self._due:
                return
            self._due, self._call = due, call
            if due < self._wakes_at:
                self._changed.notify()

    def cancel(self) -> None:
        """Call off what is set; a call that has begun goes on."""
        with self._changed:
            self._due, self._call = math.inf, None

    def close(self) -> None:
        """Call off what is set and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _watch(self) -> None:
        while (call := self._next()) is not None:
            # A call that fails must not leave the moves to come without a watchdog.
            with contextlib.suppress(Exception):
                call()

    def _next(self) -> Callable[[], None] | None:
        """Wait for what is due next; None once the watchdog is closed."""
        with self._changed:
            while not self._closed:
                left = self._due - time.monotonic()
                if left <= 0:
                    call, self._call, self._due = self._call, None, math.inf
                    return call
                self._wakes_at = self._due
                self._changed.wait(min(left, threading.TIMEOUT_MAX))
            return None
