"""The command `fukumi analyse`: the best moves of positions, by a search."""

import json
from pathlib import Path

import click

from core.game.board import Board, Point
from core.game.notation import format_moves, format_point
from core.game.rules import Rule
from core.search.candidate import Candidate, candidate_json, format_proof
from core.search.engine import Engine, Report
from core.search.time_management import Budget
from fukumi.position_files import game_rule_option, read_positions
from tournaments.cli.shared_options import SECONDS

DEFAULT_SECONDS = 5.0
LONGEST_LINE = 12
"""Moves of a line in the table; JSON has all of them."""


def search(board: Board, budget: Budget) -> Report:
    """Return the report of a new engine on a position that is not over."""
    engine = Engine()
    engine.set_position(board)
    return engine.think(budget)


def budget_of(seconds: float | None, visits: int | None) -> Budget:
    """Return a budget of seconds from now and of visits, whichever ends first."""
    if seconds is None and visits is None:
        seconds = DEFAULT_SECONDS
    return Budget.from_now(seconds, visits)


def as_json(name: str, size: int, report: Report | None, best: int) -> str:
    """Return a position's report as one line of JSON; None stands for a finished game."""
    if report is None:
        return json.dumps({"position": name, "over": True, "moves": []})

    def write_point(point: Point) -> str:
        return format_point(point, size)

    fields = {
        "position": name,
        "over": False,
        "visits": report.visits,
        "seconds": round(report.seconds, 3),
        "proof": report.proof,
        "moves": [candidate_json(c, write_point) for c in report.candidates[:best]],
    }
    return json.dumps(fields)


def as_table(name: str, size: int, report: Report | None, best: int) -> str:
    """Return a position's report as lines of a table, best move first; None: a finished game."""
    if report is None:
        return f"{name}\n  the game is over"
    head = f"  {'move':<5}{'visits':>10}  {'prior':>6}  {'value':>6}  {'proof':<11}line"
    rows = [_row(candidate, size) for candidate in report.candidates[:best]]
    verdict = f", {format_proof(report.proof)}" if report.proof else ""
    foot = f"  ({report.visits:,} visits, {report.seconds:.3f} s{verdict})"
    return "\n".join([name, head, *rows, foot])


def _row(candidate: Candidate, size: int) -> str:
    line = format_moves(candidate.pv[:LONGEST_LINE], size)
    more = " ..." if len(candidate.pv) > LONGEST_LINE else ""
    name = format_point(candidate.move, size)
    return (
        f"  {name:<5}{candidate.visits:>10,}  {candidate.prior:>6.3f}  "
        f"{candidate.value:>+6.2f}  {format_proof(candidate.proof):<11}{line}{more}"
    )


@click.command(name="analyse")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--best",
    default=5,
    show_default=True,
    type=click.IntRange(min=1),
    help="Number of moves to show.",
)
@click.option(
    "--seconds",
    type=SECONDS,
    help=f"Time limit for each position. Default: {DEFAULT_SECONDS:g}, or none with --visits.",
)
@click.option(
    "--visits",
    type=click.IntRange(min=1),
    help="Limit of search visits for each position. Default: none.",
)
@game_rule_option
@click.option("--json", "wants_json", is_flag=True, help="Write one JSON object per position.")
def command(
    file: Path,
    best: int,
    seconds: float | None,
    visits: int | None,
    rule: Rule,
    wants_json: bool,
) -> None:
    """Show the best moves of positions.

    FILE is an SGF or a .psq, or holds lines such as `renju 15 h8i9g7`. Each move is listed with its
    visits, prior, value for the side to move (-1 to 1), proof (in plies at most) and expected
    line of play. A search ends early once it has proved the position won or lost.
    """
    show = as_json if wants_json else as_table
    for name, board, over in read_positions(file, rule):
        report = search(board, budget_of(seconds, visits)) if not over else None
        click.echo(show(name, board.size, report, best))
