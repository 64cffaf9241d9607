"""Game records and games under way for tests."""

from core.game.rules import Rule
from tournaments.model import GameRecord, Reason, Result, SideReport, TimedMove
from tournaments.play.live_games import LiveClock, LiveGame


def sample(
    number: int = 1,
    black: str = "alpha",
    white: str = "beta",
    result: Result = Result.BLACK,
    reason: Reason = Reason.FIVE,
    **settings: object,
) -> GameRecord:
    """Return the record of a short game; every field can be set."""
    fields: dict[str, object] = {
        "round": 1,
        "rule": Rule.FREESTYLE,
        "size": 15,
        "opening_plies": 1,
        "moves": (TimedMove(7, 7), TimedMove(0, 14, 120), TimedMove(8, 6, 5)),
        "detail": "alpha wins by five",
        "started": "2026-11-21T10:00:00+00:00",
        "black_report": SideReport(5, 20 << 20),
        "white_report": SideReport(120, 30 << 20),
        **settings,
    }
    return GameRecord(
        number=number,
        black=black,
        white=white,
        result=result,
        reason=reason,
        **fields,  # type: ignore[arg-type]
    )


def live_sample(number: int = 1, **settings: object) -> LiveGame:
    """Return a short game under way; every field can be set."""
    fields: dict[str, object] = {
        "round": 1,
        "black": "alpha",
        "white": "beta",
        "rule": Rule.FREESTYLE,
        "size": 15,
        "opening_plies": 1,
        "moves": (TimedMove(7, 7), TimedMove(0, 14, 120, ("MESSAGE value +0.25",))),
        "started": "2026-11-21T10:00:00+00:00",
        "black_clock": LiveClock(),
        "white_clock": LiveClock(),
        **settings,
    }
    return LiveGame(number=number, **fields)  # type: ignore[arg-type]
