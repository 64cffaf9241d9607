"""The progress of a run in the terminal."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.table import Table

from tournaments.model import GameRecord, Reason, Result
from tournaments.ratings.scores import Tally, add_game
from tournaments.report.table import plain, score_cells

REDRAW = 0.2
"""Seconds between two redraws, so that very short games are not held up by drawing."""

_POINTS = {Result.BLACK: "1-0", Result.WHITE: "0-1", Result.DRAW: "1/2", Result.VOID: "void"}


class ProgressTable:
    """The progress of a run; a context manager.

    On a terminal it is a table that is redrawn, elsewhere one line for each finished game.

    Args:
        before: games that were finished before this run.
        test: describes in one line the state of a test that may end the run before all games are
            played.
        logs: the folder of the games' logs, as seen from the current folder.
    """

    def __init__(
        self,
        total: int,
        names: Sequence[str],
        console: Console | None = None,
        before: Iterable[GameRecord] = (),
        test: Callable[[], str] | None = None,
        logs: Path | None = None,
    ) -> None:
        self._total = total
        self._console = console or Console()
        self._tallies = {name: Tally() for name in names}
        self._games = 0
        for record in before:
            self._count(record)
        self._before = self._games
        self._test = test
        self._logs = logs
        self._begun = time.monotonic()
        self._drawn = -math.inf
        self._live = Live(console=self._console, auto_refresh=False)

    def __enter__(self) -> "ProgressTable":
        if self._console.is_terminal:
            self._live.start()
            self._draw()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._draw()
            self._live.stop()

    def update(self, record: GameRecord) -> None:
        """Add a finished game."""
        self._count(record)
        if self._console.is_terminal:
            if time.monotonic() - self._drawn > REDRAW:
                self._draw()
        else:
            self.note(self._line(record))
        if record.reason.is_forfeit or record.result is Result.VOID:
            log = (
                f" (log: {self._logs / Path(record.log).name})" if self._logs and record.log else ""
            )
            self.note(f"game {record.number}: {record.detail}{log}")

    def _count(self, record: GameRecord) -> None:
        self._games += 1
        add_game(self._tallies, record)

    def note(self, text: str) -> None:
        """Print a line above the table."""
        self._console.print(plain(text), soft_wrap=True)

    def _line(self, record: GameRecord) -> str:
        return (
            f"{self._games}/{self._total}  {record.black} - {record.white}  "
            f"{_POINTS[record.result]}  {record.reason.value}  {len(record.moves)} plies"
        )

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        table = Table(title=self._progress(), title_justify="left")
        if self._test:
            table.caption = self._test()
            table.caption_justify = "left"
        table.add_column("Engine")
        for heading in ("Games", "W-D-L", "Score", "Timeouts", "Slowest"):
            table.add_column(heading, justify="right")
        for name, own in self._tallies.items():
            timeouts = str(own.faults[Reason.TIME])
            table.add_row(plain(name), *score_cells(own.total), timeouts, f"{own.slowest_ms} ms")
        self._live.update(table, refresh=True)

    def _progress(self) -> str:
        done, took = self._games, time.monotonic() - self._begun
        fresh = done - self._before
        progress = f"{done} of {'at most ' if self._test else ''}{self._total} games"
        return progress + pace(fresh, took, None if self._test else self._total - done)


def pace(fresh: int, took: float, left: int | None) -> str:
    """Return the speed and the time left as the end of a line; empty before the first game.

    Args:
        fresh: games played in `took` seconds.
        left: games to play; None if nobody knows.
    """
    if not fresh or took <= 0:
        return ""
    end = "" if left is None else f", about {_duration(took / fresh * left)} left"
    return f", {_rate(fresh / took)}{end}"


def _rate(games_a_second: float) -> str:
    if games_a_second >= 1:
        return f"{games_a_second:.1f} a second"
    return f"{60 * games_a_second:.1f} a minute"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
