"""One limit for everything tests wait for, on machines of any speed.

A test waits for an event: a line, a file, the end of a process. It never sleeps for a time that
should be long enough. The event ends the wait at once, so the limit costs nothing where all is
well; it only decides when a test fails whose event does not come.
"""

import time
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds that a test waits for one event before it fails. A busy machine is slow, not wrong: an
idle one needs less than a hundredth of this for the slowest event. The timeout of pytest
(pyproject.toml) is three times as long, so that the wait fails first, with its own message."""

PATIENCE_MS = 1000 * PATIENCE
"""The same in milliseconds, as browsers count."""


def wait_until(condition: Callable[[], object], interval: float = 0.01) -> None:
    """Wait until a condition holds, for what no event tells of.

    Raises:
        AssertionError: it does not hold after PATIENCE.
    """
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"not within {PATIENCE:g} s"
        time.sleep(interval)
