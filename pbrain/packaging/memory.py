"""Whether a program's memory stays below what it is allowed, however long it thinks."""

import time
from pathlib import Path

from pbrain.packaging.conduct import opening
from pbrain.packaging.entry import Entry
from pbrain.packaging.judge import JudgeError, Program
from pbrain.packaging.leagues import FIRST_GROUP, Clock, League

SAMPLE = 0.1
"""Seconds between two looks."""

SETTLED = 10.0
"""Seconds without growth after which the search tree is taken to be full."""

NOISE = 1 << 20
"""Bytes that do not count as growth."""

_MATCH = 1_000_000.0
"""Seconds for a game of which a move may take all its turn."""


def stays_below(
    entry: Entry, directory: Path, league: League, allowed: int, *, whole_turn: bool
) -> str:
    """Watches one move at the longest turn of any league.

    Args:
        allowed: bytes, as told by INFO max_memory.
        whole_turn: to its end, instead of until the memory no longer grows.
    Raises:
        JudgeError: it took more.
    """
    clock = Clock(FIRST_GROUP.turn, _MATCH)
    with entry.run(directory) as program:
        program.start(league, clock, memory=allowed)
        program.ask(opening(league), clock.match)
        seconds, full = _watch(program, clock.turn, allowed, whole_turn)
        ending = f"full after {full:.0f} s, watched {seconds:.0f} s"
        if program.has_spoken:
            ending = f"it answered after {seconds:.0f} s"
        left = program.end()
    peak = program.peak_memory / 2**20
    return (
        f"{peak:.0f} MiB of {allowed >> 20} at most; {ending}; gone {1000 * left:.0f} ms after END"
    )


def _watch(program: Program, seconds: float, allowed: int, whole_turn: bool) -> tuple[float, float]:
    """Seconds watched, and when the memory was last seen to grow."""
    begun = time.monotonic()
    now = grown = 0.0
    highest = 0
    while now < seconds and not program.has_spoken:
        if not whole_turn and now - grown > SETTLED:
            break
        used = program.look_at_memory()
        now = time.monotonic() - begun
        if used > allowed:
            raise JudgeError(
                f"takes {used / 2**20:.0f} MiB of {allowed >> 20} after {now:.0f} s of thinking"
            )
        if used > highest + NOISE:
            highest, grown = used, now
        time.sleep(SAMPLE)
    return now, grown
