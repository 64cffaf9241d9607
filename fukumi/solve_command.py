"""The command `fukumi solve`: proofs of positions by fours, by threats, or by search."""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from core.game.board import Board, Point
from core.game.notation import format_moves, format_point
from core.game.rules import Rule
from core.search.candidate import format_proof
from core.search.engine import Engine
from core.search.time_management import Budget
from core.threats.vcf import Vcf
from core.threats.vct import Vct
from fukumi.position_files import FilePosition, game_rule_option, read_positions
from tournaments.cli.shared_options import SECONDS

VCF_BUDGET = 2_000_000
VCT_BUDGET = 1_000_000
METHODS = ("vcf", "vct", "search")


@dataclass(frozen=True, slots=True)
class SolverResult:
    """Result of one method: a verdict in words, the line, and the nodes and seconds used."""

    verdict: str
    line: tuple[Point, ...]
    nodes: int
    seconds: float


def solve(board: Board, method: str, seconds: float) -> SolverResult:
    """Return one method's result for a position that is not over; `seconds` limits the search."""
    begun = time.monotonic()
    if method == "search":
        return _by_search(board, begun, seconds)
    solver, budget = (Vcf(), VCF_BUDGET) if method == "vcf" else (Vct(), VCT_BUDGET)
    line = solver.search(board, budget)
    verdict = "unknown: out of budget" if line is None else "win" if line else "no win"
    return SolverResult(verdict, tuple(line or ()), solver.visited, time.monotonic() - begun)


def _by_search(board: Board, begun: float, seconds: float) -> SolverResult:
    engine = Engine()
    engine.set_position(board)
    report = engine.think(Budget(begun, seconds, seconds))
    proof = format_proof(report.proof)
    verdict = f"{proof} plies" if proof else f"value {report.value:+.2f}"
    return SolverResult(verdict, report.pv, report.visits, time.monotonic() - begun)


def _results(
    board: Board, methods: tuple[str, ...], seconds: float
) -> Iterator[tuple[str, SolverResult]]:
    """Yield the results of the methods in order, up to the first that decides."""
    for method in methods:
        result = solve(board, method, seconds)
        yield method, result
        if result.verdict.startswith(("win", "loss")):
            return


@click.command(name="solve")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--by",
    "methods",
    multiple=True,
    type=click.Choice(METHODS),
    help="Use only this method; may be repeated. Default: all in order, until one decides.",
)
@click.option(
    "--seconds", default=5.0, show_default=True, type=SECONDS, help="Time limit of the search."
)
@game_rule_option
@click.option("--json", "wants_json", is_flag=True, help="Write one JSON object per position.")
def command(
    file: Path, methods: tuple[str, ...], seconds: float, rule: Rule, wants_json: bool
) -> None:
    """Prove positions won or lost.

    FILE is an SGF or a .psq, or holds lines such as `renju 15 h8i9g7`. vcf finds wins by continuous
    fours, vct wins by fours and open threes, and search searches the game tree. Each method prints
    its verdict, its line, the number of positions it examined, and its time.
    """
    show = _print_json if wants_json else _print_text
    for position in read_positions(file, rule):
        found = () if position.over else _results(position.board, methods or METHODS, seconds)
        show(position, found)


def _print_text(position: FilePosition, found: Iterable[tuple[str, SolverResult]]) -> None:
    click.echo(position.name)
    if position.over:
        click.echo("  the game is over")
    for method, result in found:
        click.echo(
            f"  {method:<6}  {result.verdict}  {format_moves(result.line, position.board.size)}  "
            f"({result.nodes:,} nodes, {result.seconds:.3f} s)"
        )


def _print_json(position: FilePosition, found: Iterable[tuple[str, SolverResult]]) -> None:
    results = [
        {
            "method": method,
            "verdict": result.verdict,
            "line": [format_point(move, position.board.size) for move in result.line],
            "nodes": result.nodes,
            "seconds": round(result.seconds, 3),
        }
        for method, result in found
    ]
    click.echo(json.dumps({"position": position.name, "over": position.over, "results": results}))
