"""`fukumi openings`: makes balanced openings, and checks those of a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from core.game.notation import board_after, format_moves
from core.game.rules import Rule
from core.system.files import replacing
from tournaments.cli.shared_options import boardsize_option, concurrency_option, rule_option
from tournaments.cli.warn import warn
from tournaments.model import TournamentError
from tournaments.openings.openings import KINDS, format_offsets, load_openings

_VISITS = click.option(
    "--visits",
    default=20_000,
    show_default=True,
    type=click.IntRange(1),
    help="Visits of each search.",
)


@click.group()
def openings() -> None:
    """Make balanced openings and check existing ones."""


@openings.command()
@rule_option()
@boardsize_option()
@_VISITS
@click.option(
    "--count", default=50, show_default=True, type=click.IntRange(1), help="Openings to make."
)
@click.option("--seed", default=1, show_default=True, help="Seed of the random stones.")
@concurrency_option(1, "Openings searched at a time.")
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
def make(
    rule: Rule, boardsize: int, visits: int, count: int, seed: int, concurrency: int, out: Path
) -> None:
    """Make balanced openings.

    They have three to seven random stones, each at most four lines from the centre. An opening is
    kept if neither side has a forced win and a search says that the game is even. The file is in
    Piskvork's offset notation. The same seed and visits give the same openings.
    """
    from tournaments.openings import opening_maker

    task = opening_maker.OpeningTask(rule, boardsize, seed, visits)
    with _to_be_written(out) as file:
        made = opening_maker.make(task, count, concurrency)
        with click.progressbar(made, length=count, label="balanced openings") as found:
            file.writelines(format_offsets(opening, boardsize) + "\n" for opening in found)


@contextmanager
def _to_be_written(path: Path) -> Iterator[IO[str]]:
    """Open a file that appears under its name only if the block succeeds."""
    try:
        with replacing(path) as unfinished, unfinished.open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise TournamentError(f"cannot write openings to {path}: {error.strerror}") from error


@openings.command()
@rule_option()
@boardsize_option()
@_VISITS
@click.option(
    "--type",
    "kind",
    default="offset",
    show_default=True,
    type=click.Choice(KINDS),
    help="Notation of FILE.",
)
@click.argument("file", type=click.Path(dir_okay=False))
def check(rule: Rule, boardsize: int, visits: int, kind: str, file: str) -> None:
    """Print a search's verdict on each opening of FILE.

    The value is Black's, from -1 (lost) to 1 (won), followed by any forced win of either side with
    the move.
    """
    from tournaments.openings import opening_maker

    balanced = 0
    loaded = load_openings(file, kind, boardsize, rule, warn)
    for number, opening in enumerate(loaded, 1):
        judgement = opening_maker.judge(board_after(boardsize, rule, opening), visits)
        balanced += judgement.balanced
        stones = format_moves(opening, boardsize)
        click.echo(f"{number:>4}  {judgement.value:+.2f}  {stones}  {judgement.forced}".rstrip())
    most = opening_maker.MAX_IMBALANCE
    click.echo(f"{balanced} of {len(loaded)} are balanced: no forced win, and within {most:g} of 0")
