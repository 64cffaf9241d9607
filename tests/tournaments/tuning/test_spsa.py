"""SPSA on a simulated engine, whose Elo is known."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.match.elo import expected_score
from tournaments.tuning.spsa import Parameter, Spsa, Values

X = Parameter("x", 0.35, 0.0, 3.0, 0.15, False)
Y = Parameter("y", 1.0, -5.0, 5.0, 0.5, False)
DEPTH = Parameter("depth", 4, 1, 10, 1, True)


def elo(values: Values) -> float:
    """Return the Elo of an engine that is best at x = 0.8 and y = 0; a step away costs 20."""
    return -20 * (((values["x"] - 0.8) / X.step) ** 2 + (values["y"] / Y.step) ** 2)


def tuned(pairs: int, seed: int) -> Values:
    spsa, rng = Spsa([X, Y], pairs, seed), random.Random(seed)
    for pair in range(pairs):
        plus, minus = spsa.sides(pair)
        chance = expected_score(elo(plus) - elo(minus))
        spsa.learn(pair, sum(rng.random() < chance for _ in range(2)) / 2)
    return spsa.values


@pytest.mark.parametrize("seed", range(5))
def test_a_thousand_pairs_find_the_best_values(seed: int) -> None:
    assert elo({"x": X.start, "y": Y.start}) < -250
    assert elo(tuned(1000, seed)) > -15


def test_the_two_sides_lie_opposite_each_other() -> None:
    plus, minus = Spsa([X, Y], 100).sides(3)
    for one in (X, Y):
        assert plus[one.name] + minus[one.name] == pytest.approx(2 * one.start)
        assert abs(plus[one.name] - minus[one.name]) > 2 * one.step


def test_perturbations_end_at_the_step() -> None:
    plus, minus = Spsa([X], 100).sides(99)
    assert abs(plus["x"] - minus["x"]) == pytest.approx(2 * X.step)


def test_a_shared_pair_teaches_nothing() -> None:
    spsa = Spsa([X], 100)
    spsa.learn(0, 0.5)
    assert spsa.values == {"x": X.start}


def test_the_seed_decides_the_perturbations() -> None:
    assert Spsa([X, Y], 100, 1).sides(5) == Spsa([X, Y], 100, 1).sides(5)
    sides = {tuple(Spsa([X, Y], 100, seed).sides(5)[0].values()) for seed in range(20)}
    assert len(sides) == 4


@given(st.lists(st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0)), max_size=60))
def test_values_stay_within_their_bounds(scores: list[float]) -> None:
    parameters = [Parameter("x", 0.1, 0.0, 0.2, 0.2, False), DEPTH]
    spsa = Spsa(parameters, 60)
    for pair, score in enumerate(scores):
        for values in (*spsa.sides(pair), spsa.values):
            assert all(one.low <= values[one.name] <= one.high for one in parameters)
        spsa.learn(pair, score)


def test_an_engine_that_takes_whole_numbers_gets_them() -> None:
    spsa = Spsa([DEPTH], 100)
    texts = {DEPTH.text(values["depth"]) for pair in range(50) for values in spsa.sides(pair)}
    assert texts <= {"2", "3", "4", "5", "6"}
    assert len(texts) > 2


def test_fractions_are_rounded_at_random_so_that_small_changes_count() -> None:
    between = Parameter("depth", 4.5, 1, 10, 1, True)
    values = [Spsa([between], 100, seed).sides(99)[0]["depth"] for seed in range(50)]
    assert {3, 4} < set(values) or {5, 6} <= set(values)
