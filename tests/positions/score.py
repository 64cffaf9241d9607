"""Score on the suite: `python -m tests.positions.score [SECONDS]`, by rule and grade.

The engine thinks for a second, or SECONDS, on each position that is won; it stops when it has
proved a win. "alone" counts the positions in which the move of the highest prior, without any
search, wins: after it the engine proves the loss of the other side in the same time.
"""

import sys
from collections.abc import Iterator
from itertools import groupby

from core.eval.evaluate import Evaluator
from core.eval.net_loader import evaluator_for
from core.search.engine import Engine, Report
from core.search.time_management import Budget
from tests.positions import NO_VCF, RULES, Puzzle, load


def think(engine: Engine, position: Puzzle, seconds: float) -> Report:
    """Return the report of a position that the engine has not seen before."""
    engine.set_position(position.board)
    return engine.think(Budget.from_now(seconds))


def wins_alone(engine: Engine, evaluator: Evaluator, position: Puzzle, seconds: float) -> bool:
    """Return whether the move of the highest prior still wins."""
    board = position.board.copy()
    move, _ = evaluator.priors(board)[0]
    if move not in board.legal_moves():
        return False
    board.play(*move)
    if board.over:
        return board.winner != 0
    engine.set_position(board)
    return engine.think(Budget.from_now(seconds)).proof < 0


def rows(seconds: float) -> Iterator[str]:
    """Yield one line for each rule and grade."""
    for rule in RULES:
        engine, evaluator = Engine(), evaluator_for(rule)
        won = (position for position in load(rule) if position.grade != NO_VCF)
        for grade, group in groupby(won, lambda position: position.grade):
            positions = list(group)
            alone = sum(wins_alone(engine, evaluator, one, seconds) for one in positions)
            reports = [think(engine, position, seconds) for position in positions]
            solved = sum(report.proof > 0 for report in reports)
            times = [report.seconds * 1000 for report in reports]
            yield (
                f"{rule.label:<10}  {grade:<6}  {alone:>5}  {solved:>3} of {len(reports):<3}  "
                f"{sum(times) / len(times):>7.1f}  {max(times):>7.1f}"
            )


if __name__ == "__main__":
    print(
        f"{'rule':<10}  {'grade':<6}  {'alone':<5}  {'proved':<9}  {'mean ms':>7}  {'most ms':>7}"
    )
    for row in rows(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0):
        print(row, flush=True)
