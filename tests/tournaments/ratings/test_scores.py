"""Scores: wins, draws, losses, faults and extremes."""

from tests.tournaments.samples import sample
from tournaments.model import Reason, Result
from tournaments.ratings.scores import tally


def test_the_tally_counts_sides_faults_and_extremes() -> None:
    records = [
        sample(1),
        sample(2, "beta", "alpha", Result.DRAW, Reason.FULL_BOARD),
        sample(3, result=Result.WHITE, reason=Reason.TIME),
        sample(4, result=Result.VOID, reason=Reason.VOID),
        sample(5, "alpha", "alpha"),
    ]
    tallies = tally(records, ["alpha", "beta"])
    assert str(tallies["alpha"].total) == "1-1-1"
    assert str(tallies["beta"].against["alpha"]) == "1-1-1"
    assert tallies["alpha"].faults == {Reason.TIME: 1}
    assert tallies["beta"].faults == {}
    assert (tallies["beta"].slowest_ms, tallies["beta"].peak_memory) == (120, 30 << 20)
