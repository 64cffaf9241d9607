"""The learner: learns its samples, resumes after a kill, and exports a net that plays
accordingly."""

import math
import random
from pathlib import Path

import pytest
from torch import Tensor

from core.eval.net_loader import load
from core.eval.netfile import NetError, read_net
from core.game.board import BLACK
from core.game.rules import Rule
from tests.training.trained_nets import lively_net, random_board, rule_net
from training import net_records
from training.config import Phase, RunConfig
from training.gating.gate_match import play_gate_match
from training.learning.learner import LineNetLearner
from training.learning.net_export import write_net
from training.run_folder import RunFolder, ShardName
from training.selfplay import samples
from training.selfplay.shard_player import play_shard
from training.training_error import TrainingError

CONFIG = RunConfig(phases=(Phase(0, 16, {7: 1.0}),), batch=32, learning_rate=5e-3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """Return a run folder with the samples of a few games, which can be learnt in some steps."""
    folder = RunFolder(tmp_path_factory.mktemp("run"))
    shard = play_shard(None, "freestyle", 7, 3, 1, 16, 0)
    samples.save_shard(folder, ShardName(1, 0), shard.pack())
    return folder


def never() -> bool:
    return False


@pytest.mark.slow
def test_losses_fall_and_the_net_plays_better_than_none(folder: RunFolder, tmp_path: Path) -> None:
    learner = LineNetLearner(folder, CONFIG)
    first = learner.learn(10, never)
    learner.learn(150, never)
    last = learner.learn(20, never)
    assert first.steps == 10
    assert last.losses["policy"] < first.losses["policy"] - 0.3
    assert last.losses["value"] < first.losses["value"] - 0.05
    parts = last.losses["policy"] + last.losses["value"]
    assert last.losses["loss"] == pytest.approx(parts, rel=1e-5)
    assert 0 <= last.losses["hits"] <= 1
    learner.save_net(tmp_path / "it.net", {})
    assert read_net(tmp_path / "it.net").header["rule"] == "freestyle"
    result = play_gate_match(
        tmp_path / "it.net",
        None,
        "freestyle",
        7,
        2,
        8,
        1,
        {"lines": None, "itself": tmp_path / "it.net"},
        never,
    )
    assert result.pairs == 2
    assert 0 <= result.score <= 1
    assert result.panel["itself"][0] == 0.5
    assert 0 <= result.panel["lines"][0] <= 1


def test_the_net_is_validated_on_games_that_it_does_not_learn_from(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    for serial in (18, 19):
        shard = play_shard(None, "freestyle", 7, 3, serial, 16, 0)
        samples.save_shard(folder, ShardName(serial, 0), shard.pack())
    learner = LineNetLearner(folder, CONFIG)
    first, last = learner.learn(10, never).losses, learner.learn(100, never).losses
    assert last["policy"] < first["policy"]
    parts = last["validation_policy"] + last["validation_value"]
    assert last["validation_loss"] == pytest.approx(parts, rel=1e-5)
    assert last["validation_loss"] > last["loss"] + 0.1  # it learns three games by heart


def test_it_goes_on_from_its_checkpoint(folder: RunFolder, tmp_path: Path) -> None:
    learner = LineNetLearner(folder, CONFIG)
    learner.learn(3, never)
    again = LineNetLearner(folder, CONFIG)
    again.resume()
    assert again.steps == 3
    learner.save_net(tmp_path / "one.net", {})
    again.save_net(tmp_path / "other.net", {})
    one, other = read_net(tmp_path / "one.net"), read_net(tmp_path / "other.net")
    assert one.arrays == other.arrays
    again.learn(2, never)
    assert again.steps == 5


def test_a_last_phase_resumes_and_a_later_one_begins_after_more_steps(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    shard = play_shard(None, "freestyle", 7, 2, 1, 4, 0)
    samples.save_shard(folder, ShardName(1, 0), shard.pack())

    def resumed() -> LineNetLearner:
        learner = LineNetLearner(folder, CONFIG)
        learner.resume()
        return learner

    resumed().learn(3, never)
    learner = resumed()
    assert learner.finish(4) == 4
    learner.learn(3, never)
    learner = resumed()
    assert learner.finish(2) == -1
    assert learner.finish(4) == 1
    learner.learn(1, never)
    assert (learner.steps, learner.final_steps) == (7, 4)
    resumed().learn(2, never)
    learner = resumed()
    assert learner.finish(4) == 4
    learner.learn(4, never)
    assert (learner.steps, learner.final_steps) == (13, 8)


def test_a_training_that_diverges_ends_and_keeps_its_checkpoint(folder: RunFolder) -> None:
    class Diverging(LineNetLearner):
        def _step(self) -> Tensor:
            return super()._step() * math.nan

    LineNetLearner(folder, CONFIG).learn(3, never)
    before = folder.checkpoint.read_bytes()
    with pytest.raises(TrainingError, match=r"the loss is not finite.*learning_rate"):
        Diverging(folder, CONFIG).learn(2, never)
    assert folder.checkpoint.read_bytes() == before


def test_it_stops_between_two_steps(folder: RunFolder) -> None:
    left = iter([False, False, True])
    stats = LineNetLearner(folder, CONFIG).learn(100, lambda: next(left))
    assert stats.steps == 2
    assert LineNetLearner(folder, CONFIG).learn(100, lambda: True).losses == {}


def test_a_torn_checkpoint_is_named(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.checkpoint.write_bytes(b"PK\x03\x04 torn")
    with pytest.raises(TrainingError, match=r"checkpoint\.pt is damaged, or not a checkpoint"):
        LineNetLearner(folder, CONFIG).resume()


def test_a_warm_start_begins_from_its_parent(tmp_path: Path) -> None:
    write_net(rule_net(lively_net(3)), tmp_path / "parent.net", {"rule": "freestyle"})
    warm = RunFolder(tmp_path / "warm")
    net_records.adopt(warm, tmp_path / "parent.net", Rule.FREESTYLE)
    LineNetLearner(warm, CONFIG).save_net(tmp_path / "child.net", {})
    parent, child = read_net(tmp_path / "parent.net"), read_net(tmp_path / "child.net")
    assert child.arrays == parent.arrays
    assert net_records.net_path(warm, 0) == warm.parent
    net_records.adopt(warm, tmp_path / "parent.net", Rule.FREESTYLE)
    write_net(rule_net(lively_net(4)), tmp_path / "other.net", {})
    with pytest.raises(TrainingError, match="use a new folder"):
        net_records.adopt(warm, tmp_path / "other.net", Rule.FREESTYLE)
    (tmp_path / "torn.net").write_bytes(b"FUKUMI NET 1\n{}")
    with pytest.raises(TrainingError, match="cannot take"):
        net_records.adopt(RunFolder(tmp_path / "third"), tmp_path / "torn.net", Rule.FREESTYLE)


def test_under_renju_each_colour_learns_a_net_of_its_own(tmp_path: Path) -> None:
    write_net(rule_net(lively_net(3)), tmp_path / "parent.net", {})
    config = RunConfig(rule="renju", phases=(Phase(0, 16, {7: 1.0}),), batch=64)
    folder = RunFolder(tmp_path / "run")
    net_records.adopt(folder, tmp_path / "parent.net", Rule.RENJU)
    samples.save_shard(folder, ShardName(1, 0), play_shard(None, "renju", 7, 10, 1, 16, 0).pack())
    learner = LineNetLearner(folder, config)
    learner.save_net(tmp_path / "before.net", {})
    learner.learn(5, never)
    learner.save_net(tmp_path / "after.net", {})
    before, after = (read_net(tmp_path / f"{name}.net").parts() for name in ("before", "after"))
    parent = read_net(tmp_path / "parent.net")
    assert [part.arrays for part in before] == [parent.arrays] * 2
    assert after[0].arrays != after[1].arrays
    shard = play_shard(tmp_path / "after.net", "renju", 7, 1, 1, 8, 1)
    assert shard.count


def test_two_nets_are_none_for_a_rule_of_one(tmp_path: Path) -> None:
    write_net(rule_net(lively_net(3), lively_net(4)), tmp_path / "two.net", {})
    folder = RunFolder(tmp_path / "run")
    with pytest.raises(TrainingError, match="one for both"):
        net_records.adopt(folder, tmp_path / "two.net", Rule.FREESTYLE)
    assert not folder.parent.exists()
    net_records.adopt(folder, tmp_path / "two.net", Rule.RENJU)
    with pytest.raises(NetError, match="one for both"):
        LineNetLearner(folder, CONFIG)


def test_a_file_of_two_nets_thinks_with_each_for_its_colour(tmp_path: Path) -> None:
    black, white = lively_net(3), lively_net(4)
    for name, parts in (("both", (black, white)), ("black", (black,)), ("white", (white,))):
        write_net(rule_net(*parts), tmp_path / f"{name}.net", {})
    both = load(tmp_path / "both.net")
    for seed in range(6):
        board = random_board(random.Random(seed), 9, Rule.RENJU)
        own = load(tmp_path / ("black.net" if board.to_move == BLACK else "white.net"))
        assert both.outcomes(board) == own.outcomes(board)
        assert both.priors(board) == own.priors(board)
