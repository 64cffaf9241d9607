"""Reliability of a game's clocks: the delay with which our own threads were scheduled.

Threads of this program measure the time of a move. On an overloaded machine they wait for a core,
and so do the engines; a loss on time then says nothing about an engine.
"""

import statistics
import threading
import time
from array import array
from collections.abc import Iterable, Sequence

import psutil

from tournaments.model import GameRecord, MachineLoad

SAMPLE = 0.05
"""Seconds that the watching thread sleeps at a time; any further sleep is its delay."""

MOST_LATE_MS = 50.0
"""Delay in ms (the 95th percentile) above which the clocks are not trusted."""

MOST_LATE_SHARE = 0.05
"""The same limit as a share of the time for a move."""


class LoadWatch:
    """A measurement of scheduling delays, used as a context manager around a game.

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
    def load(self) -> MachineLoad:
        """The load measured during the game; read it after the game has ended."""
        late = self._late or array("f", [0.0])
        return MachineLoad(
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
    """Return the share of processor time that other virtual machines took; 0 where unknown."""
    now = psutil.cpu_times()
    total = sum(now) - sum(before)
    stolen: float = getattr(now, "steal", 0.0) - getattr(before, "steal", 0.0)
    return max(stolen / total, 0.0) if total > 0 else 0.0


def load_warning(records: Sequence[GameRecord]) -> str | None:
    """Return one line for people if the clocks of some games cannot be trusted."""
    loads = [record.load for record in records if record.load]
    doubtful = [load for load in loads if not load.trusted]
    if not doubtful:
        return None
    worst = max(doubtful, key=lambda load: load.late_p95_ms)
    stolen = ""
    if worst.stolen >= 0.01:
        stolen = f", and other virtual machines took {worst.stolen:.0%} of the processors' time"
    return (
        f"The clocks of {len(doubtful)} of {len(loads)} games cannot be trusted: the machine was "
        f"too busy. In the worst of them our own clock was {worst.late_p95_ms:.0f} ms late "
        f"or later one time in twenty, where {worst.allowed_ms:g} ms are allowed "
        f"({worst.per_core:g} processes waited for each core{stolen}). Play fewer games at a time, "
        "or keep other work off the machine."
    )
