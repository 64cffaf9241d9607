"""Points, moves and positions as text: written text is read back, and bad text is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.notation import (
    format_moves,
    format_point,
    format_position,
    parse_moves,
    parse_point,
    parse_position,
)
from core.game.rules import MAX_SIZE, Rule

POINTS = st.tuples(st.integers(0, MAX_SIZE - 1), st.integers(0, MAX_SIZE - 1))


@given(POINTS)
def test_a_point_is_read_back(point: tuple[int, int]) -> None:
    assert parse_point(format_point(point, MAX_SIZE), MAX_SIZE) == point
    assert parse_point(f" {format_point(point, MAX_SIZE).upper()} ", MAX_SIZE) == point


@given(st.lists(POINTS))
def test_moves_are_read_back_with_and_without_spaces(points: list[tuple[int, int]]) -> None:
    written = format_moves(points, MAX_SIZE)
    assert parse_moves(written, MAX_SIZE) == tuple(points)
    assert parse_moves(written.replace(" ", ""), MAX_SIZE) == tuple(points)


def test_a_column_is_a_letter_and_a_row_counts_from_the_bottom() -> None:
    assert format_moves([(0, 21), (7, 14), (21, 0)], 22) == "a1 h8 v22"
    assert format_moves([(0, 0), (7, 7), (2, 14)], 15) == "a15 h8 c1"


@pytest.mark.parametrize("text", ["", "h", "8h", "h0", "h08", "hh8", "h8i", "h٨", "h8,i9"])
def test_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a point: write it like h8"):
        parse_point(text, 15)


@pytest.mark.parametrize("text", ["h", "8", "h8,i9", "h8i", "h0", "h8 i9x"])
def test_what_are_no_moves_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write them like h8i9g7"):
        parse_moves(text, 15)


@pytest.mark.parametrize("line", ["renju 15 h8i9g7", "freestyle 20 ", "caro-exact 22 v22a1"])
def test_a_position_is_read_back(line: str) -> None:
    assert format_position(parse_position(line)) == line


def test_a_position_has_its_rule_and_the_side_to_move() -> None:
    board = parse_position("standard 15 h8 i9 g7")
    assert (board.rule, board.size, board.ply) == (Rule.STANDARD, 15, 3)
    assert board.cell(8, 6) != board.cell(7, 7) == board.cell(6, 8)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("freestyle", "write it like freestyle 15 h8i9g7"),
        ("freestyle x h8", "write it like freestyle 15 h8i9g7"),
        ("freestyle 23 h8", "size 23 is not between 5 and 22"),
        ("draughts 15 h8", "unknown rule 'draughts'"),
        ("freestyle 15 h8h8", "is taken"),
        ("freestyle 15 z1", "outside"),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_position(line)
