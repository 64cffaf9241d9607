"""Fouls and winners of renju against two other referees."""

import random
from collections import Counter
from pathlib import Path

import pytest

from core.game.board import BLACK, WHITE
from core.game.rules import Rule
from tests.torture.renju_oracle import attack, compare_game

pytestmark = pytest.mark.slow


def test_three_referees_agree_on_random_and_constructed_positions(tmp_path: Path) -> None:
    met = attack(1, 60, tmp_path)
    assert met["positions"] == 60
    assert min(met["overline"], met["double four"], met["double three"]) >= 15


@pytest.mark.parametrize("rule", [Rule.FREESTYLE, Rule.STANDARD, Rule.RENJU])
def test_three_referees_agree_on_winners(rule: Rule) -> None:
    rng = random.Random(9)
    results = Counter(compare_game(rng, rng.choice((7, 9, 15)), rule).winner for _ in range(12))
    assert results[BLACK] > 0
    assert results[WHITE] > 0
