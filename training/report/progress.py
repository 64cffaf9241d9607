"""Progress display of a run: bars with rates and remaining time, and a line per event."""

from typing import Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.spinner import Spinner
from rich.text import Text

from training.selfplay.selfplay_pool import Totals


class Display(Protocol):
    """A display of the run's progress."""

    def played(self, totals: Totals, goal: int | None) -> None:
        """Show the games in the folder, out of `goal`."""

    def learnt(self, steps: int, allowed: int) -> None:
        """Show the steps done, out of those that the samples allow."""

    def doing(self, text: str) -> None:
        """Show the current activity of the main process."""

    def note(self, text: str) -> None:
        """Show an event."""


class Bars:
    """A display in the terminal; a bar appears with its first number."""

    def __init__(self, console: Console | None = None) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<6}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            speed_estimate_period=300,
        )
        self._games = self._progress.add_task("games", total=None, visible=False, note="")
        self._steps = self._progress.add_task("steps", total=None, visible=False, note="")
        self._doing = Spinner("dots")
        self._live = Live(
            Group(self._progress, self._doing), console=console or Console(stderr=True)
        )

    def __enter__(self) -> "Bars":
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.update(self._progress)
        self._live.stop()
        if not self._live.console.is_terminal:
            self._live.console.line()  # so that later output of a log starts on a new line

    def played(self, totals: Totals, goal: int | None) -> None:
        """Update the bar of games."""
        self._move(self._games, totals.games, goal)
        refused = f", {totals.refused:,} games left out" if totals.refused else ""
        self._progress.update(self._games, note=f"{totals.samples:,} samples{refused}")

    def learnt(self, steps: int, allowed: int) -> None:
        """Update the bar of the learner's steps."""
        self._move(self._steps, steps, allowed)

    def doing(self, text: str) -> None:
        """Show the activity below the bars."""
        self._doing.update(text=text)

    def note(self, text: str) -> None:
        """Print a line above the bars."""
        self._live.console.print(text, highlight=False, markup=False, soft_wrap=True)

    def _move(self, bar: TaskID, done: int, total: int | None) -> None:
        """Update a bar; work done before its first update does not count towards its rate."""
        if self._progress.tasks[bar].visible:
            self._progress.update(bar, total=total, completed=done)
        else:
            self._progress.reset(bar, total=total, completed=done, visible=True)


class _Rate(ProgressColumn):
    """A column with the rate an hour."""

    def render(self, task: Task) -> Text:
        """Return the rate, once it is known."""
        return Text(f"{task.speed * 3600:,.0f}/h" if task.speed else "-/h")
