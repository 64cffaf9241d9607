"""Worker processes: cores of their own, and what happens when one dies or its parent does."""

import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from core.rules import Rule
from tests.tournaments import plays
from tests.tournaments.engines import ENGINES, command_of, engines_left, leftovers
from tournaments.model import EngineSpec, Game, Result
from tournaments.runner import run
from tournaments.workers import LocalWorkers, allowed_cores, shares

PINS = sys.platform in ("linux", "win32")


def games(count: int, engine: str = "simple") -> list[Game]:
    black, white = (EngineSpec(name, command_of(engine)) for name in ("alpha", "beta"))
    return [Game(n, 1, black, white, Rule.FREESTYLE, 9) for n in range(1, count + 1)]


@pytest.mark.parametrize(
    ("count", "cores", "expected"),
    [
        (2, [0, 1], [(0,), (1,)]),
        (2, [4, 5, 6, 7, 9], [(4, 5), (6, 7)]),
        (1, [0, 1, 2], [(0, 1, 2)]),
        (3, [0, 1], [(), (), ()]),
        (2, [], [(), ()]),
    ],
)
def test_workers_share_the_cores_out(
    count: int, cores: list[int], expected: list[tuple[int, ...]]
) -> None:
    assert shares(count, cores) == expected


@pytest.mark.skipif(not PINS, reason="this system has no core affinity")
def test_a_worker_stays_on_its_cores() -> None:
    cores = allowed_cores()
    records = list(run(games(2 * len(cores)), LocalWorkers(len(cores), plays.tell_cores)))
    assert {record.detail for record in records} == {str(core) for core in cores}
    assert allowed_cores() == cores


@pytest.mark.parametrize("engine", ["simple", "ignores_eof"])
def test_a_killed_worker_costs_only_its_game_which_is_played_again(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(plays.NOTES, str(tmp_path))
    records = list(run(games(4, engine), LocalWorkers(2, plays.die_once)))
    assert sorted(record.number for record in records) == [1, 2, 3, 4]
    assert all(record.result is not Result.VOID for record in records)
    assert (tmp_path / "died").exists()
    assert not engines_left()


RUN = """
import sys
from tests.tournaments.test_workers import *
if __name__ == "__main__":
    for record in run(games(1000, "ignores_eof"), LocalWorkers(2)):
        print(record.number, flush=True)
"""


def test_a_killed_runner_leaves_no_engine_that_does_not_mind_the_end_of_its_input() -> None:
    root = ENGINES.parent.parent
    with subprocess.Popen([sys.executable, "-c", RUN], stdout=subprocess.PIPE, cwd=root) as process:
        assert process.stdout
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    assert not engines_left()
    psutil.wait_procs(leftovers(), timeout=5)
    assert not leftovers()
