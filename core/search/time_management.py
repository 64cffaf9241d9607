"""How much of the time left to spend on this move.

All times in seconds; the protocol's milliseconds and its special values (0, negative,
2147483647, a key never sent) are turned into `Limits` by `Limits.from_protocol`.
"""

import math
from dataclasses import dataclass

UNLIMITED_MS = 2147483647
"""The protocol's "no limit" for time_left (and what overflows become)."""

DEFAULT_TURN = 30.0
"""Turn limit when the manager never sent one, as in the official skeleton."""

PIPE_RESERVE = 0.15
"""Kept back on each move for the pipe, the operating system and the manager's own clock."""

MATCH_RESERVE = 1.0
"""Match time never planned for: a game this close to its end is played at once."""

MOVE_OVERHEAD = 0.02
"""What a move may cost the match clock besides its search: coarse clocks, the pipe, a wake-up.
Set aside for every move the board has room for, so that no game is too long."""

GUARD, LONGEST_GUARD = 0.05, 1.0
"""Seconds that a late search is waited for, after a short and after a long one."""

TURN_SHARE = 0.8
"""Of a turn, where what is saved is there for later moves: the rest is for a slow start, which
a judge counts into the first turn, and for a busy machine."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the manager allows: seconds a turn and seconds left in the game (inf: no limit)."""

    turn: float = DEFAULT_TURN
    left: float = math.inf

    @classmethod
    def from_protocol(
        cls,
        timeout_turn: int | None = None,
        timeout_match: int | None = None,
        time_left: int | None = None,
    ) -> "Limits":
        """Limits from the INFO values in milliseconds, None for a key never sent.

        `timeout_turn` 0 means answer at once, negative means no limit of its own. `time_left`
        wins over `timeout_match`; `timeout_match` 0 or less means no match limit.
        """
        if timeout_turn is None:
            turn = DEFAULT_TURN
        elif timeout_turn < 0 or timeout_turn >= UNLIMITED_MS:
            turn = math.inf
        else:
            turn = timeout_turn / 1000
        return cls(turn, _match_left(timeout_match, time_left))


def _match_left(timeout_match: int | None, time_left: int | None) -> float:
    if time_left is not None:
        return math.inf if time_left >= UNLIMITED_MS else time_left / 1000
    if timeout_match is None or timeout_match <= 0 or timeout_match >= UNLIMITED_MS:
        return math.inf
    return timeout_match / 1000


@dataclass(frozen=True, slots=True)
class Budget:
    """What one move may cost, counted from `started` (a `time.monotonic` reading).

    `soft` ends an ordinary search, `hard` is never passed, `visits` ends it by count. A search
    that is later than `hard` by `guard` is not waited for any longer.
    """

    started: float
    soft: float
    hard: float
    visits: int | None = None
    guard: float = GUARD


def moves_to_go(stones: int, cells: int) -> float:
    """How many more moves of ours to plan for: 12 until ply 24, from then on one more every 5.

    Time is spent early: in six of seven games against itself at the leagues' clocks the bot saw
    the end after four to twelve moves of thought, and an even share for 33 moves had left two
    thirds of the clock or more unused. A game that has gone on is planned longer, so that its
    late moves still think. There are never more moves than the board has room for (and at
    least one).

    Against that even share: 0.567 +-0.035 (320 games of 6 s a side, the reserves as small a part
    of them as of 180 s).
    """
    return min(_room(stones, cells), 12.0 + max(0, stones - 24) / 5)


def _room(stones: int, cells: int) -> float:
    """The moves of ours that fit on the board, at least 1."""
    return max(1.0, (cells - stones) / 2)


def budget(limits: Limits, started: float, stones: int, cells: int) -> Budget:
    """The budget for one move.

    Without a match limit every move may use its whole turn. With one, `soft` is an even share
    of what is left after the overhead of all moves to come, at most `TURN_SHARE` of the turn,
    and `hard` a quarter of what is left; no time left, or less than none, makes both 0.
    `guard` leaves two thirds of the reserve, which lies between `hard` and the lost game.

    Args:
        limits: what the manager allows.
        started: `time.monotonic()` when the request was read (or the process began).
        stones: stones on the board.
        cells: squares of the board.
    """
    usable_turn = _less_reserve(limits.turn)
    usable_left = max(0.0, _less_reserve(limits.left) - MATCH_RESERVE)
    if math.isinf(usable_left):
        return Budget(
            started,
            usable_turn,
            usable_turn,
            guard=_guard(limits, usable_turn, _room(stones, cells)),
        )
    room = _room(stones, cells)
    plannable = max(0.0, usable_left - room * MOVE_OVERHEAD)
    share = plannable / moves_to_go(stones, cells)
    hard = min(usable_turn, usable_left / 4)
    soft = min(share, TURN_SHARE * usable_turn, hard)
    return Budget(started, soft, hard, guard=_guard(limits, hard, room))


def _guard(limits: Limits, hard: float, room: float) -> float:
    """Return how many seconds past `hard` a late search is waited for.

    The reserve between `hard` and the lost game is `PIPE_RESERVE` in a turn of 30 s, 15 ms in one
    of 30 ms, and most of the turn where the match clock sets `hard`. Two thirds of it are kept
    for the pipe. If the searches of all `room` moves to come are late, match time is left still.
    """
    # A turn of 0 asks for haste, and a game without time left is lost already: no limits to keep.
    turn, left = (limit if limit > 0 else math.inf for limit in (limits.turn, limits.left))
    if math.isinf(min(turn, left)):
        return GUARD
    short = min(GUARD, left / (2 * room))
    return min((min(turn, left) - hard) / 3, max(short, min(hard / 4, LONGEST_GUARD)))


def _less_reserve(seconds: float) -> float:
    """Time less the reserve for the pipe; short limits keep half of what they have."""
    return max(seconds - PIPE_RESERVE, seconds * 0.5 if seconds > 0 else 0.0)
