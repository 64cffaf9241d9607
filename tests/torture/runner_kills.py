"""Kills of `fukumi tournament run` at random instants; the same command must lose no game.

A stored game stays as it is, none is played twice, and the last run plays all missing ones.
"""

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from tests.tournaments.engines import option, wait_for_the_end_of_engines
from tournaments.model import GameRecord, Reason, TournamentError
from tournaments.play.store import Store

ENGINES = ("simple", "ignores_eof", "ignores_end", "talks")
"""Engines that play to the end, some of which outlive their runner if they can."""

SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


def start(folder: Path, plan: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "fukumi", "tournament", "run", str(folder), *plan]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def random_plan(rng: random.Random, rounds: int, logs: Path) -> list[str]:
    """Return a tournament of two games a round, with or without logs and kept engines."""
    engines = ["--engine", option("one"), "--engine", option("two", rng.choice(ENGINES))]
    size = ["--boardsize", rng.choice(["5", "6", "7"])]
    concurrency = ["--concurrency", rng.choice(["1", "2", "3"])]
    each = ["--each", f"tc=0/60 restart={rng.choice(['on', 'auto', 'off'])}"]
    log = ["--log", str(logs)] if rng.random() < 0.5 else []
    return [*engines, *size, *each, "--rounds", str(rounds), *concurrency, *log]


def kill_at_random(runner: subprocess.Popen[str], rng: random.Random) -> None:
    """Kill a runner while it starts, or some time after one of its lines about stored games."""
    assert runner.stdout
    if rng.random() < 0.5:
        time.sleep(rng.uniform(0.0, 0.6))
    else:
        for _ in range(rng.randint(1, 3)):
            runner.stdout.readline()
        time.sleep(rng.uniform(0.0, 0.2))
    runner.send_signal(rng.choice(SIGNALS))


def finished(folder: Path) -> list[GameRecord]:
    try:
        with closing(Store.open(folder)) as store:
            return store.records()
    except TournamentError:  # killed before there was a tournament
        return []


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Kill `effort` runs of a tournament, then let it end.

    Raises:
        AssertionError: a game is lost, changed, missing or there twice, its log is missing, or an
            engine still runs.
    """
    rng = random.Random(seed)
    rounds = 2 * effort
    logs = folder / "logs"
    plan = random_plan(rng, rounds, logs)
    kept: list[GameRecord] = []
    done = Counter[str]()
    for _ in range(effort):
        with start(folder, plan) as runner:
            kill_at_random(runner, rng)
        now = finished(folder)
        assert now[: len(kept)] == kept
        done.update(kills=1, grew=len(now) > len(kept))
        kept = now
    with start(folder, plan) as runner:
        output, errors = runner.communicate()
    assert runner.returncode == 0, errors
    assert errors == ""
    if 0 < len(kept) < 2 * rounds:
        assert f"continuing after {len(kept)} of {2 * rounds} games" in output
    now = finished(folder)
    assert now[: len(kept)] == kept
    assert sorted(record.number for record in now) == list(range(1, 2 * rounds + 1))
    assert {record.reason for record in now} <= {Reason.FIVE, Reason.FULL_BOARD}
    if "--log" in plan:
        for record in now:
            assert (folder / record.log).read_text().startswith(f"# Game {record.number},")
    wait_for_the_end_of_engines()
    done.update(games=len(now), left_for_the_last_run=2 * rounds - len(kept))
    return done
