"""`fukumi train`: options, effects and errors of the commands."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from core.eval.net_loader import WEIGHTS
from core.system import extras
from fukumi.command_line import main
from tests.patience import wait_until
from tests.training import fakes
from tests.training.fakes import STAGES
from tests.training.samples import shard, store
from training import net_records, train_command
from training.config import Phase, RunConfig
from training.report import metrics
from training.run_folder import RunFolder
from training.selfplay import samples
from training.training_error import TrainingError

SMALL = ["--phase", "games=0 visits=4 sizes=5:1", "--set", "batch=8", "--set", "min_samples=10"]
SMALL += ["--set", "shard_games=4", "--set", "gate_every=20", "--concurrency", "1"]


class NoScalars:
    """Scalars that are discarded."""

    def add_scalar(self, tag: str, data: float, step: int) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def fake_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    def import_extra(module: str, extra: str) -> Any:
        if module == "training.selfplay.shard_player":
            return SimpleNamespace(play_shard=fakes.play)
        return extras.import_extra(module, extra)

    monkeypatch.setattr(train_command, "load_stages", lambda: STAGES)
    monkeypatch.setattr(train_command, "import_extra", import_extra)
    monkeypatch.setattr(train_command, "EventFile", lambda _path: NoScalars())


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["train", *map(str, arguments)])


def test_a_run_is_begun_and_gone_on_with_by_the_same_command(tmp_path: Path) -> None:
    command = ["run", tmp_path, "--rule", "renju", *SMALL]
    assert call(*command, "--games", 24).exit_code == 0
    config = RunConfig.read(RunFolder(tmp_path))
    assert (config.rule, config.batch) == ("renju", 8)
    assert config.phases == (Phase(0, 4, {5: 1.0}),)
    assert call(*command, "--games", 40).exit_code == 0
    assert len(RunFolder(tmp_path).shards()) == 10
    complete = " ".join(call(*command, "--games", 40).output.split())
    assert "no games to play: the folder has 40 and is to have 40" in complete
    assert net_records.newest(RunFolder(tmp_path)).games == 40


def test_gates_take_no_more_processes_than_are_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = list[int]()
    monkeypatch.setattr(train_command, "run_stages", lambda *given: processes.append(given[-1]))
    monkeypatch.setattr(train_command, "_cores", lambda: 16)
    small = SMALL[: SMALL.index("--concurrency")]
    for words in (["--concurrency", 3], []):
        assert call("run", tmp_path, *small, *words).exit_code == 0
    assert processes == [3, 16]


@pytest.mark.slow
def test_a_full_disk_ends_the_run_in_one_line_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run again and again, each time with a disk that is full one write later than the last
    time."""
    write, command = Path.write_bytes, ["run", tmp_path, *SMALL, "--games", 24]
    left, lines = 0, list[str]()

    def write_some(path: Path, data: bytes) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            write(path, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", write_some)
    while True:
        left = len(lines) % 5
        ended = call(*command)
        if ended.exit_code == 0:
            break
        assert ended.exit_code == 2
        lines.append(ended.stderr.splitlines()[-1])
        assert not list(tmp_path.rglob("*.unfinished"))
    folder = RunFolder(tmp_path)
    assert len(lines) >= 5
    assert all(": No space left on device; no file is damaged" in line for line in lines)
    assert lines[0].startswith(f"fukumi train: {folder.config}: No space")
    assert (
        sum(samples.load_shard(folder, name).count for name in folder.shards())
        == 24 * fakes.SAMPLES_A_GAME
    )
    assert net_records.newest(folder).against is not None


def test_the_stages_alone_do_what_the_run_does(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    assert call("selfplay", tmp_path, *SMALL, "--games", 20).exit_code == 0
    assert len(folder.shards()) == 5
    assert call("learn", tmp_path).exit_code == 0
    learner = fakes.FakeLearner(folder, RunConfig())
    learner.resume()
    assert learner.steps == int(RunConfig().sample_reuse * 20 * fakes.SAMPLES_A_GAME) // 8
    assert call("export", tmp_path).exit_code == 0
    assert net_records.best(folder) == net_records.NONE
    assert "the net has not learnt since net 1" in call("export", tmp_path).stderr
    assert call("gate", tmp_path).exit_code == 0
    assert net_records.best(folder).generation == 1
    again = call("gate", tmp_path)
    assert (again.exit_code, again.stderr) == (
        2,
        "fukumi train: net 1 has been gated: export a newer one first\n",
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rule", "go"], "go"),
        (["--set", "batch"], "write NAME=VALUE"),
        (["--set", "depth=3"], "unknown depth"),
        (
            ["--set", "gate_pair=3"],
            "--set gate_pair=3: unknown gate_pair: did you mean 'gate_pairs'",
        ),
        (["--set", "promote_score=2"], "promote_score must be above 0 and at most 1"),
        (["--phase", "visits=3"], "write it like"),
        (["--phase", "games=0 visits=x sizes=9:1"], "write it like"),
        (["--phase", "games=0 visits=8 sizes=50:1"], "sizes go from"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    result = call("run", tmp_path, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not RunFolder(tmp_path).config.exists()


def test_settings_of_a_run_cannot_change(tmp_path: Path) -> None:
    RunConfig().write(RunFolder(tmp_path))
    result = call("run", tmp_path, "--rule", "caro")
    assert result.exit_code == 2
    assert "differs in rule" in result.stderr


@pytest.mark.slow
def test_a_teacher_is_trained_and_distilled(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    assert call("selfplay", tmp_path, *SMALL, "--games", 4).exit_code == 0
    teach = ["teach", tmp_path, "--steps"]
    assert call(*teach, 3, "--blocks", 1, "--channels", 4).exit_code == 0
    assert call(*teach, 5).exit_code == 0
    other = call(*teach, 9, "--channels", 8)
    assert other.exit_code == 2
    assert "has 1 blocks of 4 channels" in other.stderr
    assert call("distil", tmp_path, "--steps", 2).exit_code == 0
    assert call("distil", tmp_path).exit_code == 0
    steps = [(entry["stage"], entry["step"]) for entry in metrics.read_metrics(folder.metrics)]
    allowed = int(RunConfig().sample_reuse * 4 * fakes.SAMPLES_A_GAME) // 8
    assert steps[1:] == [("teach", 3), ("teach", 5), ("distil", 2), ("distil", allowed)]
    assert folder.checkpoint.exists()


def test_a_teacher_is_needed_to_distil_and_samples_to_teach(tmp_path: Path) -> None:
    RunConfig().write(RunFolder(tmp_path))
    assert "run `fukumi train teach` first" in call("distil", tmp_path).stderr
    taught = call("teach", tmp_path, "--steps", 3, "--blocks", 1, "--channels", 4)
    assert taught.exit_code == 2
    assert "run `fukumi train selfplay` first" in taught.stderr


def test_a_stopped_run_is_finished_with_its_games(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    assert call("selfplay", tmp_path, *SMALL, "--set", "games=1000", "--games", 20).exit_code == 0
    assert call("finish", tmp_path, "--final-steps", 30).exit_code == 0
    assert len(folder.shards()) == 5
    learnt = int(RunConfig().sample_reuse * 20 * fakes.SAMPLES_A_GAME) // 8
    assert net_records.newest(folder).steps == learnt + 30
    assert net_records.newest(folder).against is not None
    ended = RunConfig.read(folder)
    assert (ended.games, ended.final_steps, ended.batch) == (20, 30, 8)
    assert call("finish", tmp_path).exit_code == 0
    assert net_records.newest(folder).steps == learnt + 30
    fewer = call("finish", tmp_path, "--final-steps", 10)
    assert "has taken more than 10 steps: give at least as many" in fewer.stderr
    assert RunConfig.read(folder) == ended
    assert call("finish", tmp_path, "--final-steps", 40).exit_code == 0
    assert net_records.newest(folder).steps == learnt + 40


def test_a_cluster_that_cannot_be_joined_begins_no_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise TrainingError("no such cluster")

    monkeypatch.setattr(train_command, "_workers", refuse)
    for command in ("run", "selfplay"):
        assert call(command, tmp_path / "run", "--cluster", "ray://nowhere").exit_code == 2
    assert not (tmp_path / "run").exists()


def test_a_run_without_games_cannot_be_finished(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    config = RunConfig(games=50)
    config.write(folder)
    result = call("finish", tmp_path)
    assert result.exit_code == 2
    assert "has no games yet" in result.stderr
    assert RunConfig.read(folder) == config


def test_a_run_with_a_damaged_checkpoint_keeps_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = RunFolder(tmp_path)
    assert call("selfplay", tmp_path, *SMALL, "--games", 20).exit_code == 0
    before = folder.config.read_bytes()
    folder.checkpoint.write_bytes(b"torn")

    def refuse(_learner: object) -> None:
        raise TrainingError("it is damaged")

    monkeypatch.setattr(fakes.FakeLearner, "resume", refuse)
    result = call("finish", tmp_path)
    assert (result.exit_code, result.stderr.strip()) == (2, "fukumi train: it is damaged")
    assert folder.config.read_bytes() == before


COMMANDS = ["finish", "learn", "teach", "distil", "export", "gate", "report"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_without_a_run_is_refused(command: str, tmp_path: Path) -> None:
    result = call(command, tmp_path / "misspelt")
    assert result.exit_code == 2
    assert "start a run with `fukumi train run`" in result.stderr
    assert not (tmp_path / "misspelt").exists()


def test_there_is_nothing_to_learn_without_samples(tmp_path: Path) -> None:
    RunConfig().write(RunFolder(tmp_path))
    result = call("learn", tmp_path)
    assert result.exit_code == 2
    assert "has no samples: run `fukumi train selfplay` first" in result.stderr


def test_a_run_that_began_without_a_parent_gets_none(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    RunConfig().write(folder)
    result = call("run", tmp_path, "--parent", WEIGHTS / "freestyle.net")
    assert result.exit_code == 2
    assert "begun without a parent: use a new folder" in result.stderr
    assert not folder.parent.exists()


def test_a_refused_command_has_not_begun_a_run(tmp_path: Path) -> None:
    command = ["run", tmp_path / "run", *SMALL, "--games", 4]
    assert call(*command, "--parent", tmp_path / "missing.net").exit_code == 2
    assert not (tmp_path / "run").exists()
    assert call(*command, "--rule", "4").exit_code == 0
    assert call(*command, "--rule", "renju").exit_code == 0


def test_a_run_keeps_the_parent_that_its_recipe_named(tmp_path: Path) -> None:
    folder, recipe = RunFolder(tmp_path / "run"), tmp_path / "recipe.json"
    store(folder, [shard()])  # no game is due
    command = ["selfplay", folder.path, "--recipe", recipe, *SMALL, "--games", 1]
    for parent in ("freestyle", "moved"):
        recipe.write_text(json.dumps({"parent": parent}))
        assert call(*command).exit_code == 0
        assert folder.parent.read_bytes() == (WEIGHTS / "freestyle.net").read_bytes()


def test_a_net_is_exported_only_after_learning(tmp_path: Path) -> None:
    RunConfig().write(RunFolder(tmp_path))
    result = call("export", tmp_path)
    assert result.exit_code == 2
    assert "run `fukumi train learn` first" in result.stderr


def test_a_net_is_needed_for_the_gate(tmp_path: Path) -> None:
    RunConfig().write(RunFolder(tmp_path))
    result = call("gate", tmp_path)
    assert result.exit_code == 2
    assert "has no net" in result.stderr


ENDLESS = """
import sys
from tests.training import fakes, test_train_command
from training import train_command
if __name__ == "__main__":
    train_command.load_stages = lambda: fakes.STAGES
    train_command.EventFile = lambda path: test_train_command.NoScalars()
    train_command.train(["run", sys.argv[1], *test_train_command.SMALL])
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.slow
def test_a_signal_stops_a_run_in_good_order(number: signal.Signals, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(tmp_path)], stderr=subprocess.PIPE, text=True
    ) as process:
        wait_until(lambda: len(folder.shards()) >= 3)
        os.kill(process.pid, number)
        _, said = process.communicate()
    assert process.returncode == 0, said
    assert "stopping" in said
    with folder.locked("selfplay", "learn", "gate"):
        assert folder.shards()
