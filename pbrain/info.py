"""What the manager told us by INFO, and the time it leaves us."""

import os
from dataclasses import replace

from core.game.rules import Rule
from core.search.time_management import UNLIMITED_MS, Limits
from pbrain import parse
from pbrain.request import Resources

DEFAULT_MEMORY = 350 << 20
"""Bytes we allow ourselves where the manager sets no limit: Gomocup's own."""

LEAST_MEMORY = 70_000_000
"""Bytes that we may take whatever is allowed: a net for each colour, tables and a small tree.
Gomocup promises never to allow less."""

_RENJU_IN_YIXIN_BOARD = 2
_EXACT_BIT, _RENJU_BIT, _CARO_BIT = 1, 4, 8


class Settings:
    """The INFO values that change what we do; they outlive START, as managers expect.

    Keys we have no use for (folder, game_type, evaluate, ...) are accepted and forgotten: we
    keep no files and owe INFO no reply.
    """

    def __init__(self) -> None:
        self.rule = Rule.FREESTYLE
        self.resources = Resources(DEFAULT_MEMORY)
        self.max_visits: int | None = None
        self.timeout_turn: int | None = None
        self._timeout_match: int | None = None
        self._time_left: int | None = None
        self._spent_ms = 0

    def set(self, key: str, value: str) -> None:
        """Takes one INFO over; unknown keys and values that make no sense change nothing."""
        number = parse.integer(value)
        if number is None:
            return
        match key.lower():
            case "timeout_turn":
                self.timeout_turn = number
            case "timeout_match":
                self._timeout_match = number
            case "time_left":
                self._time_left = number
            case "max_memory":
                allowed = number if number > 0 else DEFAULT_MEMORY
                self.resources = replace(self.resources, max_memory=allowed)
            case "thread_num":
                threads = max(1, min(number, os.cpu_count() or 1))
                self.resources = replace(self.resources, threads=threads)
            case "max_node":
                self.max_visits = number if number > 0 else None
            case "rule":
                self.rule = _rule(number) or self.rule

    def new_game(self) -> None:
        """Starts the match clock of a manager that sends no time_left afresh."""
        self._spent_ms = 0

    def spend(self, seconds: float) -> None:
        """Takes a move's time off the match clock until the manager's next time_left."""
        ms = round(seconds * 1000)
        self._spent_ms += ms
        if self._time_left is not None and self._time_left < UNLIMITED_MS:
            self._time_left -= ms

    def limits(self) -> Limits:
        """What this move may cost."""
        match_left = self._timeout_match
        if match_left is not None and 0 < match_left < UNLIMITED_MS:
            match_left = max(1, match_left - self._spent_ms)
        return Limits.from_protocol(self.timeout_turn, match_left, self._time_left)


def _rule(code: int) -> Rule | None:
    """The rule of a bit sum; `continuous` (2) says only what happens after the game.

    Yixin-Board says 2 for renju; no manager plays an engine in continuous freestyle by that
    number alone, so renju it is.
    """
    if not 0 <= code <= 15:
        return None
    if code & _CARO_BIT:
        return Rule.CARO_EXACT if code & _EXACT_BIT else Rule.CARO
    if code & _RENJU_BIT or code == _RENJU_IN_YIXIN_BOARD:
        return Rule.RENJU
    return Rule.STANDARD if code & _EXACT_BIT else Rule.FREESTYLE
