"""The command `fukumi blunders`: moves of finished games that let the opponent win by threats."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from core.game.rules import Rule
from tournaments.cli.report_commands import (
    check_played,
    read_sources,
    sources_argument,
    sources_rule_option,
)
from tournaments.cli.warn import warn
from tournaments.report.blunders import BlunderFinder, summary


@click.command(name="blunders")
@sources_argument
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME",
    help="Only the blunders of this engine; may be repeated. Default: of all.",
)
@click.option(
    "--solver-nodes",
    default=100_000,
    show_default=True,
    type=click.IntRange(min=1),
    help="Positions that the solver may search after each move.",
)
@click.option("--json", "wants_json", is_flag=True, help="Write one JSON object per blunder.")
@sources_rule_option
def command(
    sources: Sequence[Path],
    engines: Sequence[str],
    solver_nodes: int,
    wants_json: bool,
    rule: Rule,
) -> None:
    """List the moves of games after which the opponent wins by threats.

    SOURCES are folders of tournaments and .jsonl, .psq, .sgf or .pgn files. A solver searches the
    position after each move for a win by fours and open threes. If it finds one, and found none
    after the same engine's move before, the move is listed, with the first of six other moves that
    it does not refute. The list is a file of positions for `fukumi analyse`; comments describe
    them. A line for each engine on standard error sums up.
    """
    records = read_sources(sources, rule).records
    check_played(records, engines)
    games = [record for record in records if record.moves]
    if len(games) < len(records):
        warn(f"games without moves: {len(records) - len(games)}, left out")
    finder, found = BlunderFinder(solver_nodes), []
    for game in games:
        for blunder in finder.find(game, engines):
            found.append(blunder)
            click.echo(json.dumps(blunder.as_json()) if wants_json else blunder.as_text())
    for line in summary(games, found, engines):
        warn(line)
