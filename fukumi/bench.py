"""`fukumi bench`: how fast the core is here, on fixed positions."""

import time
from collections.abc import Callable

import click

from core.board import Board
from core.clock import Budget
from core.engine import Engine
from core.evaluate import LinesEvaluator, RolloutEvaluator
from core.rules import Rule
from core.speed import evaluations, make_unmake

# Balanced middle games that no quick proof ends: x,y in play order, Black first.
POSITIONS = {
    15: "7,7 7,10 8,9 7,4 6,7 8,7 6,8 6,9 4,7 5,7 5,10 4,9 10,10 6,6 4,8 5,6",
    20: "9,9 9,12 10,11 9,6 8,9 10,9 8,10 8,11 6,9 7,9 7,12 6,11 12,12 8,8 6,10 7,8",
}


def position(size: int) -> Board:
    """The fixed position of a board size, freestyle."""
    board = Board(size, Rule.FREESTYLE)
    for point in POSITIONS[size].split():
        x, y = point.split(",")
        board.play(int(x), int(y))
    return board


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Units of work per second; `work(n)` does n rounds and returns the units done."""
    rounds = 1
    while True:
        begun = time.perf_counter()
        units = work(rounds)
        took = time.perf_counter() - begun
        if took >= seconds:
            return units / took
        rounds = max(rounds * 2, int(rounds * seconds / max(took, 1e-6)))


def measure(size: int, seconds: float) -> dict[str, float]:
    """Rates per second by name, each measured for about `seconds`."""
    board = position(size)
    lines, rollouts = LinesEvaluator(), RolloutEvaluator()
    return {
        "make+unmake": rate(lambda n: make_unmake(board, n), seconds),
        "line evaluations": rate(lambda n: evaluations(lines, board, n), seconds),
        "playouts": rate(lambda n: evaluations(rollouts, board, n), seconds),
        "visits": visits_per_second(board, seconds),
    }


def visits_per_second(board: Board, seconds: float) -> float:
    """Visits of a fresh search with the line evaluator."""
    engine = Engine()
    engine.set_position(board)
    report = engine.think(Budget(time.monotonic(), seconds, seconds))
    return report.visits / report.seconds


@click.command()
@click.option("--seconds", default=1.0, show_default=True, help="Time for each measurement.")
def bench(seconds: float) -> None:
    """Print how fast this build of the core is on this machine."""
    if seconds <= 0:
        raise click.BadParameter("give a time above 0", param_hint="--seconds")
    sizes = {size: measure(size, seconds) for size in POSITIONS}
    click.echo("".join([f"{'per second':<20}", *(f"{f'{s}x{s}':>14}" for s in sizes)]))
    for name in sizes[15]:
        click.echo("".join([f"{name:<20}", *(f"{sizes[s][name]:>14,.0f}" for s in sizes)]))
    pair = 1e6 / sizes[15]["make+unmake"]
    click.echo(f"one make+unmake on 15x15: {pair:.3f} microseconds")
