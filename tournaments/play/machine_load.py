"""Whether the clocks of a game can be trusted: how late our own threads had their turn.

A move's time is taken by threads of this program. Where the machine has more to do than it can,
they wait for a core, and so do the engines; then a loss on time says nothing about an engine.
"""

import statistics
import threading
import time
from array import array
from collections.abc import Iterable, Sequence

import psutil

from tournaments.model import GameRecord, Load

SAMPLE = 0.05
"""Seconds that the watching thread sleeps at a time; what it sleeps longer is its lateness."""

MOST_LATE_MS = 50.0
"""Lateness (the 95th percentile) from which clocks are not to be trusted."""

MOST_LATE_SHARE = 0.05
"""The same as a share of the time for a move."""


class LoadWatch:
    """Watches how late a thread has its turn, as a context manager around a game.

    Args:
        turns: seconds a move of each engine, None for no limit.
    """

    def __init__(self, turns: Iterable[float | None]) -> None:
        shares = [turn * MOST_LATE_SHARE * 1000 for turn in turns if turn is not None]
        self._allowed_ms = min([MOST_LATE_MS, *shares])
        self._cpu_before = psutil.cpu_times()
        self._late = array("f")  # a game may last for hours
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> "LoadWatch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _sample(self) -> None:
        asleep = time.monotonic()
        while not self._over.wait(SAMPLE):
            awake = time.monotonic()
            self._late.append((awake - asleep - SAMPLE) * 1000)
            asleep = awake

    @property
    def load(self) -> Load:
        """What was seen, once the game is over."""
        late = self._late or array("f", [0.0])
        return Load(
            late_p95_ms=round(_percentile_95(late), 1),
            late_max_ms=round(max(late), 1),
            allowed_ms=round(self._allowed_ms, 1),
            per_core=round(psutil.getloadavg()[0] / (psutil.cpu_count() or 1), 2),
            stolen=round(_stolen_since(self._cpu_before), 3),
        )


def _percentile_95(values: Sequence[float]) -> float:
    if len(values) < 2:
        return values[0]
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def _stolen_since(before: Sequence[float]) -> float:
    """The share of all processors' time that other virtual machines took; 0 where unknown."""
    now = psutil.cpu_times()
    total = sum(now) - sum(before)
    stolen: float = getattr(now, "steal", 0.0) - getattr(before, "steal", 0.0)
    return max(stolen / total, 0.0) if total > 0 else 0.0


def warning(records: Sequence[GameRecord]) -> str | None:
    """What to tell people if the clocks of some games are not to be trusted, in one line."""
    loads = [record.load for record in records if record.load]
    doubtful = [load for load in loads if not load.trusted]
    if not doubtful:
        return None
    worst = max(doubtful, key=lambda load: load.late_p95_ms)
    stolen = ""
    if worst.stolen >= 0.01:
        stolen = f", and other virtual machines took {worst.stolen:.0%} of the processors' time"
    return (
        f"The clocks of {len(doubtful)} of {len(loads)} games are not to be trusted: the machine "
        f"was too busy. In the worst of them our own clock came {worst.late_p95_ms:.0f} ms late "
        f"or later one time in twenty, where {worst.allowed_ms:g} ms are allowed "
        f"({worst.per_core:g} processes wanted each core{stolen}). Play fewer games at a time, "
        "or keep other work off the machine."
    )
