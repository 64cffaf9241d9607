"""`fukumi tournament`: plays engines against each other and reports the results."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from core.system.files import write_whole
from core.system.text import quoted, shown
from tournaments.cli.ladder_file import PAGE
from tournaments.cli.plan_options import PlanOptions, as_plan_file, plan_of, plan_options
from tournaments.cli.report_commands import export, import_, ratings, report
from tournaments.cli.shared_options import folder_argument
from tournaments.cli.tournament_state import RunningTest, print_state, state_values
from tournaments.cli.watch_command import watch
from tournaments.cli.worker_options import game_workers, live_folder, worker_options
from tournaments.engine.orphans import Adoption
from tournaments.model import TournamentError
from tournaments.play.game_workers import GameWorkers
from tournaments.play.league import league_differences
from tournaments.play.live_folder import LiveFolder
from tournaments.play.runner import run_games
from tournaments.play.schedule import Format, TournamentPlan, schedule
from tournaments.play.store import DATABASE, Store
from tournaments.records.log_folder import LogFolder
from tournaments.report.progress_table import ProgressTable


@click.group()
def tournament() -> None:
    """Play protocol engines against each other."""


@tournament.command()
@folder_argument
@plan_options
@worker_options
@click.option(
    "--log",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the lines that each engine was told and said in a game, with times, and its "
    "standard error. Default: none.",
)
@click.option(
    "--log-lost",
    metavar="NAME",
    multiple=True,
    help="Log only the games that this engine lost; may be repeated. Default: all games.",
)
def run(
    folder: Path,
    concurrency: int | None,
    cluster: str | None,
    tmppsq: Path | None,
    log: Path | None,
    log_lost: Sequence[str],
    **choices: Any,
) -> None:
    """Play or continue the tournament in the folder DIR.

    The settings are kept in DIR: the same command, or `run DIR` alone, continues, however the last
    run ended.

    \b
    Example, 20 games at a second a move on two cores:
      fukumi tournament run mine --engine fukumi \\
        --engine "cmd=./pbrain-other name=Other" --each tc=0/1 --rounds 10 --concurrency 2
    """
    chosen = PlanOptions(**choices)
    _refuse_settings_alone(folder, chosen)
    plan = plan_of(chosen) if chosen.given else None
    with closing(Store.create(folder) if plan else Store.open(folder)) as store:
        with store.locked():
            if plan:
                store.begin(plan)
            _refuse_ladder(store)
            store.forget_void_games()
            for number in store.forget_damaged_games():
                click.echo(f"the record of game {number} is damaged: it is played again")
            store.ask_to_stop(False)
            for line in league_differences(store.plan):
                click.echo(shown(f"differs from the league: {line}"))
            logs = _log_folder(store, log, log_lost)
            with live_folder(folder, cluster, tmppsq, store.plan.names) as live:
                _play(store, lambda: game_workers(concurrency, cluster, live.path), logs, live)
        print_state(store)


def _refuse_settings_alone(folder: Path, chosen: PlanOptions) -> None:
    """Refuse settings without engines for a folder that holds a tournament."""
    if not chosen.given or chosen.engines or chosen.plan or not (folder / DATABASE).is_file():
        return
    with closing(Store.open(folder)) as store:
        _refuse_ladder(store)
    raise TournamentError(
        f"{folder} holds a tournament whose settings are kept: give `fukumi tournament run "
        f"{quoted(str(folder))}` alone to continue it, or take another folder"
    )


def _refuse_ladder(store: Store) -> None:
    if store.plan.format is Format.LADDER:
        raise TournamentError(
            f"{store.folder} is a ladder, which `fukumi ladder {quoted(str(store.folder))}` plays"
        )


def _log_folder(store: Store, log: Path | None, losers: Sequence[str]) -> LogFolder | None:
    """Return the folder of the options `--log` and `--log-lost`."""
    if log is None:
        if losers:
            raise TournamentError("--log-lost needs a folder for the logs: --log DIR")
        return None
    for name in losers:
        if name not in store.plan.names:
            raise TournamentError(
                f"--log-lost {name}: the engines are {', '.join(store.plan.names)}"
            )
    return LogFolder(log, store.folder, losers)


def _play(
    store: Store,
    begin_workers: Callable[[], GameWorkers],
    logs: LogFolder | None,
    live_games: LiveFolder,
) -> None:
    """Play the missing games under a live table; on Ctrl-C keep the finished ones."""
    plan, finished = store.plan, [record.abridged() for record in store.each_record()]
    done = {record.number for record in finished}
    missing = [
        replace(game, logged=logs is not None) for game in schedule(plan) if game.number not in done
    ]
    test = RunningTest(plan.sprt, plan.names, finished) if plan.sprt else None
    if not missing or (test and test.decided):
        return
    describe = test.describe if test else None
    folder = logs.folder if logs else None
    with ProgressTable(plan.total, plan.names, before=finished, test=describe, logs=folder) as live:
        if finished:
            live.note(f"continuing after {len(finished)} of {plan.total} games")
        try:
            with closing(run_games(missing, begin_workers(), lambda: store.stop_asked)) as records:
                for record in records:
                    if logs:
                        record, problem = logs.keep(record)
                        if problem:
                            live.note(problem)
                    store.add(record)
                    live_games.end(record)
                    live.update(record)
                    if test:
                        test.add(record)
                        if test.decided:
                            break
        except KeyboardInterrupt:
            live.note("stopped: the running games are cancelled, the finished ones are kept")


@tournament.command()
@folder_argument
@click.option("--json", "wants_json", is_flag=True, help="Write one JSON object instead of tables.")
def show(folder: Path, wants_json: bool) -> None:
    """Show the standings, also while another process plays."""
    with closing(Store.open(folder)) as store:
        if wants_json:
            click.echo(json.dumps(state_values(store)))
        else:
            print_state(store)


@tournament.command()
@folder_argument
@plan_options
def check(folder: Path, **choices: Any) -> None:
    """Start each engine and ask it for its name and a move.

    The engines are those of the tournament in DIR. With settings as for `run`, those are checked
    instead and DIR need not exist. The trial moves do not count. Ends with code 1 if an engine
    failed.
    """
    from tournaments.play.engine_check import try_engine

    chosen = PlanOptions(**choices)
    plan = plan_of(chosen) if chosen.given else _plan_in(folder)
    failed = False
    for spec in plan.engines:
        with closing(Adoption()):
            trial = try_engine(spec, plan)
        failed = failed or not trial.passed
        verdict = "OK    " if trial.passed else "FAILED"
        click.echo(shown(f"{verdict}  {spec.name}: {trial.detail}"))
        for line in trial.transcript:
            click.echo(shown(f"          {line}"))
    raise SystemExit(int(failed))


@tournament.command()
@plan_options
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="File to write. Default: standard output.",
)
def plan(out: Path | None, **choices: Any) -> None:
    """Write the settings of a tournament as a file for --plan.

    The settings are those for `run`. With --league and no engine it is a template of that league.

    \b
    Example, a league's template and a tournament from it:
      fukumi tournament plan --league renju --out renju.toml
      fukumi tournament run games/renju --plan renju.toml
    """
    text = as_plan_file(PlanOptions(**choices), out.parent if out else Path())
    if out:
        write_whole(out, text.encode())
    else:
        click.echo(text, nl=False)


def _plan_in(folder: Path) -> TournamentPlan:
    with closing(Store.open(folder)) as store:
        _refuse_ladder(store)
        return store.plan


@tournament.command()
@folder_argument
def stop(folder: Path) -> None:
    """Ask the process that plays to stop after the running games."""
    with closing(Store.open(folder)) as store:
        if not store.in_use:
            raise TournamentError(f"no process is playing {folder}")
        store.ask_to_stop()
    click.echo("asked to stop after the running games")


@tournament.command()
@folder_argument
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def reset(folder: Path, yes: bool) -> None:
    """Delete all games of the tournament.

    The ratings.html of a ladder is deleted too. The settings stay until others are given.
    """
    with closing(Store.open(folder)) as store, store.locked():
        count = store.count()
        if not yes:
            click.confirm(f"delete the {count} games in {folder}?", abort=True)
        store.forget_games()
        if store.plan.format is Format.LADDER:
            (folder / PAGE).unlink(missing_ok=True)
    click.echo(f"deleted {count} games")


for _command in (watch, report, ratings, export, import_):
    tournament.add_command(_command)
