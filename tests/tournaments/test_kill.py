"""A runner that is killed at any moment loses no finished game and plays none twice."""

import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.tournaments.engines import engines_left, option
from tournaments.model import Reason, TournamentError
from tournaments.store import Store

KILLS = 50
ROUNDS = 100
"""Of two games each; more than the runs that are killed can finish."""


def start(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "fukumi", "tournament", "run", str(folder)]
    command += ["--engine", option("one"), "--engine", option("two", "ignores_eof")]
    command += ["--boardsize", "5", "--rounds", str(ROUNDS), "--concurrency", "2"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kill_at_random(runner: subprocess.Popen[str], rng: random.Random) -> None:
    """Kills a runner while it begins, or some time after one or the other of its lines, which
    are of games that it has stored."""
    assert runner.stdout
    if rng.random() < 0.5:
        time.sleep(rng.uniform(0.0, 0.6))
    else:
        for _ in range(rng.randint(1, 2)):
            runner.stdout.readline()
        time.sleep(rng.uniform(0.0, 0.2))
    runner.send_signal(signal.SIGKILL)


def finished(folder: Path) -> list[int]:
    try:
        with closing(Store.open(folder)) as store:
            return [record.number for record in store.records()]
    except TournamentError:  # killed before there was anything
        return []


@pytest.mark.timeout(400)
def test_a_runner_killed_fifty_times_plays_every_game_once(tmp_path: Path) -> None:
    rng = random.Random(5)
    kept: list[int] = []
    grew = 0
    for _ in range(KILLS):
        with start(tmp_path) as runner:
            kill_at_random(runner, rng)
        now = finished(tmp_path)
        assert now[: len(kept)] == kept
        grew += len(now) > len(kept)
        kept = now
    assert 0 < grew < KILLS
    assert len(kept) < 2 * ROUNDS
    with start(tmp_path) as runner:
        output, errors = runner.communicate()
    assert runner.returncode == 0, errors
    assert f"going on after {len(kept)} of {2 * ROUNDS} games" in output
    assert sorted(finished(tmp_path)) == list(range(1, 2 * ROUNDS + 1))
    with closing(Store.open(tmp_path)) as store:
        assert {record.reason for record in store.records()} <= {Reason.FIVE, Reason.FULL_BOARD}
    assert not engines_left()
