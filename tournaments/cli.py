"""`fukumi tournament`: plays engines against each other and tells what the games mean."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from core.rules import MAX_SIZE, MIN_SIZE, Rule
from tournaments import openings
from tournaments.model import GameRecord, TournamentError
from tournaments.options import engine_specs, pairs_of
from tournaments.records import RecordFolder
from tournaments.runner import run
from tournaments.schedule import Opening, Plan, schedule
from tournaments.table import LiveTable, print_result

OPENING_KEYS = ("file", "order", "srand", "type")


@click.command()
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="'cmd=... name=...'",
    help="A participant: cmd= (a command line, a bundled bot or fukumi), name=, tc=match/turn+inc "
    "in seconds, tolerance= seconds, maxmemory= bytes, dir=, option.NAME= (sent as INFO).",
)
@click.option("--each", multiple=True, metavar="'tc=... ...'", help="Settings for every engine.")
@click.option("--rounds", default=1, show_default=True, type=click.IntRange(1))
@click.option(
    "--games",
    default=2,
    show_default=True,
    type=click.IntRange(1),
    help="Games of each pair in a round.",
)
@click.option(
    "--repeat/--no-repeat",
    default=True,
    show_default=True,
    help="Play each opening twice, with colours exchanged.",
)
@click.option("--gauntlet", is_flag=True, help="The first engine against each other one.")
@click.option(
    "--openings",
    "opening_set",
    metavar="'file=... type=offset|pos order=sequential|random srand=N'",
    help="Where games begin. Default: a bundled set.",
)
@click.option("--rule", default="freestyle", show_default=True, help="Name or code of the rule.")
@click.option("--boardsize", default=15, show_default=True, type=click.IntRange(MIN_SIZE, MAX_SIZE))
@click.option("--concurrency", default=1, show_default=True, type=click.IntRange(1))
@click.option("--draw-after", type=click.IntRange(1), help="Draw a game after so many plies.")
@click.option(
    "--out",
    default="records",
    show_default=True,
    type=click.Path(file_okay=False),
    help="Folder for the records: games.jsonl, and .psq and .sgf of each game.",
)
def tournament(
    engines: Sequence[str],
    each: Sequence[str],
    rounds: int,
    games: int,
    repeat: bool,
    gauntlet: bool,
    opening_set: str | None,
    rule: str,
    boardsize: int,
    concurrency: int,
    draw_after: int | None,
    out: str,
) -> None:
    """Play protocol engines against each other.

    \b
    Example, 20 games at a second a move on two cores:
      fukumi tournament --engine fukumi --engine "cmd=./pbrain-other name=Other" \\
        --each tc=0/1 --rounds 10 --concurrency 2
    """
    with _one_line_errors():
        chosen = _rule(rule)
        plan = Plan(
            engines=engine_specs(engines, each),
            rule=chosen,
            size=boardsize,
            openings=_openings(opening_set, boardsize, chosen),
            rounds=rounds,
            games=games,
            repeat=repeat,
            gauntlet=gauntlet,
            draw_after=draw_after,
        )
        _play(plan, concurrency, out)


def _play(plan: Plan, concurrency: int, out: str) -> None:
    """Runs the plan under a live table; Ctrl-C keeps what is finished."""
    jobs = list(schedule(plan))
    folder = RecordFolder(out)
    finished: list[GameRecord] = []
    stop = threading.Event()
    with LiveTable(len(jobs), [spec.name for spec in plan.engines]) as live:
        try:
            for record in run(jobs, concurrency, stop):
                folder.add(record)
                finished.append(record)
                live.update(record)
        except KeyboardInterrupt:
            stop.set()
            live.note("stopped: the games under way are broken off, the finished ones are kept")
    print_result(finished, [spec.name for spec in plan.engines])
    click.echo(f"Records: {folder.path}")


def _rule(text: str) -> Rule:
    try:
        return Rule.parse(text)
    except ValueError as error:
        raise TournamentError(str(error)) from error


def _openings(text: str | None, size: int, rule: Rule) -> tuple[Opening, ...]:
    if text is None:
        return tuple(openings.default_openings(size, rule))
    pairs = pairs_of(text, OPENING_KEYS)
    if "file" not in pairs:
        raise TournamentError(f"--openings {text!r} names no file=...")
    loaded = openings.load(pairs["file"], pairs.get("type", "offset"), size, rule)
    return tuple(openings.arrange(loaded, pairs.get("order", "sequential"), _seed(pairs)))


def _seed(pairs: dict[str, str]) -> int:
    try:
        return int(pairs.get("srand", "0"))
    except ValueError as error:
        raise TournamentError(f"srand={pairs['srand']}: write a whole number") from error


@contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except TournamentError as error:
        click.echo(f"fukumi tournament: {error}", err=True)
        raise SystemExit(2) from error
