"""The command `fukumi bench`: the speed of the core, measured on fixed positions."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from core import BUILD
from core.eval.evaluate import Evaluator, LinesEvaluator, RolloutEvaluator
from core.eval.net import NetEvaluator
from core.eval.net_loader import evaluator_for
from core.game.board import Board
from core.game.rules import Rule
from core.search.bench_loops import evaluations, make_unmake, net_evaluations, vcf_nodes, vct_nodes
from core.search.engine import Engine
from core.search.time_management import Budget
from core.system.files import require_folder
from core.system.processor import BUILDS, ENVIRONMENT
from fukumi.bench_results import BenchError, BenchRun, format_table, load_run
from tournaments.cli.shared_options import SECONDS

# Balanced middle games without a quick proof: x,y in play order, Black first.
POSITIONS = {
    15: "7,7 7,10 8,9 7,4 6,7 8,7 6,8 6,9 4,7 5,7 5,10 4,9 10,10 6,6 4,8 5,6",
    20: "9,9 9,12 10,11 9,6 8,9 10,9 8,10 8,11 6,9 7,9 7,12 6,11 12,12 8,8 6,10 7,8",
}

# Crowded positions without a VCF, which takes many thousand nodes to refute.
CROWDED = {
    15: "5,3 8,3 2,4 3,2 12,9 12,8 4,2 3,12 11,4 2,5 11,8 4,8 11,5 9,6 2,9 10,11 2,2 9,8 6,2 4,3 "
    "9,10 7,9 2,6 8,8 5,11 5,8 7,8 10,10 6,10 12,11 11,12 11,9 10,8 8,2 10,7 9,7 2,10 5,5 2,3 "
    "4,10",
    20: "15,15 5,13 13,15 2,7 4,11 6,12 6,2 4,4 6,16 7,12 16,4 8,14 13,6 4,3 9,12 8,3 14,12 12,14 "
    "12,17 5,7 14,16 8,15 9,16 2,8 17,3 6,17 6,15 15,6 17,10 15,9 2,15 11,3 17,8 11,10 9,13 "
    "10,14 13,4 12,9 10,12 2,13 5,8 9,2 10,11 16,5 5,16 15,13 13,8 6,5",
}

FILE = click.Path(dir_okay=False, path_type=Path)


def position(moves: str, size: int) -> Board:
    """Return the freestyle position after moves such as `7,7 7,10`."""
    board = Board(size, Rule.FREESTYLE)
    for point in moves.split():
        x, y = point.split(",")
        board.play(int(x), int(y))
    return board


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Return the units of work per second; `work(n)` does n rounds and returns the units done."""
    rounds = 1
    while True:
        begun = time.perf_counter()
        units = work(rounds)
        took = time.perf_counter() - begun
        if took >= seconds:
            return units / took
        rounds = max(rounds * 2, int(rounds * seconds / max(took, 1e-6)))


def measure(size: int, seconds: float) -> dict[str, float]:
    """Return rates per second by name, each measured for about `seconds`."""
    board, crowded = position(POSITIONS[size], size), position(CROWDED[size], size)
    lines, rollouts = LinesEvaluator(), RolloutEvaluator()
    return {
        "make+unmake": rate(lambda n: make_unmake(board, n), seconds),
        "line evaluations": rate(lambda n: evaluations(lines, board, n), seconds),
        "playouts": rate(lambda n: evaluations(rollouts, board, n), seconds),
        "VCF nodes": rate(lambda n: vcf_nodes(crowded, n), seconds),
        "VCT nodes": rate(lambda n: vct_nodes(board, n), seconds),
        "visits": visits_per_second(board, lines, seconds),
        **measure_net(board, seconds),
    }


def measure_net(board: Board, seconds: float) -> dict[str, float]:
    """Return the rates of the bundled net, if there is one."""
    net = evaluator_for(Rule.FREESTYLE)
    if not isinstance(net, NetEvaluator):
        return {}
    return {
        "net evaluations": rate(lambda n: net_evaluations(net, board, n), seconds),
        "visits with the net": visits_per_second(board, net, seconds),
    }


def visits_per_second(board: Board, evaluator: Evaluator, seconds: float) -> float:
    """Return the rate of a new search; a search without a visit is repeated for longer."""
    engine = Engine(evaluator)
    engine.set_position(board)
    report = engine.think(Budget.from_now(seconds))
    if not report.visits:
        return visits_per_second(board, evaluator, 2 * seconds)
    return report.visits / report.seconds


def bench_build(build: str, seconds: float) -> BenchRun:
    """Return the rates of another build of the core, measured in a process of its own.

    Raises:
        BenchError: the build does not run here.
    """
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "run"
        command = [sys.executable, "-P", "-m", "fukumi", "bench"]
        done = subprocess.run(
            [*command, f"--seconds={seconds}", f"--out={kept}"],
            env={**os.environ, ENVIRONMENT: build},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
            raise BenchError(f"cannot measure the build {build}: {last}")
        return load_run(kept)


@click.command()
@click.option(
    "--seconds", default=1.0, show_default=True, type=SECONDS, help="Time of each measurement."
)
@click.option("--out", type=FILE, help="File to write the figures to. Default: none.")
@click.option(
    "--against", type=FILE, help="Print ratios to the figures in this file. Default: none."
)
@click.option(
    "--against-build",
    type=click.Choice(BUILDS),
    help="Print ratios to another build of the core, measured now. Default: none.",
)
@click.option("--json", "wants_json", is_flag=True, help="Write one JSON object instead of tables.")
def bench(
    seconds: float,
    out: Path | None,
    against: Path | None,
    against_build: str | None,
    wants_json: bool,
) -> None:
    """Measure the speed of the core on this machine.

    A ratio above 1 means that this build is faster.
    """
    require_folder(out)
    stored = load_run(against) if against else None
    run = BenchRun(BUILD, {f"{size}x{size}": measure(size, seconds) for size in POSITIONS})
    if out:
        run.save(out)
    others = {str(against): stored} if stored else {}
    if against_build:
        others["now"] = bench_build(against_build, seconds)
    if wants_json:
        click.echo(json.dumps(_values(run, others)))
    else:
        _print(run)
        for source, other in others.items():
            _print_ratios(run, other, source)


def _values(run: BenchRun, others: Mapping[str, BenchRun]) -> dict[str, Any]:
    """Return the rates per second, and the ratios to each other run."""
    ratios = [
        {"build": other.build, "source": source, "ratios": run.over(other)}
        for source, other in others.items()
    ]
    return {"build": run.build, "rates": run.rates, "against": ratios}


def _print(run: BenchRun) -> None:
    click.echo(f"build {run.build}")
    click.echo(format_table("per second", run.rates, lambda rate: f"{rate:,.0f}"))
    pair = 1e6 / run.rates["15x15"]["make+unmake"]
    click.echo(f"one make+unmake on 15x15: {pair:.3f} microseconds")


def _print_ratios(run: BenchRun, other: BenchRun, source: str) -> None:
    click.echo(f"\nagainst build {other.build} ({source})")
    click.echo(format_table("ratio", run.over(other), lambda ratio: f"{ratio:.2f}"))
