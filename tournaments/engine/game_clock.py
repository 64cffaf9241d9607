"""The clocks of one engine in one game."""

from core.search.time_management import UNLIMITED_MS
from tournaments.model import TimeControl, TournamentError


class EngineClock:
    """The time an engine has left, in seconds; a limit of None never runs out."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._left = control.match

    @property
    def limit(self) -> float | None:
        """Seconds the next move may take, or None for no limit; negative once the game's time is
        used up and the engine lives off its tolerance."""
        limits = [s for s in (self._control.turn, self._left) if s is not None]
        return min(limits) if limits else None

    @property
    def left(self) -> float | None:
        """Seconds left of the match time, None for no limit."""
        return self._left

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move and add the increment."""
        if self._left is not None:
            self._left += self._control.increment - seconds

    def set_left(self, seconds: float) -> None:
        """Set the match time that is left."""
        self._left = seconds

    def infos(self) -> list[tuple[str, int]]:
        """Return the INFO keys of the time control, sent once a game, in milliseconds."""
        turn = self._control.turn if self._control.turn is not None else self._control.match
        return [
            ("timeout_turn", UNLIMITED_MS if turn is None else round(turn * 1000)),
            ("timeout_match", round((self._control.match or 0) * 1000)),
        ]

    @property
    def time_left_ms(self) -> int:
        """The value for INFO time_left; negative once an engine is using its tolerance."""
        return UNLIMITED_MS if self._left is None else round(self._left * 1000)


def parse_time_control(text: str) -> TimeControl:
    """Parse `match/turn+increment` in seconds, the notation of c-gomoku-cli.

    `10` is ten seconds a game, `0/1` one second a move, `180/30` both, `10+0.1` an increment; a 0
    means no limit.

    Raises:
        TournamentError: the text is in another notation.
    """
    limits, _, increment = text.partition("+")
    match, _, turn = limits.partition("/")
    try:
        numbers = [float(part) if part else 0.0 for part in (match, turn, increment)]
    except ValueError:
        numbers = [-1.0]
    if not all(0 <= n <= 1e6 for n in numbers) or not any(numbers[:2]):
        raise TournamentError(
            f"time control {text!r}: write match/turn+increment in seconds, "
            "such as 180/30, 0/1 (a second a move) or 10+0.1"
        )
    return TimeControl(numbers[0] or None, numbers[1] or None, numbers[2])
