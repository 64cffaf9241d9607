"""Facts of a position by the rules: side to move, winner, forbidden points and threats."""

from typing import Any

from core.game.board import BLACK, WHITE, Board

COLOURS = {BLACK: "black", WHITE: "white"}


def facts(board: Board) -> dict[str, Any]:
    """Return the facts as JSON for the page: points are [x, y], `forbidden` holds [x, y, foul].

    `forbidden` is empty when Black is not to move.
    """
    forbidden = [] if board.over or board.to_move != BLACK else board.forbidden_points()
    return {
        "toMove": COLOURS[board.to_move],
        "over": board.over,
        "winner": COLOURS.get(board.winner),
        "line": board.winning_line(),
        "forbidden": [(x, y, board.foul(x, y)) for x, y in forbidden],
        "threats": {} if board.over else {name: board.threats(c) for c, name in COLOURS.items()},
    }
