"""Openings in SGF games."""

from core.game.board import Point
from tournaments.records.records import set_up_stones, sgf_moves
from tournaments.records.sgf_collection import first_game


def opening(data: bytes, size: int) -> tuple[Point, ...]:
    """Return the stones set up at the root of a game, then the moves of its main line, Black first.

    Stones set up have no order, so they are taken row by row.

    Raises:
        ValueError: no SGF, another board size, stones that Black and White cannot have placed in
            turns, a pass, or stones set up after the root.
    """
    game = first_game(data)
    if game.get_size() != size:
        raise ValueError(f"it is for a board of {game.get_size()}, not of {size}")
    return (*set_up_stones(game), *(point for _, point in sgf_moves(game)))
