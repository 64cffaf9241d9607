"""Self-play on a real local Ray cluster, one of whose workers is killed."""

import os
import re
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.eval.net_loader import WEIGHTS
from core.system import ray_cluster
from core.system.errors import UserError
from tests.patience import wait_until
from tests.training import fakes
from tests.training.test_run_loop import GOAL, check_complete
from training.run_folder import RunFolder
from training.selfplay import selfplay_cluster
from training.selfplay.selfplay_workers import ShardTask
from training.selfplay.shard_player import play_shard
from training.training_error import TrainingError

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")

RUN = """
from tests.training.fakes import *
from training.selfplay.selfplay_cluster import RayShardWorkers
if __name__ == "__main__":
    whole_run(Path({path!r}), {goal}, RayShardWorkers({play}, 3, "local"))
"""


def start(run: RunFolder, notes: Path, play: str) -> subprocess.Popen[str]:
    code = RUN.format(path=str(run.path), goal=GOAL, play=play)
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, fakes.NOTES: str(notes)},
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_a_run_goes_on_when_a_worker_of_the_cluster_is_killed(tmp_path: Path) -> None:
    run, notes = RunFolder(tmp_path / "run"), tmp_path / "notes"
    notes.mkdir()
    with start(run, notes, "play_or_hang") as process:
        wait_until(lambda: len(run.shards()) >= 10 and bool((notes / fakes.HUNG).read_text()))
        hung = int((notes / fakes.HUNG).read_text())
        os.kill(hung, signal.SIGKILL)
        _, said = process.communicate()
    assert process.returncode == 0, said
    check_complete(run)
    others = {entry.name for entry in notes.iterdir()} - {str(hung), fakes.HUNG}
    assert others


def test_a_damaged_net_has_its_name_in_the_run(tmp_path: Path) -> None:
    net = tmp_path / "000004.net"
    task = ShardTask(0, net, "freestyle", 7, 1, 1, 4, 4)
    with pytest.raises(TrainingError, match=re.escape(f"{net} ")):
        selfplay_cluster._play(play_shard, task, (WEIGHTS / "freestyle.net").read_bytes()[:-1])


def test_a_cluster_lost_before_it_has_the_net_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(_net: bytes) -> None:
        raise ConnectionError("Client is shutting down.")

    ray = SimpleNamespace(
        init=lambda *_, **__: None, put=lost, remote=lambda **_: lambda work: work
    )
    monkeypatch.setattr(ray_cluster, "import_extra", lambda *_: ray)
    workers = selfplay_cluster.RayShardWorkers(play_shard, 1, "auto")
    net = tmp_path / "000004.net"
    net.touch()
    with pytest.raises(UserError, match=r"lost the Ray cluster: .*; the same command resumes"):
        workers.submit(ShardTask(0, net, "freestyle", 7, 1, 1, 4, 4))


@pytest.mark.slow
def test_games_that_only_fail_end_the_run_with_the_reason(tmp_path: Path) -> None:
    with start(RunFolder(tmp_path / "run"), tmp_path, "play_badly") as process:
        _, said = process.communicate()
    assert process.returncode == 1
    assert "ZeroDivisionError: in the game" in said
