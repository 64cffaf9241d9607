"""Bytes that are no protocol lines: the program goes on, and remembers none of them."""

from pathlib import Path

import psutil
import pytest

from tests.pbrain.scripted import PipeChannel, converse
from tests.torture.byte_chaos import ATTACKS, attack, expect_a_game

pytestmark = pytest.mark.slow

MIB = 1 << 20


@pytest.mark.parametrize("seed", [1, 2])
def test_the_program_goes_on_after_any_bytes(seed: int, tmp_path: Path) -> None:
    assert attack(seed, 2 * len(ATTACKS), tmp_path)["attacks"] == 2 * len(ATTACKS)


@pytest.mark.parametrize(
    ("first", "more"),
    [
        pytest.param("ABOUT", b"x" * 48 * MIB, id="a line without end"),
        pytest.param("BOARD", b"7,7,1\n" * 1_000_000, id="a block without end"),
        pytest.param("TURN 7,7", b"ABOUT\n" * 500_000, id="questions during a thought"),
    ],
)
def test_what_is_of_no_use_takes_no_memory(first: str, more: bytes) -> None:
    channel = PipeChannel()
    try:
        converse(
            channel, "> INFO timeout_turn 600000\n> INFO time_left 2147483647\n> INFO max_memory 1"
        )
        converse(channel, "> START 15\n< OK\n> YXNBEST 1\n> YXSTOP\n< MOVE\n> START 15\n< OK")
        channel.send(first)
        process = psutil.Process(channel.process.pid)
        # The pipe holds 64 KiB: once all is written the program has read the rest.
        before = process.memory_full_info().uss
        channel.send_bytes(more)
        grown = process.memory_full_info().uss - before
        expect_a_game(channel, 1)
    finally:
        channel.close()
    assert grown < 24 * MIB
