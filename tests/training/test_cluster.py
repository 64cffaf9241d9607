"""Self-play on a true Ray cluster of this machine's own, one of whose workers is killed."""

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.training import fakes
from tests.training.test_loop import GOAL, check_complete, wait_until
from training.folder import RunFolder

pytestmark = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: pip install 'fukumi[cluster]'"
)

RUN = """
from tests.training.fakes import *
from training.cluster import RayWorkers
if __name__ == "__main__":
    whole_run(Path({path!r}), {goal}, RayWorkers({play}, 3, "local"))
"""


def start(run: RunFolder, notes: Path, play: str = "play") -> subprocess.Popen[str]:
    code = RUN.format(path=str(run.path), goal=GOAL, play=play)
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, fakes.NOTES: str(notes), fakes.SECONDS: "0.05"},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_run_goes_on_when_a_worker_of_the_cluster_is_killed(tmp_path: Path) -> None:
    run, notes = RunFolder(tmp_path / "run"), tmp_path / "pids"
    notes.mkdir()
    with start(run, notes) as process:
        wait_until(lambda: len(list(notes.iterdir())) >= 3 and bool(run.shards()))
        os.kill(int(next(notes.iterdir()).name), signal.SIGKILL)
        assert len(run.shards()) * fakes.CONFIG.shard_games < GOAL
        _, said = process.communicate()
    assert process.returncode == 0, said
    check_complete(run)
    assert len(list(notes.iterdir())) >= 4


def test_an_error_in_playing_ends_the_run_with_its_trace(tmp_path: Path) -> None:
    with start(RunFolder(tmp_path / "run"), tmp_path, "play_badly") as process:
        _, said = process.communicate()
    assert process.returncode == 1
    assert "ZeroDivisionError: in the game" in said
