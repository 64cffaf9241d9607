"""Damaged tournaments, records and openings: one clear line each, and nothing is lost."""

from pathlib import Path

import pytest

from tests.torture.damaged_games import FORMATS, attack

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [1, 4])
def test_damaged_files_confuse_no_command(seed: int, tmp_path: Path) -> None:
    done = attack(seed, 30, tmp_path)
    assert all(done[kind] for kind in (*FORMATS, "database", "openings"))
    assert done["database refused"] > 0
