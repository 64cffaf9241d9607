"""A runner that is killed at any moment loses no finished game and plays none twice."""

from pathlib import Path

import pytest

from tests.torture.runner_kills import attack

pytestmark = pytest.mark.slow


@pytest.mark.timeout(400)
def test_a_runner_killed_again_and_again_plays_every_game_once(tmp_path: Path) -> None:
    done = attack(5, 5, tmp_path)
    assert done["kills"] == 5
    assert done["grew"] > 0
    assert done["left_for_the_last_run"] > 0
