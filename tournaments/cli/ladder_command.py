"""The command `fukumi ladder`: a league whose engines are files in a folder."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from core.system.text import quoted, shown
from tournaments.cli.ladder_file import ENGINES, PAGE, ladder_engine
from tournaments.cli.plan_options import PlanOptions, ladder_plan_options, plan_of
from tournaments.cli.shared_options import folder_argument
from tournaments.cli.worker_options import game_workers, live_folder, worker_options
from tournaments.ladder.engine_folder import SUFFIX, EngineFolder
from tournaments.ladder.ladder_run import LadderRun
from tournaments.model import GameRecord, Result, TournamentError
from tournaments.play.game_workers import GameWorkers
from tournaments.play.live_folder import LiveFolder
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.play.store import DATABASE, Store
from tournaments.ratings.rating_list import RatingList, rating_lists
from tournaments.report.rating_page import write_rating_page
from tournaments.report.table import print_rating_list

PAGE_EVERY = 30.0
"""Seconds between two writings of the page, and between two looks of a browser at it."""

WAIT = 2.0
"""Seconds between two looks for engines, while there are fewer than two."""


@click.command(name="ladder")
@folder_argument
@ladder_plan_options
@worker_options
@click.option(
    "--games", type=click.IntRange(1), help="Games in all after which it ends. Default: no end."
)
def command(
    folder: Path,
    concurrency: int | None,
    cluster: str | None,
    tmppsq: Path | None,
    games: int | None,
    **choices: Any,
) -> None:
    """Rate engines that may join and leave, for weeks if need be.

    Each engine is a text file DIR/engines/NAME.txt with the words of `--engine`, except name=, and
    with anchor=ELO if its Elo is fixed. Files may come, change and go while it runs; paths in them
    are relative to their folder. Each pair of games, one opening with both colours, is played by
    the engines whose ratings gain the most by it. DIR/ratings.html shows the list.

    The settings are kept in DIR: the same command, or `ladder DIR` alone, continues, however the
    last run ended. `fukumi tournament watch`, `stop`, `show`, `report`, `ratings` and `export` work
    on DIR too.

    \b
    Example, two engines, one of them of fixed Elo:
      mkdir -p mine/engines
      echo "cmd=heuristic anchor=1000" > mine/engines/heuristic.txt
      echo "cmd=alphabeta option.depth=4" > mine/engines/alphabeta4.txt
      fukumi ladder mine --each tc=0/1 --concurrency 2
    """
    chosen = PlanOptions(**choices)
    plan = plan_of(replace(chosen, format=Format.LADDER.value))
    if (folder / DATABASE).is_file():
        with closing(Store.create(folder)) as store:
            if store.begun and (store.count() or not chosen.given):
                _stored_plan(store)
    _require_engines(folder / ENGINES)
    with closing(Store.create(folder)) as store, store.locked():
        store.begin(plan if chosen.given or not store.begun else _stored_plan(store))
        store.forget_void_games()
        for number in store.forget_damaged_games():
            click.echo(f"the record of game {number} is damaged and deleted")
        store.ask_to_stop(False)
        engines = EngineFolder(
            folder / ENGINES, partial(ladder_engine, folder, store.plan.each), _say
        )
        ladder = LadderRun(store, engines, games)
        page = _Page(folder / PAGE, ladder, engines)
        try:
            with live_folder(folder, cluster, tmppsq, ()) as live:
                _play(store, ladder, page, live, partial(game_workers, concurrency, cluster))
            ending = "complete" if ladder.complete else "stopped: the same command continues"
        except KeyboardInterrupt:
            ending = "stopped: the running games are cancelled, the same command continues"
        finally:
            page.write(playing=False)
    for one in page.lists():
        print_rating_list(one)
    click.echo(shown(f"{folder / PAGE}: {ladder.played} games, {ending}"))


def _require_engines(folder: Path) -> None:
    if not any(folder.glob(f"*{SUFFIX}")):
        raise TournamentError(
            f"{folder} has no engines: write a text file for each engine there, such as "
            f"{folder / 'heuristic.txt'} with the line `cmd=heuristic anchor=1000`"
        )


def _stored_plan(store: Store) -> TournamentPlan:
    """Return the plan of a ladder that was begun before.

    Raises:
        TournamentError: it is no ladder's.
    """
    if store.plan.format is not Format.LADDER:
        raise TournamentError(
            f"{store.folder} is a tournament, which `fukumi tournament run "
            f"{quoted(str(store.folder))}` continues: take another folder for the ladder"
        )
    return store.plan


def _say(text: str) -> None:
    click.echo(shown(f"{datetime.now().astimezone():%Y-%m-%d %H:%M}  {text}"))


def _play(
    store: Store,
    ladder: LadderRun,
    page: "_Page",
    live: LiveFolder,
    begin_workers: Callable[[Path], GameWorkers],
) -> None:
    """Play until the ladder is complete or asked to stop; wait while it is short of engines.

    Raises:
        TournamentError: a certain number of games is wanted, and fewer than two engines can play.
    """
    waiting = False
    while not (ladder.complete or store.stop_asked):
        if ladder.ready:
            waiting = False
            with closing(ladder.play(begin_workers(live.path))) as records:
                for record in records:
                    live.end(record)
                    _say(_line(record))
                    page.write_if_due()
            continue
        if ladder.ends:
            raise TournamentError("fewer than two engines can play: see the lines above")
        if not waiting:
            page.write(playing=True)
            _say("waiting for a second engine that can play")
        waiting = True
        time.sleep(WAIT)


def _line(record: GameRecord) -> str:
    if record.result is Result.VOID:
        return f"game {record.number}: {record.black} - {record.white}, void: {record.detail}"
    black = record.points_of(record.black)
    return (
        f"game {record.number}: {record.black} {black:g}-{1 - black:g} {record.white}, "
        f"{record.detail if record.reason.is_forfeit else record.reason.value}"
    )


class _Page:
    """The web page of a ladder."""

    def __init__(self, path: Path, ladder: LadderRun, engines: EngineFolder) -> None:
        self._path, self._ladder, self._engines = path, ladder, engines
        self._due = time.monotonic()

    def lists(self) -> list[RatingList]:
        """Return the rating list, none before the first game."""
        records = self._ladder.records
        return rating_lists(records, self._ladder.anchors) if records else []

    def write_if_due(self) -> None:
        if time.monotonic() >= self._due:
            self.write(playing=True)

    def write(self, *, playing: bool) -> None:
        """Write the page, which a browser loads again while games are played."""
        state = "Games are being played" if playing else "No games are being played"
        notes = [f"{state}; as of {datetime.now(UTC):%d %B %Y, %H:%M} UTC."]
        for name, reason in sorted(self._engines.set_aside.items()):
            notes.append(f"{name} is set aside: {reason}")
        reload = round(PAGE_EVERY) if playing else None
        title = self._path.resolve().parent.name
        try:
            write_rating_page(self.lists(), self._path, title, notes, reload)
        except TournamentError as error:  # the games go on without it
            _say(str(error))
        self._due = time.monotonic() + PAGE_EVERY
