"""The delay of our clock: measured, recorded, and reported if it is too long."""

import threading

import pytest

from tests.patience import PATIENCE, wait_until
from tests.tournaments.samples import sample
from tournaments.model import MachineLoad
from tournaments.play import machine_load
from tournaments.play.machine_load import LoadWatch, load_warning


def test_a_thread_that_gets_no_turn_is_seen() -> None:
    with LoadWatch([10.0, None]) as watch:
        # sorting holds the interpreter's lock all the while
        wait_until(lambda: sorted(range(3_000_000)) and watch.load.late_max_ms >= 1)
    assert watch.load.late_p95_ms <= watch.load.late_max_ms
    assert watch.load.per_core >= 0
    assert 0 <= watch.load.stolen <= 1


def test_a_game_too_short_to_be_watched_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_load, "SAMPLE", PATIENCE)
    with LoadWatch([1.0]) as watch:
        pass
    assert watch.load.late_max_ms == 0
    assert watch.load.trusted


def test_watching_ends_with_the_game() -> None:
    before = set(threading.enumerate())
    with LoadWatch([1.0]):
        (watching,) = set(threading.enumerate()) - before
    assert not watching.is_alive()


def test_what_is_allowed_depends_on_the_time_for_a_move() -> None:
    assert LoadWatch([30.0, 2.0]).load.allowed_ms == 50
    assert LoadWatch([30.0, 0.1]).load.allowed_ms == 5
    assert LoadWatch([None, None]).load.allowed_ms == 50


def late(by: float, stolen: float = 0.0) -> MachineLoad:
    return MachineLoad(by, 2 * by, 50.0, 1.5, stolen)


def test_a_quiet_machine_needs_no_warning() -> None:
    assert load_warning([]) is None
    assert load_warning([sample(), sample(load=late(50.0))]) is None


def test_a_busy_machine_is_reported_with_its_worst_game() -> None:
    records = [sample(), *(sample(load=late(by)) for by in (1, 60, 130, 70))]
    told = load_warning(records)
    assert told is not None
    assert "The clocks of 3 of 4 games cannot be trusted" in told
    assert "130 ms late" in told
    assert "50 ms are allowed (1.5 processes waited for each core)" in told
    stolen = load_warning([sample(load=late(60, stolen=0.2))])
    assert stolen is not None
    assert "other virtual machines took 20% of the processors' time" in stolen
