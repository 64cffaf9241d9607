"""Worker processes: separate cores, and the death of a worker or its parent."""

import signal
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from core.game.rules import Rule
from tests.patience import PATIENCE, wait_until
from tests.tournaments import plays
from tests.tournaments.engines import (
    ENGINES,
    command_of,
    is_alive,
    wait_for_the_end_of_all,
    wait_for_the_end_of_engines,
)
from tournaments.model import EngineSpec, Reason, Result, ScheduledGame
from tournaments.play import game_cluster, referee
from tournaments.play.game_workers import STOPPED, LocalGameWorkers, allowed_cores, divide_cores
from tournaments.play.runner import run_games


def may_trace() -> bool:
    """Return whether a child may stop its parent as a debugger does."""
    if sys.platform != "linux":
        return False
    scope = Path("/proc/sys/kernel/yama/ptrace_scope")
    rights = Path("/proc/self/status").read_text().partition("CapEff:")[2].split()[0]
    by_right = int(rights, 16) >> CAP_SYS_PTRACE & 1
    return bool(by_right) or (scope.exists() and scope.read_text().strip() == "0")


CAP_SYS_PTRACE = 19
MAY_TRACE = may_trace()
PINS = sys.platform in ("linux", "win32")


def games(count: int, engine: str = "simple") -> list[ScheduledGame]:
    black, white = (
        EngineSpec(name, command_of(engine), tolerance=PATIENCE) for name in ("alpha", "beta")
    )
    return [ScheduledGame(n, 1, black, white, Rule.FREESTYLE, 9) for n in range(1, count + 1)]


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
    assert divide_cores(count, cores) == expected


@pytest.mark.skipif(not PINS, reason="this system has no core affinity")
def test_a_worker_stays_on_its_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(plays.NOTES, str(tmp_path))
    all_cores = allowed_cores()
    cores = all_cores[:4]
    psutil.Process().cpu_affinity(cores)
    try:
        workers = LocalGameWorkers(len(cores), partial(plays.tell_cores, len(cores)))
        records = list(run_games(games(2 * len(cores)), workers))
        assert {record.detail for record in records} == {str(core) for core in cores}
        assert allowed_cores() == cores
    finally:
        psutil.Process().cpu_affinity(all_cores)


@pytest.mark.parametrize("engine", ["simple", "ignores_eof"])
def test_a_killed_worker_costs_only_its_game_which_is_played_again(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(plays.NOTES, str(tmp_path))
    records = list(run_games(games(4, engine), LocalGameWorkers(2, plays.die_once)))
    assert sorted(record.number for record in records) == [1, 2, 3, 4]
    assert all(record.result is not Result.VOID for record in records)
    assert (tmp_path / "died").exists()
    wait_for_the_end_of_engines()


def against(engine: str, *arguments: object) -> list[ScheduledGame]:
    """Return two games of the simple engine against another one."""
    words = (*command_of(engine), *map(str, arguments))
    return [replace(game, white=EngineSpec(engine, words, tolerance=PATIENCE)) for game in games(2)]


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
@pytest.mark.parametrize(
    "how",
    [
        (),
        ("briefly",),
        pytest.param(
            ("traces",), marks=pytest.mark.skipif(not MAY_TRACE, reason="nobody may trace us here")
        ),
    ],
)
@pytest.mark.slow
def test_a_game_whose_referee_was_stopped_is_played_again(
    how: tuple[str, ...], tmp_path: Path
) -> None:
    note = tmp_path / "stopped"
    workers = LocalGameWorkers(1)
    records = list(run_games(against("stops_referee", note, *how), workers))
    assert [record.result is Result.VOID for record in records] == [False, False]
    assert (tmp_path / "stopped.starts").read_text().count("started") == 3
    wait_for_the_end_of_engines()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
@pytest.mark.parametrize("how", ["for good", "briefly"])
@pytest.mark.slow
def test_an_engine_that_always_stops_its_referee_gets_void_games_that_say_so(
    how: str, tmp_path: Path
) -> None:
    stops = against("stops_referee", tmp_path / "never", "always", how)[:1]
    (record,) = run_games(stops, LocalGameWorkers(1))
    assert (record.result, record.detail) == (Result.VOID, STOPPED)
    wait_for_the_end_of_engines()


def alive(pids: Path) -> list[int]:
    """Return those of the processes with these ids that are still running."""
    found = [int(pid) for pid in pids.read_text().split()]
    return [pid for pid in found if psutil.pid_exists(pid) and is_alive(psutil.Process(pid))]


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted there")
@pytest.mark.parametrize("how", [(), ("kills",)])
def test_orphans_that_nothing_ties_to_their_engine_are_ended(
    how: tuple[str, ...], tmp_path: Path
) -> None:
    pids, workers = tmp_path / "pids", LocalGameWorkers(1)
    for record in run_games(against("leaves_an_orphan", pids, *how), workers):
        assert record.result is not Result.VOID
        assert pids.read_text()
        wait_until(lambda: not alive(pids))


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted there")
def test_a_server_of_wine_that_all_games_share_ends_with_the_run(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    for record in run_games(against("under_wine", pids), LocalGameWorkers(1)):
        assert record.reason is Reason.FIVE
        assert alive(pids)
    assert len(pids.read_text().split()) == 1
    wait_until(lambda: not alive(pids))


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted there")
def test_orphans_on_a_cluster_are_ended(tmp_path: Path) -> None:
    (game, _) = against("leaves_an_orphan", tmp_path / "pids")
    record = game_cluster._play(referee.play_game, game, sys.executable)
    assert record.result is not Result.VOID
    wait_until(lambda: not alive(tmp_path / "pids"))


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted there")
def test_orphans_of_a_killed_runner_are_ended(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = ORPHANS.format(pids=str(pids))
    root = ENGINES.parent.parent
    with subprocess.Popen([sys.executable, "-c", code], cwd=root) as process:
        wait_until(lambda: pids.exists() and pids.read_text())
        process.send_signal(signal.SIGKILL)
    wait_for_the_end_of_engines()
    wait_until(lambda: not alive(pids))


ORPHANS = """
from tests.tournaments.play.test_game_workers import *
if __name__ == "__main__":
    games = [replace(g, black=g.white, white=EngineSpec("late", command_of("late")))
             for g in against("leaves_an_orphan", {pids!r})]
    list(run_games(games, LocalGameWorkers(1)))
"""


RUN = """
import sys
from tests.tournaments.play.test_game_workers import *
if __name__ == "__main__":
    for record in run_games(games(1000, "ignores_eof"), LocalGameWorkers(2)):
        print(record.number, flush=True)
"""


def test_a_killed_runner_leaves_no_engine_that_does_not_mind_the_end_of_its_input() -> None:
    root = ENGINES.parent.parent
    with subprocess.Popen([sys.executable, "-c", RUN], stdout=subprocess.PIPE, cwd=root) as process:
        assert process.stdout
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    wait_for_the_end_of_all()
