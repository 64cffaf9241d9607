"""Time management: the budget of a move within the time left.

All times are in seconds; `Limits.from_protocol` converts the protocol's milliseconds and its
special values (0, negative, 2147483647, a key never sent).
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

UNLIMITED_MS = 2147483647
"""The protocol's "no limit" for time_left; overflowing numbers count as this too."""

DEFAULT_TURN = 30.0
"""Turn limit when the manager never sent one, as in the official skeleton."""

PIPE_RESERVE = 0.15
"""Reserve on each move for the pipe, the operating system and the manager's own clock, unless they
are seen to need less."""

MATCH_RESERVE = 1.0
"""Match time never planned for: with less left, a move is played at once."""

MOVE_OVERHEAD = 0.02
"""Match time that a move may cost besides its search: coarse clocks, the pipe, a wake-up. Set aside
for every move the board has room for, so that no game is too long.
"""

FULL_MATCH = 20.0
"""Match limit from which on `MATCH_RESERVE` and `MOVE_OVERHEAD` are as above: those of a shorter
match are smaller in proportion, else it would be played without thought. Against the full ones:
60 of 60 games at 1 s and 0.1 s a move, 38 of 40 and a draw at 3 s, none of them lost on time.
"""

GUARD, MAX_GUARD = 0.05, 1.0
"""Seconds to wait for a late search, after a short and after a long one."""

TURN_SHARE = 0.8
"""Part of a turn to use where saved time is available for later moves. The rest covers a slow
start, which a judge counts into the first turn, and a busy machine.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """The manager's limits: seconds per turn, left in the game, and at its start (inf: none)."""

    turn: float = DEFAULT_TURN
    left: float = math.inf
    match: float = math.inf

    @classmethod
    def from_protocol(
        cls,
        timeout_turn: int | None = None,
        timeout_match: int | None = None,
        time_left: int | None = None,
    ) -> "Limits":
        """Return the limits of the INFO values in milliseconds, None for a key never sent.

        `timeout_turn` 0 means answer at once, negative means no limit of its own. `time_left`
        overrides `timeout_match`; `timeout_match` 0 or less means no match limit, also where some
        managers then send a `time_left` of 0.
        """
        if timeout_turn is None:
            turn = DEFAULT_TURN
        elif timeout_turn < 0 or timeout_turn >= UNLIMITED_MS:
            turn = math.inf
        else:
            turn = timeout_turn / 1000
        return cls(turn, _match_left(timeout_match, time_left), _match_left(timeout_match, None))


def _match_left(timeout_match: int | None, time_left: int | None) -> float:
    is_endless = timeout_match is not None and timeout_match <= 0
    left = timeout_match if time_left is None else time_left
    if left is None or left >= UNLIMITED_MS or (is_endless and left <= 0):
        return math.inf
    return left / 1000


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one move's search, counted from `started` (a reading of `clock`).

    `soft` ends an ordinary search, `hard` is never passed, `visits` ends it by count. A search that
    is later than `hard` by `guard` is abandoned. `clock` returns seconds.
    """

    started: float
    soft: float
    hard: float
    visits: int | None = None
    guard: float = GUARD
    clock: Callable[[], float] = time.monotonic

    @classmethod
    def from_now(cls, seconds: float | None = None, visits: int | None = None) -> "Budget":
        """Return a budget of seconds and visits that starts now; None means no limit."""
        limit = math.inf if seconds is None else seconds
        return cls(time.monotonic(), limit, limit, visits)


def moves_to_go(stones: int, cells: int) -> float:
    """Return how many more own moves to plan for: 12 until ply 24, then one more every 5 stones.

    Time is spent early: in six of seven games against itself at the leagues' clocks the bot saw the
    end after four to twelve moves of thought, and an even share for 33 moves had left two thirds of
    the clock or more unused. The plan of a long game grows, so that its late moves still think.
    There are never more moves than the board has room for (and at least one).

    Against that even share: 0.567 +-0.035 (320 games of 6 s a side, with the reserves scaled as for
    180 s).
    """
    return min(_room(stones, cells), 12.0 + max(0, stones - 24) / 5)


def _room(stones: int, cells: int) -> float:
    """Return the number of own moves that fit on the board, at least 1."""
    return max(1.0, (cells - stones) / 2)


def budget(
    limits: Limits, started: float, stones: int, cells: int, reserve: float = PIPE_RESERVE
) -> Budget:
    """Return the budget of one move.

    Without a match limit every move may use its whole turn. With one, `soft` is an even share of
    what is left after the overhead of all moves to come, at most `TURN_SHARE` of the turn, and
    `hard` a quarter of what is left; no time left, or less than none, makes both 0. `guard` leaves
    two thirds of the reserve between `hard` and the loss on time.

    Args:
        limits: the manager's limits.
        started: `time.monotonic()` when the request was read (or the process began).
        stones: stones on the board.
        cells: squares of the board.
        reserve: seconds of the turn to leave unused, at most half of it.
    """
    usable_turn = _less_reserve(limits.turn, reserve)
    scale = min(1.0, limits.match / FULL_MATCH)
    usable_left = max(0.0, _less_reserve(limits.left, PIPE_RESERVE) - scale * MATCH_RESERVE)
    if math.isinf(usable_left):
        return Budget(
            started,
            usable_turn,
            usable_turn,
            guard=_guard(limits, usable_turn, _room(stones, cells)),
        )
    room = _room(stones, cells)
    plannable = max(0.0, usable_left - room * scale * MOVE_OVERHEAD)
    share = plannable / moves_to_go(stones, cells)
    hard = min(usable_turn, usable_left / 4)
    soft = min(share, TURN_SHARE * usable_turn, hard)
    return Budget(started, soft, hard, guard=_guard(limits, hard, room))


def _guard(limits: Limits, hard: float, room: float) -> float:
    """Return how many seconds past `hard` to wait for a late search.

    The reserve between `hard` and the loss on time is 30 to 150 ms in a turn of 30 s, up to 15 ms
    in one of 30 ms, and most of the turn where the match clock sets `hard`. Two thirds of it are
    kept for the pipe. Even if the searches of all `room` moves to come are late, match time is
    left.
    """
    # A turn of 0 means "at once", and without time left the game is lost: no limits to keep.
    turn, left = (limit if limit > 0 else math.inf for limit in (limits.turn, limits.left))
    if math.isinf(min(turn, left)):
        return GUARD
    short = min(GUARD, left / (2 * room))
    return min((min(turn, left) - hard) / 3, max(short, min(hard / 4, MAX_GUARD)))


def _less_reserve(seconds: float, reserve: float) -> float:
    """Subtract the reserve for the pipe; short limits keep half of their time."""
    return max(seconds - reserve, seconds * 0.5 if seconds > 0 else 0.0)
