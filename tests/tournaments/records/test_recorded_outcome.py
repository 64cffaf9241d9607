"""Results that the board alone shows."""

from core.game.board import BLACK, WHITE, Board
from core.game.rules import Rule
from tests.core.positions import one_free_point, stones_of
from tournaments.model import Reason, Result
from tournaments.records.recorded_outcome import natural_end


def test_a_side_without_a_legal_move_draws() -> None:
    grid, _ = one_free_point()
    black, white = (Board.from_stones(15, Rule.RENJU, stones_of(grid), s) for s in (BLACK, WHITE))
    assert natural_end(black) == (Result.DRAW, Reason.FULL_BOARD)
    assert natural_end(white) is None
