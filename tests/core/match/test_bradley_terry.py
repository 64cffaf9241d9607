"""Bradley-Terry ratings against closed forms and the condition that defines them."""

import random
from collections import defaultdict

import pytest

from core.match.bradley_terry import bradley_terry
from core.match.elo import expected_score


def test_ratings_of_a_chain_add_up_from_the_fixed_player() -> None:
    points = {("a", "b"): 10.0, ("b", "a"): 1.0, ("b", "c"): 10.0, ("c", "b"): 1.0}
    found = bradley_terry(points, {"c": 1000.0})
    assert found == pytest.approx({"a": 1800.0, "b": 1400.0, "c": 1000.0})


@pytest.mark.parametrize("fixed", [{}, {"p0": 500.0}, {"p0": 500.0, "p1": -2000.0}])
@pytest.mark.parametrize("spread", [0.0, 300.0, 3000.0])
def test_every_player_is_expected_to_win_what_it_won(
    spread: float, fixed: dict[str, float]
) -> None:
    rng = random.Random(1)
    names = [f"p{n}" for n in range(12)]
    strength = {name: rng.gauss(0, spread) for name in names}
    points: dict[tuple[str, str], float] = defaultdict(float)
    for _ in range(300):
        one, other = rng.sample(names, 2)
        won = float(rng.random() < expected_score(strength[one] - strength[other]))
        points[one, other] += won + 0.01
        points[other, one] += 1 - won + 0.01
    found = bradley_terry(points, fixed)
    assert {name: found[name] for name in fixed} == fixed
    for name in set(names) - set(fixed):
        games = {other: points[name, other] + points[other, name] for other in names}
        due = sum(n * expected_score(found[name] - found[other]) for other, n in games.items())
        assert sum(points[name, other] for other in names) == pytest.approx(due, abs=1e-6)


def test_groups_that_never_met_are_rated_apart() -> None:
    points = {("a", "b"): 3.0, ("b", "a"): 1.0, ("c", "d"): 1.0, ("d", "c"): 3.0}
    found = bradley_terry(points, {})
    assert found["a"] - found["b"] == pytest.approx(190.85, abs=0.01)
    assert found["d"] - found["c"] == pytest.approx(190.85, abs=0.01)


def test_nobody_has_no_ratings() -> None:
    assert bradley_terry({}, {}) == {}
