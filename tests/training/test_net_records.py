"""The nets of a run: numbered, gated, published."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.eval.net_loader import load
from core.game.rules import Rule
from tests.training.fakes import CONFIG, FakeLearner, gate
from tests.training.samples import run_folder
from tests.training.trained_nets import lively_net, rule_net
from tournaments.bots.exported import WEIGHTS as BOT_NETS
from training import net_records
from training.learning.net_export import write_net
from training.net_records import GateResult
from training.run_folder import RunFolder
from training.training_error import TrainingError


def exported(folder: RunFolder, count: int) -> None:
    learner = FakeLearner(folder, CONFIG)
    for number in range(1, count + 1):
        learner.learn(5, lambda: False)
        record = net_records.store_net(folder, learner, 100 * number, 1000 * number)
        net_records.record_gate(folder, CONFIG, record, gate, 1)


def test_without_nets_there_is_none(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    assert net_records.best(folder) == net_records.newest(folder) == net_records.NONE
    assert net_records.net_path(folder, 0) is None


def test_the_best_is_the_newest_that_was_accepted(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    exported(folder, 4)
    found = net_records.records(folder)
    assert [record.generation for record in found] == [1, 2, 3, 4]
    assert [record.accepted for record in found] == [True, True, False, True]
    assert [record.against for record in found] == [0, 1, 2, 2]
    assert [record.rating for record in found] == [20, 40, 20, 60]
    assert [record.steps for record in found] == [5, 10, 15, 20]
    assert net_records.best(folder) == found[-1]
    assert folder.best_net.read_bytes() == folder.net(4).read_bytes()


def test_a_damaged_net_at_the_gate_is_named_with_its_remedy(tmp_path: Path) -> None:
    def load_both(candidate: Path, best: Path | None, *settings: Any, **_: Any) -> GateResult:
        for path in (candidate, best):
            if path is not None:
                load(path)
        return gate(candidate, best, *settings)

    folder, learner = run_folder(tmp_path), FakeLearner(run_folder(tmp_path), CONFIG)
    exported(folder, 1)
    record = net_records.store_net(folder, learner, 300, 1000)
    for number, remedy in ((2, r"delete it and 000002\.json"), (1, r"copy best\.net over it")):
        with pytest.raises(TrainingError, match=rf"{number}\.net.*{remedy}"):
            net_records.record_gate(folder, CONFIG, record, load_both, 1)
        write_net(rule_net(lively_net(3)), folder.net(number), {})
    assert net_records.record_gate(folder, CONFIG, record, load_both, 1).against == 1


def test_a_kill_before_publishing_is_made_good(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    exported(folder, 2)
    folder.best_record.unlink()
    folder.best_net.unlink()
    net_records.publish(folder)
    assert net_records.best(folder).generation == 2
    assert folder.best_net.read_bytes() == folder.net(2).read_bytes()


@pytest.mark.parametrize("data", [None, b"", b"{}", b"null", b"[" * 100_000])
def test_a_damaged_record_of_the_best_is_made_good(data: bytes | None, tmp_path: Path) -> None:
    folder, path = run_folder(tmp_path), run_folder(tmp_path).best_record
    exported(folder, 2)
    whole = path.read_bytes()
    path.unlink() if data is None else path.write_bytes(data)
    net_records.publish(folder)
    assert path.read_bytes() == whole
    folder.best_net.unlink()
    net_records.publish(folder)
    assert folder.best_net.read_bytes() == folder.net(2).read_bytes()


@pytest.mark.parametrize(
    "changed",
    [
        {"generation": "1"},
        {"generation": None},
        {"games": "7"},
        {"games": {}},
        {"accepted": 1},
        {"against": 0.5},
        {"elo": None},
        {"panel": 3},
        {"panel": {"lines": ["a", 0]}},
        {"rating": float("nan")},
    ],
)
def test_a_record_that_cannot_be_read_is_named(changed: dict[str, Any], tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    exported(folder, 1)
    path = folder.net_record(1)
    whole = path.read_text()
    for text in ("{}", "null", "[" * 100_000, json.dumps({**json.loads(whole), **changed})):
        path.write_text(text)
        with pytest.raises(TrainingError, match=r"cannot read .*000001\.json.*delete it"):
            net_records.newest(folder)
    path.write_text(whole)
    assert net_records.newest(folder).generation == 1


def test_the_panel_is_the_line_evaluator_the_parent_and_what_the_user_put_there(
    tmp_path: Path,
) -> None:
    folder = run_folder(tmp_path)
    assert net_records.panel(folder) == {"lines": None}
    folder.parent.write_bytes(b"")
    folder.panel.mkdir()
    (folder.panel / "old.net").write_bytes(b"")
    assert net_records.panel(folder) == {
        "lines": None,
        "parent": folder.parent,
        "old": folder.panel / "old.net",
    }
    exported(run_folder(tmp_path / "other"), 1)
    found = net_records.newest(run_folder(tmp_path / "other"))
    assert found.panel == {"lines": (0.4, 0.1)}


def test_a_net_of_another_kind_is_no_parent(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    with pytest.raises(TrainingError, match=r"cannot take .*dqn\.net .* linenet-3 nets only"):
        net_records.adopt(folder, BOT_NETS / "dqn.net", Rule.FREESTYLE)
    assert not folder.parent.exists()


def test_a_panel_is_looked_at_before_the_run(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    folder.panel.mkdir()
    write_net(rule_net(lively_net(3)), folder.panel / "good.net", {})
    net_records.check_panel(folder)
    (folder.panel / "bad.net").write_bytes((BOT_NETS / "ppo.net").read_bytes())
    with pytest.raises(TrainingError, match=r"panel/bad\.net is not a net for Fukumi"):
        net_records.check_panel(folder)
