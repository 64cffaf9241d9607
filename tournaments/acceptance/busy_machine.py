"""Repetition of checks that failed while the machine was too busy to blame the program."""

from collections.abc import Callable
from typing import TypeVar

from tournaments.play.machine_load import LoadWatch

TRIES = 3

SHORTEST_TURN = 0.2
"""Seconds of a turn, by which the delay of our own clocks is judged."""

_Outcome = TypeVar("_Outcome")


def try_while_busy(
    attempt: Callable[[], _Outcome], failed: Callable[[_Outcome], bool]
) -> tuple[_Outcome, str]:
    """Make an attempt, and another one while it fails and our own clocks were late meanwhile.

    Returns:
        the outcome of the last attempt, and a note to append to its text, empty after the first.
    """
    tries, is_blameless = 0, True
    while is_blameless and tries < TRIES:
        tries += 1
        with LoadWatch([SHORTEST_TURN]) as watch:
            outcome = attempt()
        is_blameless = failed(outcome) and not watch.load.trusted
    if tries == 1:
        return outcome, ""
    if not is_blameless:
        return outcome, f" (attempt {tries}: the machine was too busy before)"
    late = f"our own clock was up to {watch.load.late_max_ms:.0f} ms late"
    return outcome, f" (in {tries} attempts the machine was too busy: {late}; repeat it when idle)"
