"""`fukumi solve`: is a position won by fours, by threats, or by search?"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from core.game.board import Board, Point
from core.search.engine import Engine
from core.search.time_management import Budget
from core.threats.vcf import Vcf
from core.threats.vct import Vct
from fukumi.position_files import read_positions, written

VCF_BUDGET = 2_000_000
VCT_BUDGET = 1_000_000
METHODS = ("vcf", "vct", "search")


@dataclass(frozen=True, slots=True)
class Answer:
    """What one method found: a verdict in words, the line, and what it took."""

    verdict: str
    line: tuple[Point, ...]
    nodes: int
    seconds: float


def solve(board: Board, method: str, seconds: float) -> Answer:
    """What one method says of a position that is not over; `seconds` bound the search."""
    begun = time.monotonic()
    if method == "search":
        return _by_search(board, begun, seconds)
    solver, budget = (Vcf(), VCF_BUDGET) if method == "vcf" else (Vct(), VCT_BUDGET)
    line = solver.search(board, budget)
    verdict = "unknown: out of budget" if line is None else "win" if line else "no win"
    return Answer(verdict, tuple(line or ()), solver.visited, time.monotonic() - begun)


def _by_search(board: Board, begun: float, seconds: float) -> Answer:
    engine = Engine()
    engine.set_position(board)
    report = engine.think(Budget(begun, seconds, seconds))
    verdict = f"value {report.value:+.2f}"
    if report.proof:
        outcome = "win" if report.proof > 0 else "loss"
        verdict = f"{outcome} in {abs(report.proof)} plies"
    return Answer(verdict, report.pv, report.visits, time.monotonic() - begun)


def _answers(
    board: Board, methods: tuple[str, ...], seconds: float
) -> Iterator[tuple[str, Answer]]:
    """The answers of the methods in turn, up to the first that decides."""
    for method in methods:
        answer = solve(board, method, seconds)
        yield method, answer
        if answer.verdict.startswith(("win", "loss")):
            return


@click.command(name="solve")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--by",
    "methods",
    multiple=True,
    type=click.Choice(METHODS),
    help="Only this method (may be given more than once). Default: all, until one decides.",
)
@click.option("--seconds", default=5.0, show_default=True, help="Time for a search.")
def command(file: Path, methods: tuple[str, ...], seconds: float) -> None:
    """Solve the positions of FILE: an SGF, or lines such as `renju 15 h8i9g7`.

    vcf looks for a win by fours alone, vct for one by fours and open threes, search searches
    the game tree. Each prints its verdict, its line, the positions it looked at, and its time.
    """
    for name, board in read_positions(file):
        click.echo(name)
        if not board.legal_moves():
            click.echo("  the game is over")
            continue
        for method, answer in _answers(board, methods or METHODS, seconds):
            click.echo(
                f"  {method:<6}  {answer.verdict}  {written(answer.line)}  "
                f"({answer.nodes:,} nodes, {answer.seconds:.3f} s)"
            )
