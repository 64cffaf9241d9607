"""A damaged file in a run folder is reported in one line, or changes nothing."""

from pathlib import Path

import pytest

from tests.torture.damaged_training import attack

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [1])
def test_damaged_files_confuse_no_command(seed: int, tmp_path: Path) -> None:
    done = attack(seed, 20, tmp_path)
    assert done["refused"] > 0
