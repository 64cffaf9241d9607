"""Misbehaving engines in tournaments by the command: they lose, and nothing else fails."""

import sys
from pathlib import Path

import pytest

from tests.torture.hostile_engines import (
    KINDS,
    NAMES,
    REFEREE,
    SWAP2,
    check_report,
    play,
)
from tournaments.model import Reason

PLAN = ["--boardsize", "8", "--games", "1", "--concurrency", "2"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the engines are made for POSIX"),
]


@pytest.mark.timeout(400)
@pytest.mark.parametrize("part", range(4))
def test_a_gauntlet_of_misbehaving_engines(part: int, tmp_path: Path) -> None:
    kinds = KINDS[part::4]
    assert len(play(kinds, tmp_path, PLAN)) == len(kinds) + 1
    check_report(tmp_path)


def test_openings_made_by_misbehaving_engines(tmp_path: Path) -> None:
    plan = ["--boardsize", "9", "--concurrency", "2", "--openings", "swap2"]
    assert len(play(SWAP2, tmp_path, plan)) == 2 * len(SWAP2) + 2


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    play((), tmp_path, PLAN, NAMES)
    check_report(tmp_path)


def test_an_engine_that_stops_its_referee_does_not_stop_the_run(tmp_path: Path) -> None:
    records = play((REFEREE,), tmp_path, PLAN)
    assert [record.reason for record in records].count(Reason.FIVE) == 1
