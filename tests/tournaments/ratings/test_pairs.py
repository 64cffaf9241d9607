"""Pairs of games: found by their opening, and the error computed from them."""

import pytest

from core.match.elo import elo_of
from tests.tournaments.samples import sample
from tournaments.model import Reason, Result, TimedMove
from tournaments.ratings.field_ratings import PRIOR_DRAWS, fit_ratings
from tournaments.ratings.pairings import pairings
from tournaments.ratings.pairs import PairScore, error_of_pairs, pair_score
from tournaments.ratings.scores import Score, tally


def test_pairs_are_found_by_opening_and_colours() -> None:
    records = [
        # opening 1: won with both colours
        sample(1, "a", "b", Result.BLACK, moves=(TimedMove(1, 0),)),
        sample(2, "b", "a", Result.WHITE, moves=(TimedMove(1, 0),)),
        # opening 2: Black wins both
        sample(3, "a", "b", Result.BLACK, moves=(TimedMove(2, 0),)),
        sample(4, "b", "a", Result.BLACK, moves=(TimedMove(2, 0),)),
        # opening 3: a loss and a draw; the games end in another order
        sample(6, "b", "a", Result.DRAW, Reason.FULL_BOARD, moves=(TimedMove(3, 0),)),
        sample(5, "a", "b", Result.WHITE, moves=(TimedMove(3, 0),)),
        # half a pair, a void game, and a game of others
        sample(7, "a", "b", Result.BLACK, moves=(TimedMove(4, 0),)),
        sample(8, "b", "a", Result.VOID, Reason.VOID, moves=(TimedMove(4, 0),)),
        sample(9, "a", "c", Result.BLACK, moves=(TimedMove(1, 0),)),
    ]
    assert pair_score(records, "a", "b") == PairScore((0, 1, 1, 0, 1), unpaired=1)
    assert pair_score(records, "b", "a") == PairScore((1, 0, 1, 1, 0), unpaired=1)


def test_openings_that_decide_make_the_error_of_pairs_smaller() -> None:
    # 100 pairs; in 90 the opening decides both games, in 10 the first engine wins both
    scores = {"a": {"b": Score(110, 0, 90)}, "b": {"a": Score(90, 0, 110)}}
    elo, error = fit_ratings(scores).difference("a", "b")
    by_pairs = error_of_pairs(PairScore((0, 0, 90, 0, 10), 0), elo)
    assert by_pairs is not None
    assert by_pairs < 0.5 * error
    assert elo - by_pairs > 0  # certainly the stronger, which single games cannot show
    assert elo - error < 0


def test_a_perfect_score_has_an_error_and_no_normalised_elo() -> None:
    perfect = PairScore((0, 0, 0, 0, 30), 0)
    error = error_of_pairs(perfect, 400.0)
    assert error is not None
    assert error > 50
    assert perfect.normalised is None
    assert error_of_pairs(PairScore((0, 0, 0, 0, 1), 0), 0.0) is None


def test_one_pairing_has_one_elo_wherever_it_is_shown() -> None:
    records = [
        sample(n, *names, Result.BLACK if (n == 1) != (names[0] == "a") else Result.WHITE)
        for n in range(1, 41)
        for names in [("a", "b") if n % 2 else ("b", "a")]
    ]
    tallies = tally(records, ["a", "b"])
    ratings = fit_ratings({name: own.against for name, own in tallies.items()})
    (pairing,) = pairings(records, ratings, tallies)
    assert str(pairing.score) == "39-0-1"
    assert pairing.elo.elo == pytest.approx(ratings["a"].elo - ratings["b"].elo)
    assert pairing.elo.elo == pytest.approx(elo_of((39 + PRIOR_DRAWS) / (40 + 2 * PRIOR_DRAWS)))
    assert pairing.pairs.counts == (0, 0, 1, 0, 19)
    assert pairing.los > 0.99


def test_a_field_is_compared_two_by_two_where_they_met() -> None:
    records = [
        sample(1, "a", "b"),
        sample(2, "b", "c"),
        sample(3, "c", "b", Result.VOID, Reason.VOID),
    ]
    tallies = tally(records, ["a", "b", "c"])
    ratings = fit_ratings({name: own.against for name, own in tallies.items()})
    found = pairings(records, ratings, tallies)
    assert [(one.first, one.second, str(one.score)) for one in found] == [
        ("a", "b", "1-0-0"),
        ("b", "c", "1-0-0"),
    ]
    assert all(one.pair_error is None for one in found)
