"""Checks of a program's memory against its limit during long moves."""

import time
from pathlib import Path

from core.game.rules import MAX_SIZE, Rule
from core.search.search_settings import LEAST_MEMORY
from tournaments.acceptance.lifecycle_checks import SHORT, opening
from tournaments.acceptance.program_driver import TOLERANCE, JudgeError, Program
from tournaments.acceptance.program_entry import Startable
from tournaments.model import TimeControl
from tournaments.play.league import FIRST_GROUP, League

LARGEST = tuple(League(rule.label, FIRST_GROUP, size=MAX_SIZE, rule=rule) for rule in Rule)
"""Every rule on the largest board, where a search tree is full soonest."""

SAMPLE = 0.1
"""Seconds between two measurements."""

SETTLED = 10.0
"""Seconds without growth after which the search tree is considered full."""

NOISE = 1 << 20
"""Bytes that do not count as growth."""

LONG_TURN = TimeControl(1_000_000.0, FIRST_GROUP.turn)
"""The longest turn of any league, in a game long enough to use all of it."""


def stays_below(
    entry: Startable, directory: Path, league: League, allowed: int, *, whole_turn: bool
) -> str:
    """Check the memory of one move at the longest turn of any league.

    Args:
        entry: the program.
        directory: where it runs.
        league: the game.
        allowed: bytes, as sent in INFO max_memory.
        whole_turn: to its end, instead of until the memory no longer grows.
    Raises:
        JudgeError: it took more.
    """
    return _thinks_below(entry, directory, league, allowed, allowed, whole_turn)


def warns_of_too_little(
    entry: Startable, directory: Path, league: League, allowed: int, *, whole_turn: bool
) -> str:
    """Check, as `stays_below` does, a program that is allowed less than it needs.

    Raises:
        JudgeError: it takes more than at the least it needs, does not move, or does not say
            that its memory is too little.
    """
    with entry.run(directory) as program:
        program.start(league, SHORT, memory=allowed)
        program.move(opening(league), TOLERANCE)
        if not any(str(allowed) in message for message in program.messages):
            raise JudgeError(f"does not say that {allowed} bytes are too little")
        program.end()
    seen = _thinks_below(entry, directory, league, allowed, LEAST_MEMORY, whole_turn)
    return f"moves, and says that {allowed >> 20} MiB are too little; {seen}"


def _thinks_below(
    entry: Startable, directory: Path, league: League, announced: int, most: int, whole_turn: bool
) -> str:
    with entry.run(directory) as program:
        program.start(league, LONG_TURN, memory=announced)
        program.ask(opening(league))
        seconds, full = _watch(program, program.limit, most, whole_turn)
        ending = f"full after {full:.0f} s, watched {seconds:.0f} s"
        if program.has_spoken:
            ending = f"it answered after {seconds:.0f} s"
        left = program.end()
    peak = program.peak_memory / 2**20
    return f"{peak:.0f} MiB of {most >> 20} at most; {ending}; gone {1000 * left:.0f} ms after END"


def _watch(program: Program, seconds: float, allowed: int, whole_turn: bool) -> tuple[float, float]:
    """Return the seconds watched, and the time at which the memory was last seen to grow."""
    begun = time.monotonic()
    now = grown = 0.0
    highest = 0
    while now < seconds and not program.has_spoken:
        if not whole_turn and now - grown > SETTLED:
            break
        used = program.measure_memory()
        now = time.monotonic() - begun
        if used > allowed:
            raise JudgeError(
                f"takes {used / 2**20:.0f} MiB of {allowed >> 20} after {now:.0f} s of thinking"
            )
        if used > highest + NOISE:
            highest, grown = used, now
        time.sleep(SAMPLE)
    return now, grown
