"""The choice of the pair whose games say the most."""

import math

from core.match.bradley_terry import bradley_terry
from core.match.elo import expected_score
from core.match.elo_covariance import elo_covariance
from tournaments.ratings.field_ratings import HIGHEST_ANCHOR
from tournaments.ratings.next_pairing import next_pairing

ANCHORS = {"anchor": 0.0}


def results(games: dict[tuple[str, str], tuple[float, float]]) -> dict[tuple[str, str], float]:
    points = {}
    for (one, other), (own, theirs) in games.items():
        points[one, other], points[other, one] = own, theirs
    return points


def test_a_new_engine_plays_first() -> None:
    points = results({("anchor", "old"): (30, 30)})
    assert "new" in next_pairing(["anchor", "new", "old"], points, ANCHORS)


def test_a_weak_engine_plays_the_opponent_near_to_it() -> None:
    points = results(
        {("anchor", "near"): (190, 10), ("anchor", "weak"): (39.5, 0.5), ("near", "weak"): (9, 1)}
    )
    assert set(next_pairing(["anchor", "near", "weak"], points, ANCHORS)) == {"near", "weak"}


def test_games_under_way_count_as_played() -> None:
    names = ["anchor", "one", "two"]
    first = next_pairing(names, {}, ANCHORS)
    second = next_pairing(names, {}, ANCHORS, [first, first] * 10)
    assert set(first) != set(second)


def test_two_anchors_never_meet_while_another_engine_is_there() -> None:
    anchors = {"anchor": 0.0, "other": 10.0}
    points = results({("anchor", "old"): (500, 500)})
    assert "old" in next_pairing(["anchor", "old", "other"], points, anchors)


def test_anchors_however_far_apart_leave_games_for_the_others() -> None:
    anchors = {"anchor": 0.0, "far": 2 * (HIGHEST_ANCHOR - 1)}
    assert "new" in next_pairing(["anchor", "far", "new"], {}, anchors)


def test_an_anchor_that_left_without_playing_does_not_count() -> None:
    names, points = ["anchor", "new", "old"], results({("anchor", "old"): (2, 30)})
    with_gone = {**ANCHORS, "gone": 3000.0}
    assert next_pairing(names, points, with_gone) == next_pairing(names, points, ANCHORS)


def test_an_engine_far_above_the_others_does_not_get_all_the_games() -> None:
    """Its games say little; those of the others still do."""
    points = results({("anchor", "one"): (20, 20), ("anchor", "strong"): (0.5, 199.5)})
    pair = next_pairing(["anchor", "one", "strong"], points, ANCHORS)
    assert set(pair) == {"anchor", "one"}


def test_the_pair_is_the_one_that_lowers_the_variances_the_most() -> None:
    """Compare with the covariance recomputed after the games of each pair."""
    names = ["anchor", "one", "two", "three"]
    points = results({("anchor", "one"): (6, 4), ("one", "two"): (3, 5), ("two", "three"): (1, 1)})
    prior = {pair: 0.5 for name in names for pair in ((name, ""), ("", name))}
    fixed = {"": 0.0, **ANCHORS}
    elo = {**fixed, **bradley_terry({**points, **prior}, fixed)}
    before = elo_covariance({**points, **prior}, elo, fixed)

    def left(one: str, other: str) -> float:
        share = expected_score(elo[one] - elo[other])
        after = {**points, **prior}
        after[one, other] = after.get((one, other), 0.0) + 2 * share
        after[other, one] = after.get((other, one), 0.0) + 2 * (1 - share)
        covariance = elo_covariance(after, elo, fixed)
        return sum(covariance[name, name] / before[name, name] for name in names[1:])

    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    best = min(left(*pair) for pair in pairs)
    assert math.isclose(left(*next_pairing(names, points, ANCHORS)), best)
