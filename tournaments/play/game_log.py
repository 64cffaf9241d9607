"""The log of a game: all lines over the pipes of both engines, in the order of their times."""

import heapq

from core.system.text import shown
from tournaments.engine.pipe_log import PipeLine, PipeLog
from tournaments.model import GameRecord, Result

_LEGEND = (
    "Seconds from the beginning; B: Black's engine, W: White's; "
    ">: to it, <: from it, !: its standard error."
)


def log_text(record: GameRecord, black: PipeLog | None, white: PipeLog | None, begun: float) -> str:
    """Return the log of a game as text: a header, then a line for each line of a pipe.

    Args:
        begun: the time (`time.monotonic`) from which the lines' times count.
    """
    outcome = f"{record.result.value}: {record.reason.value}"
    if record.result in (Result.BLACK, Result.WHITE):
        outcome = f"{record.result.value} wins: {record.reason.value}"
    header = [
        f"# Game {record.number}, round {record.round}: {record.black} (Black) against "
        f"{record.white} (White), {record.rule.label} {record.size}x{record.size}",
        f"# {outcome}; {record.detail}",
        f"# Begun {record.started}. {_LEGEND}",
    ]
    sides = [
        sorted(((side, line) for line in log.lines()), key=_time)
        for side, log in (("B", black), ("W", white))
        if log is not None
    ]
    lines = [
        f"{line.at - begun:10.3f} {side} {line.mark} {line.text}"
        for side, line in heapq.merge(*sides, key=_time)
    ]
    return "\n".join([*map(shown, header), *lines, ""])


def _time(line: tuple[str, PipeLine]) -> float:
    return line[1].at
