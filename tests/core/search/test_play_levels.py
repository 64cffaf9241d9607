"""Playing levels: urgent moves are never missed, and weaker levels choose less sharply."""

import random

import pytest

from core.game.board import Board
from core.game.notation import parse_point, parse_position
from core.search.play_levels import LEVELS, LevelPlayer, PlayLevel

MEMORY = 200 << 20
OPENING = "freestyle 15 h8i9g7h7"


def moves(level: PlayLevel, board: Board, games: int) -> set[tuple[int, int]]:
    player = LevelPlayer(level, MEMORY, random.Random(3))
    return {player.move(board)[0] for _ in range(games)}


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        ("freestyle 15 h8a1i8a3j8a5k8a7", {"g8", "l8"}),
        ("freestyle 15 h8g8i8a3j8a5k8", {"l8"}),
    ],
    ids=["completes", "stops"],
)
def test_no_level_misses_a_five(level: PlayLevel, position: str, wanted: set[str]) -> None:
    board = parse_position(position)
    assert moves(level, board, 8) <= {parse_point(name, board.size) for name in wanted}


def test_a_soft_level_varies_and_a_hard_one_does_not() -> None:
    board = parse_position(OPENING)
    assert len(moves(PlayLevel("soft", 1, 0, 2.0), board, 12)) > 1
    assert len(moves(PlayLevel("hard", 1, 0, 0.001), board, 6)) == 1


def test_a_move_that_a_level_does_not_like_is_never_drawn() -> None:
    board = parse_position(OPENING)
    player = LevelPlayer(LEVELS[0], MEMORY, random.Random(1))
    _, report = player.move(board)
    shares = {c.move: c.visits + 8 * c.prior for c in report.candidates}
    liked = {move for move, share in shares.items() if share >= 0.02 * max(shares.values())}
    assert moves(LEVELS[0], board, 40) <= liked
    assert len(liked) < len(board.legal_moves())
