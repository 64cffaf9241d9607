"""The fixed positions by which the Gomocup judge accepts an engine, answered by the real brain."""

from collections.abc import Iterator

import pytest

from core.game.notation import parse_moves
from tests.pbrain.scripted import PipeChannel, converse

FREESTYLE, STANDARD, RENJU, CARO = 0, 1, 4, 8

FOUR = "h8h9i8i9j8j9k8k9"
BLOCK_EXACT = "h8h9i8h10g8h11j13h12g14h14i15"
FOUL = "h8h9i7i9h10i6i11i12"
BLOCK_CARO = "h8f8g8f9i8f7j8l8"


def points(text: str) -> list[str]:
    """Return `x,y` of each square in a text like `h8g14`; the judge counts rows from the top."""
    return [f"{x},{14 - y}" for x, y in parse_moves(text, 15)]


def board(position: str) -> str:
    """Return the BOARD command for a position with the brain to move."""
    stones = points(position)
    ours_first = len(stones) % 2 == 0
    fields = [1 if (i % 2 == 0) == ours_first else 2 for i in range(len(stones))]
    lines = [f"> {stone},{field}" for stone, field in zip(stones, fields, strict=True)]
    return "\n".join(["> BOARD", *lines, "> DONE"])


@pytest.fixture(scope="module")
def brain() -> Iterator[PipeChannel]:
    channel = PipeChannel()
    converse(channel, "> INFO timeout_turn 600000\n> INFO time_left 3600000\n> INFO max_node 20000")
    yield channel
    assert channel.finish() == []


def answer(brain: PipeChannel, size: int, rule: int, position: str) -> str:
    (_ok, move) = converse(
        brain, f"> START {size}\n< OK\n> INFO rule {rule}\n{board(position)}\n< MOVE"
    )
    return move


@pytest.mark.parametrize(
    ("size", "rule"),
    [(20, FREESTYLE), (15, FREESTYLE), (15, STANDARD), (15, RENJU), (15, CARO)],
)
def test_own_four_is_completed(brain: PipeChannel, size: int, rule: int) -> None:
    assert answer(brain, size, rule, FOUR) in points("g8l8")


def test_standard_blocks_the_three_where_five_is_exact(brain: PipeChannel) -> None:
    assert answer(brain, 15, STANDARD, BLOCK_EXACT) in points("f8j8")


def test_renju_black_keeps_off_the_forbidden_point(brain: PipeChannel) -> None:
    assert answer(brain, 15, RENJU, FOUL) not in points("g9")


def test_caro_blocks_the_three_that_can_still_win(brain: PipeChannel) -> None:
    assert answer(brain, 15, CARO, BLOCK_CARO) in points("f5f6f10f11")
