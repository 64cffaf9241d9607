"""The long run: rounds in turn, failures kept, and no loss by a stop at any time."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.repository import ROOT
from tests.torture import campaign, dummies
from tests.torture.__main__ import main
from tests.torture.campaign import FAILURE, PARTS, STATE, Part, State

PART = Part("tests.torture.dummies", 5)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="rounds are ended as on POSIX"),
]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "LINGER", 0.1)


def test_every_part_can_be_loaded() -> None:
    for part in PARTS.values():
        path = ROOT / (part.module.replace(".", "/") + ".py")
        assert "def attack(seed: int, effort: int, folder: Path)" in path.read_text()


@pytest.mark.parametrize(
    ("seed", "error"),
    [
        (dummies.FAILS, "found it"),
        (dummies.CRASHES, "ended by SIGABRT"),
        (dummies.LEAVES, "left running"),
        (dummies.FINE, ""),
    ],
)
def test_a_round_fails_by_an_error_a_crash_or_what_it_leaves(
    seed: int, error: str, tmp_path: Path
) -> None:
    counts, told = campaign.play_round(tmp_path / "round", PART, seed)
    assert error in told
    assert bool(told) == bool(error)
    assert counts == ({} if error else {"tries": 5})


def test_a_round_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "ROUND_LIMIT", 0.0)
    assert "not ended after" in campaign.play_round(tmp_path / "round", PART, dummies.FINE)[1]


def test_a_run_goes_on_where_it_was_stopped_and_keeps_its_failures(tmp_path: Path) -> None:
    said: list[str] = []

    def stop_after_three_rounds(text: str) -> None:
        said.append(text)
        if len(said) == 4:  # a line before the rounds
            raise KeyboardInterrupt

    state = campaign.begin(tmp_path, 60, seed=dummies.FAILS)
    with pytest.raises(KeyboardInterrupt):
        campaign.run(tmp_path, state, {"dummy": PART}, stop_after_three_rounds)
    kept = campaign.begin(tmp_path, 60, seed=99)
    assert (kept.seed, kept.tallies["dummy"].rounds) == (dummies.FAILS, 3)
    assert [Path(path).name for path in kept.failures] == ["dummy-1", "dummy-2", "dummy-3"]
    failure = Path(kept.failures[0]) / FAILURE
    assert (failure.parent / "evidence").read_text() == "1"
    assert "found it" in json.loads(failure.read_text())["error"]
    done = CliRunner().invoke(main, ["again", str(failure), "--folder", str(tmp_path)])
    assert done.exit_code == 1
    assert "found it" in done.output


def test_a_finished_run_is_followed_by_another(tmp_path: Path) -> None:
    state = campaign.begin(tmp_path, 0.001 / 60, seed=dummies.FINE)
    campaign.run(tmp_path, state, {"dummy": PART}, lambda _: None)
    assert State.read(tmp_path / STATE).finished
    assert "| dummy | 1 | 0.0 | 0 | 5 tries |" in campaign.table(state)
    assert campaign.begin(tmp_path, 0.001 / 60, seed=99).seed == 99
