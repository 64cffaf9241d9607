"""Random and mutated lines: no crash, no hang, no missing or superfluous reply, no illegal move."""

from pathlib import Path

import pytest

from tests.torture.fuzz import fuzz, fuzz_program

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", range(4))
def test_random_lines(seed: int) -> None:
    assert fuzz(seed, lines=5_000)["replies"] > 1_000


@pytest.mark.parametrize("seed", [8, 9])
def test_random_lines_with_the_real_engine(seed: int) -> None:
    assert fuzz(seed, lines=4_000, real_engine=True)["replies"] > 1_000


def test_random_lines_to_the_real_program(tmp_path: Path) -> None:
    assert fuzz_program(1, 3_000, tmp_path)["replies"] > 700
    assert "< OK" in (tmp_path / "conversation.txt").read_text()
