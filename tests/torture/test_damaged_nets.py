"""Damaged and malformed nets are refused in one line, or play legal moves."""

from pathlib import Path

import pytest

from tests.torture.damaged_nets import attack

pytestmark = pytest.mark.slow


def test_damaged_nets_are_refused_or_play(tmp_path: Path) -> None:
    assert attack(1, 150, tmp_path)["refused"] > 30
