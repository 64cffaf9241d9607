"""100,000 random and mutated lines: no crash, no hang, no reply too few or too many, no illegal
move."""

import pytest

from tests.pbrain.fuzz import fuzz


@pytest.mark.parametrize("seed", range(8))
def test_random_lines(seed: int) -> None:
    fuzz(seed, lines=10_000)


@pytest.mark.parametrize("seed", [8, 9])
def test_random_lines_with_the_real_engine(seed: int) -> None:
    fuzz(seed, lines=10_000, real_engine=True)
