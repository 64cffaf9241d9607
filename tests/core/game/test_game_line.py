"""Games that go on after their end, or end with a foul."""

import pytest

from core.game.board import BLACK, IllegalMove
from core.game.game_line import GameLine, game_line
from core.game.notation import parse_moves
from core.game.rules import Rule

FIVE = "a1a15b1b15c1c15d1d15e1"
OVERLINE = "a8a15b8c15c8e15e8g15f8i15g8k15d8"


def line(rule: Rule, moves: str) -> GameLine:
    return game_line(15, rule, parse_moves(moves, 15))


def test_a_game_that_ends_with_its_moves_has_no_note() -> None:
    won, open_ = line(Rule.FREESTYLE, FIVE), line(Rule.FREESTYLE, "h8i9")
    assert (won.over, won.left_out, won.note) == (True, 0, "")
    assert (open_.over, len(open_.moves), open_.note) == (False, 2, "")


def test_moves_after_the_end_are_left_out() -> None:
    won = line(Rule.FREESTYLE, f"{FIVE}e15")
    assert (won.board.winner, won.board.ply, won.moves) == (BLACK, 9, parse_moves(FIVE, 15))
    assert won.note == "1 move after the end of the game left out"
    # they may even be impossible
    assert line(Rule.FREESTYLE, f"{FIVE}a1z20").left_out == 2


def test_a_foul_ends_the_game() -> None:
    lost = line(Rule.RENJU, f"{OVERLINE}o1o2")
    assert (lost.over, lost.board.ply, lost.left_out) == (True, 12, 2)
    assert lost.moves == parse_moves(OVERLINE, 15)
    assert lost.note == (
        "move 13: d8 is forbidden to Black: overline, and White wins; "
        "2 moves after the end of the game left out"
    )


@pytest.mark.parametrize(
    ("moves", "why"), [("h8h8", "move 2: h8 is taken"), ("h8p8", "move 2: p8 is outside")]
)
def test_an_impossible_move_is_an_error(moves: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        line(Rule.RENJU, moves)
