"""A run that goes on from an earlier one: its net, its samples, and what is refused."""

import errno
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.game.rules import Rule
from fukumi.command_line import main
from tests.training.samples import shard, store
from tests.training.trained_nets import lively_net, rule_net
from training.config import RunConfig
from training.earlier_run import take_over
from training.learning.net_export import write_net
from training.run_folder import RunFolder, ShardName
from training.training_error import TrainingError


@pytest.fixture
def earlier(tmp_path: Path) -> RunFolder:
    """Return a run with two shards and a net."""
    folder = RunFolder(tmp_path / "earlier")
    RunConfig(rule="standard").write(folder)
    store(folder, [shard(seed=1), shard(seed=2)])
    write_net(rule_net(lively_net(3)), folder.best_net, {})
    return folder


def run(folder: Path, parent: Path) -> Result:
    """Begin a run that ends at once, since the earlier games are enough."""
    words = ["--rule", "standard", "--phase", "games=0 visits=4 sizes=5:1", "--set", "batch=8"]
    words += ["--set", "games=4", "--set", "gate_pairs=1", "--set", "gate_visits=2"]
    return CliRunner().invoke(
        main, ["train", "run", str(folder), "--parent", str(parent), "--concurrency", "1", *words]
    )


@pytest.mark.slow
def test_a_new_run_learns_from_the_games_of_an_earlier_one(
    tmp_path: Path, earlier: RunFolder
) -> None:
    new = RunFolder(tmp_path / "new")
    for _ in range(2):  # the same command goes on
        result = run(new.path, earlier.path)
        assert result.exit_code == 0, result.output
    assert new.parent.read_bytes() == earlier.best_net.read_bytes()
    assert new.shards() == earlier.shards()
    assert new.checkpoint.exists()
    assert new.net(1).exists()


def test_a_kill_between_two_shards_is_made_good(tmp_path: Path, earlier: RunFolder) -> None:
    new, (first, _) = RunFolder(tmp_path / "new"), earlier.shards()
    os.link(earlier.shard(first), new.shard(first))
    take_over(new, earlier.path, Rule.STANDARD)
    assert new.shards() == earlier.shards()


def test_later_games_of_the_earlier_run_stay_there(tmp_path: Path, earlier: RunFolder) -> None:
    new = RunFolder(tmp_path / "new")
    take_over(new, earlier.path, Rule.STANDARD)
    store(new, [shard(seed=3)])
    os.link(earlier.shard(earlier.shards()[0]), earlier.shard(ShardName(99, 0)))
    take_over(new, earlier.path, Rule.STANDARD)
    assert ShardName(99, 0) not in new.shards()


def test_a_disk_without_hard_links_gets_copies(
    tmp_path: Path, earlier: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_link(*_paths: Path) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", no_link)
    new = RunFolder(tmp_path / "new")
    take_over(new, earlier.path, Rule.STANDARD)
    for name in earlier.shards():
        assert new.shard(name).read_bytes() == earlier.shard(name).read_bytes()


def test_what_cannot_be_taken_over_is_refused(tmp_path: Path, earlier: RunFolder) -> None:
    new = RunFolder(tmp_path / "new")
    with pytest.raises(TrainingError, match="no training run"):
        take_over(new, tmp_path, Rule.STANDARD)
    with pytest.raises(TrainingError, match="another rule"):
        take_over(new, earlier.path, Rule.RENJU)
    store(new, [shard(seed=seed) for seed in range(2)])  # of the same names
    with pytest.raises(TrainingError, match="games of its own"):
        take_over(new, earlier.path, Rule.STANDARD)
    begun = RunFolder(tmp_path / "begun")
    begun.checkpoint.touch()
    with pytest.raises(TrainingError, match="use a new folder"):
        take_over(begun, earlier.path, Rule.STANDARD)
    assert not begun.shards()
    other_kind = RunFolder(tmp_path / "kind")
    whole = earlier.best_net.read_bytes()
    earlier.best_net.write_bytes(whole[:-1])
    with pytest.raises(TrainingError, match="as the parent"):
        take_over(other_kind, earlier.path, Rule.STANDARD)
    assert not other_kind.shards()
    earlier.best_net.write_bytes(whole)
    earlier.best_net.rename(earlier.parent)
    refused_all = RunFolder(tmp_path / "refused")
    take_over(refused_all, earlier.path, Rule.STANDARD)
    assert refused_all.parent.read_bytes() == earlier.parent.read_bytes()
    earlier.parent.unlink()
    with pytest.raises(TrainingError, match="no net yet: `fukumi train finish"):
        take_over(RunFolder(tmp_path / "other"), earlier.path, Rule.STANDARD)
    assert not (tmp_path / "other" / "parent.net").exists()
    assert not (tmp_path / "samples").exists()
