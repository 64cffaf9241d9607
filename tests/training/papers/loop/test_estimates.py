"""Elo and scores of matches, with their intervals."""

import pytest

from core.match.elo import expected_score
from training.papers.loop.estimates import elo, elo_of_match, mean_by_groups, score_interval


def test_ratings_recover_the_gaps() -> None:
    """With many games, a score of 10 to 1 is 400 Elo, and gaps add up."""
    games = 110_000
    found = elo({("a", "b"): (100_000, games), ("b", "c"): (100_000, games)}, "c")
    assert found["c"].value == 0
    assert found["b"].value == pytest.approx(400, abs=1)
    assert found["a"].value == pytest.approx(800, abs=2)


def test_values_that_come_in_groups_count_as_the_groups_do() -> None:
    """Ten equal positions of a game tell no more than one."""
    alone = mean_by_groups([1, 0, 1, 0], [1] * 4)
    grouped = mean_by_groups([10, 0, 10, 0], [10] * 4)
    assert alone == grouped
    assert alone.value == 0.5
    assert alone.high == pytest.approx(0.5 + 1.96 * 0.25, rel=1e-3)
    assert mean_by_groups([6, 1], [8, 2]).value == 0.7


def test_a_clean_score_has_a_finite_rating() -> None:
    found = elo({("a", "b"): (20.0, 20)}, "b")["a"]
    assert 300 < found.value < 800
    assert found.low < found.value < found.high


def test_the_interval_of_an_even_match_is_that_of_as_many_throws_of_a_coin() -> None:
    half = 1.96 * 0.5 / 1000**0.5
    direct, model = elo_of_match(500.0, 1000), elo({("a", "b"): (500.0, 1000)}, "b")["a"]
    for found in (direct, model):
        assert found.value == 0
        assert expected_score(found.high) - 0.5 == pytest.approx(half, rel=0.01)
        assert found.low == pytest.approx(-found.high)


def test_errors_add_up_along_a_chain_and_shrink_with_a_direct_match() -> None:
    chain = {("a", "b"): (50.0, 100), ("b", "c"): (50.0, 100)}
    far, near = (elo(chain, "c")[name].high for name in ("a", "b"))
    assert far == pytest.approx(near * 2**0.5, rel=1e-3)
    assert elo({**chain, ("a", "c"): (50.0, 100)}, "c")["a"].high < near


def test_the_match_itself_shows_a_difference() -> None:
    found = elo_of_match(35.6, 40)
    assert found.value == pytest.approx(363, abs=1)
    assert found.low < 300 < 500 < found.high
    assert found.text() == f"+363 ({found.low:+.0f} to {found.high:+.0f})"
    near = elo_of_match(38.5, 40)
    assert expected_score(near.high) == pytest.approx(score_interval(38.5, 40).high)
    clean = elo_of_match(40.0, 40)
    assert clean.value == elo_of_match(39.5, 40).value
    assert 300 < clean.low < clean.value < clean.high == float("inf")
    assert elo_of_match(0.0, 40).low == -clean.high
    assert score_interval(0.0, 10).low == 0.0
    assert 0.2 < score_interval(0.0, 10).high < 0.35


@pytest.mark.parametrize("games", range(1, 60))
def test_a_score_lies_within_its_interval(games: int) -> None:
    for points in (0, games // 2, games):
        found = score_interval(points, games)
        assert 0 <= found.low <= found.value <= found.high <= 1
