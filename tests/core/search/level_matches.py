"""Matches between neighbouring levels: `python -m tests.core.search.level_matches [GAMES] [RULE]`.

Each balanced opening is played with both colours. The table has the score of the stronger level,
its difference in Elo with the 95 % interval, and the Elo above the weakest level.
"""

import random
import sys
from itertools import pairwise

from core.game.board import BLACK, Board
from core.game.notation import board_after
from core.game.outcome import points_of
from core.game.rules import Rule
from core.match.balanced_openings import balanced_opening
from core.match.elo import elo_of, mean_with_error
from core.search.play_levels import LEVELS, LevelPlayer, PlayLevel

MEMORY = 200 << 20
SIZE = 15


def play(first: LevelPlayer, second: LevelPlayer, start: Board) -> float:
    """Return the points of the side that plays Black."""
    board = start.copy()
    while not board.over:
        move, _ = (first if board.to_move == BLACK else second).move(board)
        board.play(*move)
    return points_of(board, BLACK)


def scores(levels: tuple[PlayLevel, PlayLevel], starts: list[Board]) -> list[float]:
    """Return the points per game of the second level, for each position both colours."""
    rng = random.Random(1)
    weak, strong = (LevelPlayer(level, MEMORY, rng) for level in levels)
    return [(play(strong, weak, start) + 1 - play(weak, strong, start)) / 2 for start in starts]


def main(games: int, rule: Rule) -> None:
    """Print the table, a line for each pair of neighbours."""
    total = 0.0
    openings = (balanced_opening(SIZE, rule, seed) for seed in range(games // 2))
    starts = [board_after(SIZE, rule, opening) for opening in openings]
    for pair in pairwise(LEVELS):
        mean, error = mean_with_error(scores(pair, starts))
        low, elo, high = (
            elo_of(min(0.995, max(0.005, score))) for score in (mean - error, mean, mean + error)
        )
        total += elo
        print(
            f"{pair[1].name:<20} {mean:.3f} +-{error:.3f}  {elo:+5.0f} ({low:+.0f} to {high:+.0f})"
            f"  {total:+5.0f}",
            flush=True,
        )


if __name__ == "__main__":
    words = sys.argv[1:]
    main(int(words[0]) if words else 100, Rule.parse(words[1]) if words[1:] else Rule.FREESTYLE)
