"""The file of blunders: each is one."""

import pytest

from tests.positions import blunders, shape_of
from tests.positions.blunders import PlayedBlunder, is_refuted, load

BLUNDERS = load()


def test_no_position_is_there_twice() -> None:
    shapes = {shape_of(blunder.board) for blunder in BLUNDERS}
    assert len(shapes) == len(BLUNDERS)


@pytest.mark.slow
@pytest.mark.parametrize("blunder", BLUNDERS)
def test_the_move_is_refuted(blunder: PlayedBlunder) -> None:
    assert is_refuted(blunder.board, blunder.move)


def test_the_count_is_by_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blunders, "load", lambda: BLUNDERS[:2])
    (row,) = blunders.rows(0.01)
    assert row.startswith("freestyle ")
    assert row.endswith(" of 2   refuted again")
