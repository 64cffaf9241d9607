"""Settings that the manager sends by INFO, and the time limits that follow from them."""

import os
from dataclasses import replace

from core.game.rules import Rule
from core.search.search_settings import DEFAULT_MEMORY
from core.search.time_management import UNLIMITED_MS, Limits
from pbrain import parse
from pbrain.request import Resources

MOST_THREADS = os.cpu_count() or 1
"""Search threads beyond which more would only share processors."""

_RENJU_IN_YIXIN_BOARD = 2
_EXACT_BIT, _RENJU_BIT, _CARO_BIT = 1, 4, 8


class ManagerSettings:
    """INFO values that the brain uses; they stay in force after START, as managers expect.

    Other keys (folder, game_type, evaluate, ...) are ignored: the brain keeps no files, and INFO
    has no reply.
    """

    def __init__(self) -> None:
        self.rule = Rule.FREESTYLE
        self.resources = Resources(DEFAULT_MEMORY)
        self.max_visits: int | None = None
        self.timeout_turn: int | None = None
        self._timeout_match: int | None = None
        self.time_left: int | None = None
        self._spent_ms = 0
        self._time_left_is_old = False

    def set(self, key: str, value: str) -> None:
        """Store one INFO value; unknown keys and invalid values change nothing."""
        number = parse.integer(value)
        if number is None:
            return
        match key.lower():
            case "timeout_turn":
                self.timeout_turn = number
            case "timeout_match":
                self._timeout_match = number
            case "time_left":
                self.time_left, self._time_left_is_old = number, False
            case "max_memory":
                allowed = number if number > 0 else DEFAULT_MEMORY
                self.resources = replace(self.resources, max_memory=allowed)
            case "thread_num":
                threads = max(1, min(number, MOST_THREADS))
                self.resources = replace(self.resources, threads=threads)
            case "max_node":
                self.max_visits = number if number > 0 else None
            case "rule":
                self.rule = _rule(number) or self.rule

    def new_game(self) -> None:
        """Restart the match clock that is kept for a manager that sends no time_left; drop a
        time_left of the game before."""
        self._spent_ms = 0
        if self._time_left_is_old:
            self.time_left, self._time_left_is_old = None, False

    def ask(self) -> None:
        """Note the beginning of a move: its time will be missing from the present time_left."""
        self._time_left_is_old = True

    def spend(self, seconds: float) -> None:
        """Subtract a move's time from the match clock, but not from a time_left that the manager
        has told since the move began."""
        ms = round(seconds * 1000)
        self._spent_ms += ms
        left = self.time_left
        if self._time_left_is_old and left is not None and left < UNLIMITED_MS:
            self.time_left = left - ms

    def limits(self) -> Limits:
        """Return the time limits of the next move."""
        left, match = self.time_left, self._timeout_match
        if left is None and match is not None and 0 < match < UNLIMITED_MS:
            left = max(1, match - self._spent_ms)
        return Limits.from_protocol(self.timeout_turn, match, left)


def _rule(code: int) -> Rule | None:
    """Return the rule of a sum of bits; `continuous` (2) only concerns what follows the game.

    2 alone means renju: Yixin-Board and programs like it send it for that. Piskvork sends it for
    continuous freestyle, which is played far less.
    """
    if not 0 <= code <= 15:
        return None
    if code & _CARO_BIT:
        return Rule.CARO_EXACT if code & _EXACT_BIT else Rule.CARO
    if code & _RENJU_BIT or code == _RENJU_IN_YIXIN_BOARD:
        return Rule.RENJU
    return Rule.STANDARD if code & _EXACT_BIT else Rule.FREESTYLE
