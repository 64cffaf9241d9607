"""A training run that is killed at any moment loses no shard and ends like any other."""

from pathlib import Path

import pytest

from tests.torture.training_kills import attack

pytestmark = pytest.mark.slow


@pytest.mark.timeout(400)
def test_a_run_killed_twice_ends_whole(tmp_path: Path) -> None:
    assert attack(3, 2, tmp_path)["kills"] == 2
