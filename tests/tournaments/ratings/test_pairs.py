"""Pairs of games: found by their opening, and the error computed from them."""

import pytest

from core.match.elo import elo_of
from tests.tournaments.samples import sample
from tournaments.model import Reason, Result, TimedMove
from tournaments.ratings.pairs import PairScore, elo_of_pairs, pair_score
from tournaments.ratings.scores import Score, elo_with_error


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
    interval = elo_of_pairs(PairScore((0, 0, 90, 0, 10), 0))
    assert interval is not None
    single, error = elo_with_error(Score(wins=110, losses=90))
    assert single == pytest.approx(elo_of(0.55))
    assert interval[0] < single < interval[1]
    assert interval[1] - interval[0] < 0.5 * 2 * error
    assert interval[0] > 0  # certainly the stronger, which single games cannot show
    assert single - error < 0


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0), (0, 0, 0, 0, 1), (0, 0, 0, 0, 30)])
def test_too_little_is_said_to_be_so(counts: tuple[int, ...]) -> None:
    assert elo_of_pairs(PairScore(counts, 0)) is None
