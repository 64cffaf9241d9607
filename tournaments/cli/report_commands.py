"""`fukumi tournament report`, `export` and `import`: commands for finished games."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

import click

from core.game.rules import Rule
from core.system.text import did_you_mean, shown
from tournaments.cli.ladder_file import ladder_anchors
from tournaments.cli.shared_options import rule_option
from tournaments.cli.warn import warn
from tournaments.model import GameRecord, TournamentError
from tournaments.play.store import DATABASE, Store
from tournaments.ratings.field_ratings import HIGHEST_ANCHOR, PRIOR_NOTE
from tournaments.ratings.rating_list import list_values, rating_lists
from tournaments.records.export_records import (
    FORMATS,
    ONE_FILE,
    SAMPLES,
    add_to_json_lines,
    export_games,
    game_files,
)
from tournaments.report.game_sources import LoadedGames, load_games
from tournaments.report.html_report import write_page
from tournaments.report.rating_page import write_rating_page
from tournaments.report.table import print_rating_list

MOST_PROBLEMS = 20
"""Problems printed one by one; further ones are only counted."""

sources_argument = click.argument(
    "sources", nargs=-1, required=True, type=click.Path(path_type=Path)
)
sources_rule_option = rule_option(
    "Rule of games whose record does not give it, such as .psq files."
)
_anchors_option = click.option(
    "--anchor",
    "anchors",
    multiple=True,
    metavar="NAME=ELO",
    help="Fix the Elo of an engine; the others are rated on its scale. May be repeated. Default: "
    "the anchors of a ladder.",
)


@click.command()
@sources_argument
@click.option(
    "--out",
    default="report.html",
    show_default=True,
    type=click.Path(path_type=Path),
    help="The page to write.",
)
@click.option("--title", help="Heading of the page. Default: the name of the source.")
@_anchors_option
@sources_rule_option
def report(
    sources: Sequence[Path], out: Path, title: str | None, anchors: Sequence[str], rule: Rule
) -> None:
    """Write an HTML page of ratings, tables and games.

    SOURCES are folders of tournaments and .jsonl, .psq, .sgf or .pgn files. The page needs nothing
    but a browser.
    """
    games = read_sources(sources, rule)
    _warn_of_mirror_games(games.records)
    fixed = _anchors(sources, games.records, anchors)
    write_page(games.records, out, title or _name_of(sources[0]), fixed)
    size = f"{out.stat().st_size / 2**20:.1f} MiB"
    click.echo(shown(f"{out}: {_counted(len(games.records))}, {size}{_left_out(games)}"))


@click.command()
@sources_argument
@_anchors_option
@click.option(
    "--min-games",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Fewest games of a listed engine; the games of others count all the same.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A web page of the lists to write. Default: none.",
)
@click.option("--title", default="Ratings", show_default=True, help="Heading of the page.")
@click.option("--json", "wants_json", is_flag=True, help="Write one JSON object instead of tables.")
@sources_rule_option
def ratings(
    sources: Sequence[Path],
    anchors: Sequence[str],
    min_games: int,
    out: Path | None,
    title: str,
    wants_json: bool,
    rule: Rule,
) -> None:
    """Rate the engines of many tournaments together.

    SOURCES are folders of tournaments and .jsonl, .psq, .sgf or .pgn files. There is a list for
    each rule and board; engines of one name are the same engine.
    """
    games = read_sources(sources, rule)
    _warn_of_mirror_games(games.records)
    lists = rating_lists(games.records, _anchors(sources, games.records, anchors), min_games)
    if not lists:
        raise TournamentError(f"no engine has {min_games} or more games: nothing to list")
    if wants_json:
        click.echo(json.dumps({"lists": [list_values(one) for one in lists], "prior": PRIOR_NOTE}))
    else:
        for one in lists:
            print_rating_list(one)
    if out:
        write_rating_page(lists, out, title)
        counted = f"{len(lists)} list{'s' * (len(lists) > 1)}"
        click.echo(shown(f"{out}: {counted}{_left_out(games)}"), err=wants_json)


@click.command()
@sources_argument
@click.option(
    "--format",
    "kind",
    required=True,
    type=click.Choice(sorted((*FORMATS, SAMPLES))),
    help="Format to write.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="A folder for psq and sgf, which have one file a game; a file for the others.",
)
@click.option(
    "--lost",
    "losers",
    multiple=True,
    metavar="NAME",
    help="Write only games that this engine lost; may be repeated. Default: all games.",
)
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME",
    help="Write only games of this engine; may be repeated. Default: all games.",
)
@sources_rule_option
def export(
    sources: Sequence[Path],
    kind: str,
    out: Path,
    losers: Sequence[str],
    engines: Sequence[str],
    rule: Rule,
) -> None:
    """Write games in another format.

    psq opens in Piskvork, sgf in viewers, pgn in BayesElo (there give `mm 1 1`) and Ordo; jsonl
    keeps everything; samples are positions with move, value and result as CSV, for other programs'
    trainers.
    """
    games = read_sources(sources, rule)
    records = _filtered(games.records, losers, engines)
    written = export_games(records, kind, out)
    if written < len(records):
        warn(f"{_counted(len(records) - written)} left out: {_why_left_out(kind)}")
    if kind not in (*ONE_FILE, SAMPLES):
        others = len(set(out.glob(f"*.{kind}")) - game_files(records, kind, out).keys())
        if others:
            warn(f"{out} also has {others} other .{kind} file{'s' * (others > 1)}")
    click.echo(shown(f"{out}: {_counted(written)}{_left_out(games)}"))


@click.command("import")
@sources_argument
@click.option("--into", required=True, type=click.Path(path_type=Path), help="The .jsonl file.")
@sources_rule_option
def import_(sources: Sequence[Path], into: Path, rule: Rule) -> None:
    """Add games of other programs to a file of JSON lines.

    Their numbers continue those of the file. The games already in it stay unchanged, and are not
    added again; together with the new ones they can be rated and reported.
    """
    games = read_sources(sources, rule)
    fresh, total = add_to_json_lines(games.records, into)
    if again := len(games.records) - fresh:
        warn(f"{_counted(again)} of {into} again: left out")
    click.echo(shown(f"{into}: {_counted(fresh)} added, {total} in all{_left_out(games)}"))


def read_sources(sources: Sequence[Path], rule: Rule) -> LoadedGames:
    """Return the games; report on standard error what could not be read."""
    games = load_games(sources, rule)
    for problem in games.problems[:MOST_PROBLEMS]:
        warn(problem)
    if len(games.problems) > MOST_PROBLEMS:
        warn(f"... and {len(games.problems) - MOST_PROBLEMS} more")
    if games.repeated:
        warn(f"{_counted(games.repeated)} of an earlier source again: counted twice")
    return games


def _name_of(source: Path) -> str:
    """Return the name of a tournament's folder, or of a file without its suffix."""
    path = source.resolve()
    return path.name if path.is_dir() else path.stem


def _counted(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


def _why_left_out(kind: str) -> str:
    if kind != SAMPLES:
        return "no moves, or illegal ones"
    return "void, without moves of engines, or lost by a timeout, crash, illegal move or memory"


def _warn_of_mirror_games(records: Sequence[GameRecord]) -> None:
    count = sum(record.black == record.white for record in records)
    if count:
        warn(f"{_counted(count)} of an engine against its own name: not rated")


def _left_out(games: LoadedGames) -> str:
    """Return a note on the games that could not be read, to append to the line on the others."""
    count = len(games.problems)
    return f"; {count} could not be read and {'is' if count == 1 else 'are'} left out" * (count > 0)


def check_played(records: Sequence[GameRecord], engines: Iterable[str]) -> None:
    """Check that all of these engines have played.

    Raises:
        TournamentError: names the first that has not.
    """
    known = {name for record in records for name in (record.black, record.white)} - {""}
    for name in engines:
        if name not in known:
            hint = did_you_mean(name, known) if known else "the games name no players"
            raise TournamentError(f"no game of {name!r}: {hint}")


def _anchors(
    sources: Sequence[Path], records: Sequence[GameRecord], texts: Sequence[str]
) -> Mapping[str, float]:
    """Return the fixed Elo of the ladders among the sources, and of `--anchor`, which prevails."""
    anchors: dict[str, float] = {}
    for source in sources:
        if (source / DATABASE).is_file():
            with suppress(TournamentError), closing(Store.open(source)) as store:
                anchors |= ladder_anchors(store, records)
    for text in texts:
        name, _, elo = text.rpartition("=")
        try:
            anchors[name] = float(elo)
        except ValueError:
            anchors[name] = float("nan")
        if not name or not abs(anchors[name]) < HIGHEST_ANCHOR:
            raise TournamentError(
                f"--anchor {text!r}: write it as NAME=ELO, such as Pela=1700, "
                f"with an Elo below {HIGHEST_ANCHOR:g}"
            )
    return anchors


def _filtered(
    records: Sequence[GameRecord], losers: Sequence[str], engines: Sequence[str]
) -> list[GameRecord]:
    """Return the games of one of these engines that one of the losers lost; no name admits all.

    Raises:
        TournamentError: an engine has not played.
    """
    check_played(records, (*losers, *engines))
    return [
        record
        for record in records
        if (not losers or record.loser in losers)
        and (not engines or {record.black, record.white} & set(engines))
    ]
