"""Games on a real Ray cluster of this machine, one of whose workers is killed."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.tournaments import plays
from tests.tournaments.engines import ENGINES, RANDOM, option, wait_for_the_end_of_engines
from tournaments.play.store import Store

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")

RUN = """
import sys
from functools import partial
from pathlib import Path
from tests.tournaments import plays
from tournaments.cli import tournament_command
from tournaments.play import game_cluster
if __name__ == "__main__":
    game_cluster.RayGameWorkers = partial(game_cluster.RayGameWorkers, play=plays.hang_once)
    tournament_command.tournament()
"""


@pytest.mark.slow
def test_a_worker_of_the_cluster_that_is_killed_costs_only_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, folder = tmp_path / "notes", tmp_path / "games"
    notes.mkdir()
    monkeypatch.setenv(plays.NOTES, str(notes))
    command = [sys.executable, "-c", RUN, "run", str(folder), "--cluster", "local"]
    command += ["--engine", option("one"), "--engine", RANDOM, "--concurrency", "3"]
    command += ["--boardsize", "9", "--rounds", "10"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ENGINES.parents[1]
    ) as run:
        hung_up = notes / "hung"
        wait_until(lambda: hung_up.exists() and hung_up.read_text() and [*notes.glob("[0-9]*")])
        hung = hung_up.read_text()
        os.kill(int(hung), signal.SIGKILL)
        said = run.communicate()[0]
    assert run.returncode == 0, said
    assert "20 of 20 games, complete" in said
    with closing(Store.open(folder)) as store:
        records = store.records()
    assert sorted(record.number for record in records) == list(range(1, 21))
    assert {entry.name for entry in notes.iterdir()} - {"hung", hung}
    wait_for_the_end_of_engines()


def test_an_address_without_a_cluster_is_one_clear_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fukumi", "tournament", "run", str(tmp_path)]
    command += ["--engine", "random", "--engine", "heuristic", "--cluster", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "fukumi tournament: no cluster address: 'nowhere'; it is ray://host:port" in done.stderr
