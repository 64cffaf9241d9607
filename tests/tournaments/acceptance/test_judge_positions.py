"""The judge's fixed positions."""

from core.game.notation import board_after, parse_moves
from tournaments.acceptance.judge_positions import POSITIONS, far_opening


def test_the_judges_positions() -> None:
    assert far_opening(15) == [(13, 13), (10, 13), (10, 12)]
    for position in POSITIONS:
        for rule in position.rules:
            board = board_after(15, rule, parse_moves(position.moves, 15))
            assert not board.over
            assert any(position.accepts(move, 15) for move in board.legal_moves())
            assert not all(position.accepts((x, y), 15) for x in range(15) for y in range(15))
