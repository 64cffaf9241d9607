"""The part of each turn that is left unused, as long as answers are seen to be late."""

from collections import deque

from core.search.time_management import PIPE_RESERVE

LEAST_RESERVE, LEAST_SHARE = 0.03, 0.1
"""Smallest reserve on a machine that is never late: seconds, and share of a short turn. Managers
forgive a second, so that a short turn risks no game.
"""

FEWEST, MOST = 3, 12
"""Measurements needed before the reserve shrinks, and the most that are remembered: one of each
move by our own clock, and one where the manager counted more."""

UNSEEN_SHARE = 0.3
"""Largest share of a short turn that is left unused with fewer measurements than that."""

SAFETY = 2.0
"""Reserve for each second of the largest of these measurements."""


class Reserve:
    """An estimate of what a move costs besides its search.

    A move is late by the time its answer was sent after the planned end of the search, and by the
    time that the manager counted beyond that.
    """

    def __init__(self) -> None:
        self._late: deque[float] = deque(maxlen=MOST)

    def note(self, seconds: float) -> None:
        """Remember by how much a move was late."""
        self._late.append(max(0.0, seconds))

    def seconds(self, turn: float) -> float:
        """Return the reserve for a turn limit in seconds."""
        if len(self._late) < FEWEST:
            return min(PIPE_RESERVE, UNSEEN_SHARE * turn)
        least = min(LEAST_RESERVE, LEAST_SHARE * turn)
        return min(PIPE_RESERVE, least + SAFETY * max(self._late))
