"""A runner that is killed at any moment loses no finished game and plays none twice."""

import random
import re
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from tests.tournaments.engines import option, wait_for_the_end_of_engines
from tournaments.model import Reason, TournamentError
from tournaments.store import Store

KILLS = 12
ROUNDS = 40
"""Of two games each."""

FINISHED = re.compile(r"\d+/\d+  ")
"""How the line of a finished game begins."""


def start(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "fukumi", "tournament", "run", str(folder)]
    command += ["--engine", option("one"), "--engine", option("two", "ignores_eof")]
    command += ["--boardsize", "5", "--rounds", str(ROUNDS), "--concurrency", "2"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kill_at_once(runner: subprocess.Popen[str], rng: random.Random) -> None:
    """Kill a runner while it begins, or soon after."""
    time.sleep(rng.uniform(0.0, 0.6))
    runner.kill()


def kill_after_games(runner: subprocess.Popen[str], rng: random.Random) -> None:
    """Kill a runner that has told of one finished game or two, at some moment of the next."""
    assert runner.stdout
    games = filter(FINISHED.match, runner.stdout)
    for _ in range(rng.randint(1, 2)):
        next(games, None)
    time.sleep(rng.uniform(0.0, 0.2))
    runner.kill()


def finished(folder: Path) -> list[int]:
    try:
        with closing(Store.open(folder)) as store:
            return [record.number for record in store.records()]
    except TournamentError:  # killed before there was anything
        return []


def test_a_runner_killed_again_and_again_plays_every_game_once(tmp_path: Path) -> None:
    rng = random.Random(5)
    kept: list[int] = []
    for kill in (kill_at_once, kill_after_games) * (KILLS // 2):
        with start(tmp_path) as runner:
            kill(runner, rng)
        now = finished(tmp_path)
        assert now[: len(kept)] == kept
        assert kill is kill_at_once or len(now) > len(kept)
        kept = now
        if len(kept) > ROUNDS:  # a fast machine shall leave something to go on with
            break
    assert KILLS // 2 <= len(kept) < 2 * ROUNDS
    with start(tmp_path) as runner:
        output, errors = runner.communicate()
    assert runner.returncode == 0, errors
    assert f"going on after {len(kept)} of {2 * ROUNDS} games" in output
    assert sorted(finished(tmp_path)) == list(range(1, 2 * ROUNDS + 1))
    with closing(Store.open(tmp_path)) as store:
        assert {record.reason for record in store.records()} <= {Reason.FIVE, Reason.FULL_BOARD}
    wait_for_the_end_of_engines()
