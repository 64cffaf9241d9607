"""The outcome of finished games, from either side."""

import pytest

from core.game.board import BLACK, WHITE, Board
from core.game.notation import board_after, parse_moves
from core.game.outcome import points_of, result_for_black
from core.game.rules import Rule

BLACK_WINS = board_after(9, Rule.FREESTYLE, parse_moves("a1 a2 b1 b2 c1 c2 d1 d2 e1", 9))
WHITE_WINS = board_after(9, Rule.FREESTYLE, parse_moves("a1 a2 b1 b2 c1 c2 d1 d2 i9 e2", 9))


@pytest.mark.parametrize(
    ("board", "result", "points"),
    [(BLACK_WINS, 1, (1.0, 0.0)), (WHITE_WINS, -1, (0.0, 1.0)), (Board(9), 0, (0.5, 0.5))],
)
def test_a_win_a_loss_and_a_draw(board: Board, result: int, points: tuple[float, float]) -> None:
    assert result_for_black(board) == result
    assert (points_of(board, BLACK), points_of(board, WHITE)) == points
