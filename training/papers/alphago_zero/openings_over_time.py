"""Openings of self-play over time (AlphaGo Zero, figure 5)."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from core.game.notation import format_moves
from core.game.symmetry import SYMMETRIES, cell_targets
from training.papers.loop.parallel_selfplay import PlayedGame
from training.report.charts import equal_parts

OPENING_MOVES = 3
PERIODS = 10
SHOWN = 5


def opening_of(moves: Sequence[int], size: int) -> tuple[int, ...]:
    """Return the first moves under the symmetry that makes them smallest."""
    images = (cell_targets(size, symmetry) for symmetry in SYMMETRIES)
    return min(tuple(image[move] for move in moves[:OPENING_MOVES]) for image in images)


def shares_over_time(
    games: Sequence[PlayedGame], size: int
) -> dict[str, tuple[list[float], list[float]]]:
    """Return the commonest openings, each with the numbers of the last game of each period and its
    share of the games of that period."""
    openings = [
        opening_of(played.moves, size) for played in games if len(played.moves) >= OPENING_MOVES
    ]
    periods = equal_parts(openings, PERIODS)
    ends = [float(end) for end in accumulate(map(len, periods))]
    return {
        format_moves([(move % size, move // size) for move in opening], size): (
            ends,
            [period.count(opening) / max(1, len(period)) for period in periods],
        )
        for opening, _ in Counter(openings).most_common(SHOWN)
    }
