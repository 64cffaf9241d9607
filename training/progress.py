"""What a run shows while it goes on: bars with rates and the time left, and a line per event."""

from types import TracebackType
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from training.fleet import Totals


class Display(Protocol):
    """What the loop tells whoever looks on."""

    def played(self, totals: Totals, goal: int | None) -> None:
        """The folder holds so many games, of so many in the end."""

    def learnt(self, steps: int, allowed: int) -> None:
        """So many steps are done, of so many that the rows allow."""

    def doing(self, text: str) -> None:
        """What the main process does now."""

    def note(self, text: str) -> None:
        """Something happened."""


class Bars:
    """A display in the terminal."""

    def __init__(self, console: Console | None = None) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<9}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[doing]}"),
            console=console or Console(stderr=True),
            speed_estimate_period=300,
        )
        self._games = self._progress.add_task("games", total=None, doing="")
        self._steps = self._progress.add_task("steps", total=None, doing="")
        self._begun: set[int] = set()

    def __enter__(self) -> "Bars":
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def played(self, totals: Totals, goal: int | None) -> None:
        """Moves the bar of the games."""
        self._move(self._games, totals.games, goal)
        self._progress.update(self._games, doing=f"{totals.rows:,} rows")

    def learnt(self, steps: int, allowed: int) -> None:
        """Moves the bar of the learner's steps."""
        self._move(self._steps, steps, allowed)

    def doing(self, text: str) -> None:
        """Writes beside the bar of the steps."""
        self._progress.update(self._steps, doing=text)

    def note(self, text: str) -> None:
        """Writes a line above the bars."""
        self._progress.console.print(text, highlight=False, markup=False)

    def _move(self, bar: int, done: int, total: int | None) -> None:
        """Moves a bar; what was done before the first call does not count for its rate."""
        task = next(task for task in self._progress.tasks if task.id == bar)
        self._progress.update(task.id, total=total, completed=done)
        if bar not in self._begun:
            self._begun.add(bar)
            self._progress.reset(task.id, completed=done, total=total)


class _Rate(ProgressColumn):
    """How many an hour."""

    def render(self, task: Task) -> Text:
        """The rate, once there is one."""
        return Text(f"{task.speed * 3600:,.0f}/h" if task.speed else "-/h")
