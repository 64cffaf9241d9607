"""A watchdog that calls a function at a due time unless it is cancelled before."""

import contextlib
import math
import threading
import time
from collections.abc import Callable


class Watchdog:
    """A thread that waits for due times; starting one for each move would take 0.1 ms of the move.

    Its methods return at once and may be called from any thread, including from the call itself.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._due = math.inf
        self._call: Callable[[], None] | None = None
        self._wakes_at = math.inf
        self._closed = False
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def set(self, due: float, call: Callable[[], None]) -> None:
        """Schedule `call` for `due` (`time.monotonic`), unless an earlier call is scheduled."""
        with self._changed:
            if due >= self._due:
                return
            self._due, self._call = due, call
            if due < self._wakes_at:
                self._changed.notify()

    def cancel(self) -> None:
        """Cancel the scheduled call; a call that has begun continues."""
        with self._changed:
            self._due, self._call = math.inf, None

    def close(self) -> None:
        """Cancel the scheduled call and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _watch(self) -> None:
        while (call := self._next()) is not None:
            # A failing call must not leave later moves without a watchdog.
            with contextlib.suppress(Exception):
                call()

    def _next(self) -> Callable[[], None] | None:
        """Wait for the next due call and return it, or None once the watchdog is closed."""
        with self._changed:
            while not self._closed:
                left = self._due - time.monotonic()
                if left <= 0:
                    call, self._call, self._due = self._call, None, math.inf
                    return call
                self._wakes_at = self._due
                self._changed.wait(min(left, threading.TIMEOUT_MAX))
            return None
