"""The watchdog makes the earliest call, and no cancelled one."""

import threading
import time

from pbrain.watchdog import Watchdog
from tests.patience import PATIENCE


class Calls:
    """The calls that a watchdog has made, in order."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._came = threading.Semaphore(0)

    def call(self, name: str) -> None:
        self.names.append(name)
        self._came.release()

    def wait(self) -> None:
        assert self._came.acquire(timeout=PATIENCE)


def now(later: float = 0.0) -> float:
    return time.monotonic() + later


def test_the_earliest_of_several_is_called_alone() -> None:
    watchdog, calls = Watchdog(), Calls()
    due = now(0.2)
    watchdog.set(due, lambda: calls.call("first"))
    watchdog.set(due + 5, lambda: calls.call("later"))
    calls.wait()
    assert now() >= due
    watchdog.set(now(0.2), lambda: calls.call("next"))
    watchdog.set(now(-1.0), lambda: calls.call("overdue"))
    calls.wait()
    assert calls.names == ["first", "overdue"]


def test_a_cancelled_call_is_not_made() -> None:
    watchdog, calls = Watchdog(), Calls()
    watchdog.set(now(0.1), lambda: calls.call("off"))
    watchdog.cancel()
    watchdog.set(now(0.3), lambda: calls.call("on"))
    calls.wait()
    assert calls.names == ["on"]


def test_the_watchdog_survives_a_failing_call() -> None:
    watchdog, calls = Watchdog(), Calls()

    def fail() -> None:
        calls.call("failed")
        raise RuntimeError("broken")

    watchdog.set(now(), fail)
    calls.wait()
    watchdog.set(now(), lambda: calls.call("next"))
    calls.wait()
    assert calls.names == ["failed", "next"]


def test_a_call_may_schedule_the_next() -> None:
    watchdog, calls = Watchdog(), Calls()

    def first() -> None:
        watchdog.cancel()
        watchdog.set(now(), lambda: calls.call("second"))

    watchdog.set(now(), first)
    calls.wait()
    assert calls.names == ["second"]


def test_closing_ends_its_thread() -> None:
    before = set(threading.enumerate())
    watchdog, calls = Watchdog(), Calls()
    (thread,) = (t for t in set(threading.enumerate()) - before if t.name == "watchdog")
    watchdog.set(now(0.2), lambda: calls.call("never"))
    watchdog.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert calls.names == []
