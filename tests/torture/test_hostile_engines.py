"""Engines that misbehave, in tournaments by the command: they lose, and nothing else does."""

import sys
from pathlib import Path

import pytest

from tests.torture.hostile_engines import (
    KINDS,
    NAMES,
    REFEREE,
    SWAP2,
    Kind,
    check_report,
    play,
)

BEHAVED = tuple(kind for kind in KINDS if not kind.fault)
FAULTY = tuple(kind for kind in (*KINDS, *SWAP2) if kind.fault)
PLAN = ["--boardsize", "8", "--games", "1", "--concurrency", "2"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the engines are made for POSIX")


@pytest.mark.timeout(400)
@pytest.mark.parametrize("part", range(3))
def test_a_gauntlet_of_misbehaving_engines(part: int, tmp_path: Path) -> None:
    kinds = BEHAVED[part::3]
    assert len(play(kinds, tmp_path, PLAN)) == len(kinds) + 1
    check_report(tmp_path)


def test_openings_made_by_misbehaving_engines(tmp_path: Path) -> None:
    kinds = tuple(kind for kind in SWAP2 if not kind.fault)
    plan = ["--boardsize", "9", "--concurrency", "2", "--openings", "swap2"]
    assert len(play(kinds, tmp_path, plan)) == 2 * len(kinds) + 2


@pytest.mark.xfail(strict=True, reason="fault: see the kind")
@pytest.mark.parametrize("kind", FAULTY, ids=lambda kind: f"{kind.name}: {kind.fault}")
def test_known_faults(kind: Kind, tmp_path: Path) -> None:
    play((kind,), tmp_path, [*PLAN, *(["--openings", "swap2"] if kind in SWAP2 else [])])


@pytest.mark.xfail(strict=True, reason="fault: engine names are read as markup")
def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    play((), tmp_path, PLAN, NAMES)
    check_report(tmp_path)


@pytest.mark.xfail(run=False, reason="fault: an engine can stop its referee; the run never ends")
def test_an_engine_that_stops_its_referee(tmp_path: Path) -> None:
    play((REFEREE,), tmp_path, PLAN)
