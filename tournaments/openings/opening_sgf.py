"""Openings in SGF games."""

from sgfmill import sgf

from core.game.board import Point
from tournaments.records.records import alternating, sgf_moves


def opening(data: bytes, size: int) -> tuple[Point, ...]:
    """Return the stones set up at the root of a game, then the moves of its main line, Black first.

    Stones set up have no order, so they are taken row by row.

    Raises:
        ValueError: no SGF, another board size, stones that Black and White cannot have placed in
            turns, a pass, or stones set up after the root.
    """
    game = sgf.Sgf_game.from_bytes(data)
    if game.get_size() != size:
        raise ValueError(f"it is for a board of {game.get_size()}, not of {size}")
    points = _set_up(game)
    for node in game.get_main_sequence()[1:]:
        if node.has_setup_stones():
            raise ValueError("stones are set up in the middle of the game")
    for node, point in sgf_moves(game):
        if node.get_move()[0] != "bw"[len(points) % 2]:
            raise ValueError(f"move {len(points) + 1} is by the wrong colour")
        points.append(point)
    return tuple(points)


def _set_up(game: sgf.Sgf_game) -> list[Point]:
    black, white, _ = game.get_root().get_setup_stones()
    if len(black) - len(white) not in (0, 1):
        raise ValueError(f"{len(black)} black and {len(white)} white stones are set up")
    return alternating(black, white, game.get_size())
