"""What a run shows while it goes on: bars with rates and the time left, and a line per event."""

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
    """A display in the terminal; a bar comes with the first number for it."""

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
            self._live.console.line()  # what follows in a log begins a line of its own

    def played(self, totals: Totals, goal: int | None) -> None:
        """Moves the bar of the games."""
        self._move(self._games, totals.games, goal)
        refused = f", {totals.refused:,} games left out" if totals.refused else ""
        self._progress.update(self._games, note=f"{totals.rows:,} rows{refused}")

    def learnt(self, steps: int, allowed: int) -> None:
        """Moves the bar of the learner's steps."""
        self._move(self._steps, steps, allowed)

    def doing(self, text: str) -> None:
        """Writes below the bars."""
        self._doing.update(text=text)

    def note(self, text: str) -> None:
        """Writes a line above the bars."""
        self._live.console.print(text, highlight=False, markup=False, soft_wrap=True)

    def _move(self, bar: TaskID, done: int, total: int | None) -> None:
        """Moves a bar; what was done before it came does not count for its rate."""
        if self._progress.tasks[bar].visible:
            self._progress.update(bar, total=total, completed=done)
        else:
            self._progress.reset(bar, total=total, completed=done, visible=True)


class _Rate(ProgressColumn):
    """How many an hour."""

    def render(self, task: Task) -> Text:
        """The rate, once there is one."""
        return Text(f"{task.speed * 3600:,.0f}/h" if task.speed else "-/h")
