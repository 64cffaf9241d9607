"""The command `fukumi tournament watch`: standings and games under way, while they change."""

import math
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tournaments.cli.ladder_file import ladder_anchors
from tournaments.cli.shared_options import folder_argument
from tournaments.cli.tournament_state import headline, pair_counts, print_state
from tournaments.model import GameRecord
from tournaments.play.live_games import live_games, run_begun
from tournaments.play.schedule import Format
from tournaments.play.store import Store
from tournaments.report.live_table import live_table
from tournaments.report.progress_table import pace
from tournaments.report.table import plain, ranking_table

REDRAW = 0.25
"""Seconds between two redraws."""

MOST_SHARE = 0.1
"""Largest share of the time that is spent on the standings."""


@click.command()
@folder_argument
def watch(folder: Path) -> None:
    """Watch the standings and the games under way.

    DIR is a tournament or a ladder that another process plays, on this machine or one that shares
    its disk. It ends with the result when that process does; Ctrl-C leaves it before. Without a
    terminal it prints the present state once.
    """
    with closing(Store.open(folder)) as store:
        view, console = _View(store), Console()
        if store.in_use:
            if not console.is_terminal:
                for part in view.now():
                    console.print(part, soft_wrap=isinstance(part, Text))
                return
            try:
                with Live(console=console, screen=True, auto_refresh=False) as live:
                    while store.in_use:
                        live.update(Group(*view.now()), refresh=True)
                        time.sleep(REDRAW)
            except KeyboardInterrupt:
                return
        print_state(store)


class _View:
    """A tournament as it is now; finished games are read once, and without their moves."""

    def __init__(self, store: Store) -> None:
        self._store, self._plan = store, store.plan
        self._records: list[GameRecord] = []
        self._count = 0
        self._result: list[Table | Text] = []
        self._due = -math.inf

    def now(self) -> list[Table | Text]:
        """Return the present state, from the top of the screen to the bottom."""
        if time.monotonic() >= self._due:
            begun = time.monotonic()
            if self._read():
                self._result = self._standings()
            self._due = begun + (time.monotonic() - begun) / MOST_SHARE
        games = live_games(self._store.folder)
        return [
            plain(headline(self._store.folder, self._plan, self._count)),
            plain(self._pace()),
            *self._result,
            live_table(games, time.time()) if games else plain("No game under way is shown."),
        ]

    def _read(self) -> bool:
        """Read the games that have ended since the last call; return whether any has."""
        count = self._store.count()
        if count < self._count:  # deleted by `reset`, or void
            self._records, self._count = [], 0
        elif count == self._count:
            return False
        fresh = self._store.records(self._count)
        self._count += len(fresh) + len(self._store.damaged)
        self._records += (record.abridged() for record in fresh)
        return True

    def _standings(self) -> list[Table | Text]:
        """Return the ranking and, with an SPRT, the state of the test."""
        found: list[Table | Text] = []
        anchors = ladder_anchors(self._store, self._records)
        if ranking := ranking_table(self._records, self._plan.names, anchors):
            ranking.caption = None
            found.append(ranking)
        if self._plan.sprt:
            pairs = pair_counts(self._plan, self._records)
            found.append(plain(self._plan.sprt.describe(pairs, ended=False)))
        return found

    def _pace(self) -> str:
        """Return the speed of this run and the time left."""
        begun = run_begun(self._store.folder)
        if begun is None:
            return ""
        since = begun.isoformat(timespec="seconds")  # as in the records, so that texts compare
        fresh = sum(record.started >= since for record in self._records)
        ends = not self._plan.sprt and self._plan.format is not Format.LADDER
        took = (datetime.now(UTC) - begun).total_seconds()
        left = self._plan.total - self._count if ends else None
        return f"This run: {fresh} games{pace(fresh, took, left)}"
