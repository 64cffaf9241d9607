"""Kills of `fukumi train run` and its workers at random instants; the same command resumes the run.

No shard is lost or changed, every file under its final name is whole, and the last run ends like
one that was never killed.
"""

import json
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import psutil

from core.eval.netfile import read_net
from tests.tournaments.engines import leftovers
from tests.training.whole import check_whole
from training import net_records
from training.config import RunConfig
from training.learning.checkpoint import read_checkpoint
from training.run_folder import RunFolder, ShardName
from training.selfplay import samples

GOAL = 48
CHANCE_OF_A_WORKER = 0.3
"""Chance that one of the run's processes is killed before the run."""

SETTINGS = {
    "shard_games": 2,
    "min_samples": 40,
    "batch": 16,
    "gate_every": 12,
    "gate_pairs": 2,
    "gate_visits": 4,
}

Bytes = dict[ShardName, bytes]


def start(folder: Path, rng: random.Random) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "fukumi", "train", "run", str(folder), "--games", str(GOAL)]
    command += ["--concurrency", rng.choice(["1", "2"])]
    command += ["--phase", "games=0 visits=8 sizes=5:1,7:1"]
    for name, value in SETTINGS.items():
        command += ["--set", f"{name}={value}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kill_at_random(process: subprocess.Popen[str], run: RunFolder, rng: random.Random) -> str:
    """Kill the run some time after a new file appears in the folder, perhaps a worker first and the
    run a while later."""
    before, events = _state(run), rng.randint(0, 3)
    while events and process.poll() is None:
        now = _state(run)
        events -= now != before
        before = now
        time.sleep(0.002)
    time.sleep(rng.uniform(0, 0.2))
    workers = _children(process.pid) if rng.random() < CHANCE_OF_A_WORKER else []
    if workers:
        with suppress(psutil.Error):
            rng.choice(workers).kill()
        time.sleep(rng.uniform(0, 2))
    process.kill()
    return "with a worker" if workers else "alone"


def _state(run: RunFolder) -> list[tuple[str, int]]:
    """Return names and times of the files that show the progress of a run."""
    files = [*run.samples.iterdir(), *run.nets.iterdir(), *run.path.glob("[bc]*")]
    return [(path.name, path.stat().st_mtime_ns) for path in files if path.exists()]


def _children(pid: int) -> list[psutil.Process]:
    try:
        return list(psutil.Process(pid).children())
    except psutil.Error:
        return []


def shards(run: RunFolder) -> Bytes:
    return {name: run.shard(name).read_bytes() for name in run.shards()}


def check_files(run: RunFolder) -> None:
    """Read all files with final names.

    Raises:
        Exception: one is damaged.
    """
    for name in run.shards():
        samples.load_shard(run, name)
    net_records.records(run)
    for net in (*run.nets.glob("*.net"), *run.path.glob("best.net")):
        read_net(net)
    if run.checkpoint.exists():
        read_checkpoint(run.checkpoint)


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Kill a run `effort` times, then let it end.

    Raises:
        AssertionError: something is lost or damaged, or a process still runs.
    """
    rng = random.Random(seed)
    run = RunFolder(folder / "run")
    known: Bytes = {}
    done = Counter[str]()
    for _ in range(effort):
        with start(run.path, rng) as process:
            done[f"killed {kill_at_random(process, run, rng)}"] += 1
            process.communicate()
        assert not still_running()
        now = shards(run)
        assert known.items() <= now.items()
        check_files(run)
        done.update(kills=1, grew=len(now) > len(known))
        known = now
    with start(run.path, rng) as process:
        _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert known.items() <= shards(run).items()
    check_whole(run, RunConfig.read(run), GOAL, int(read_checkpoint(run.checkpoint)["steps"]))
    for line in run.metrics.read_text().splitlines():
        json.loads(line)
    assert not still_running()
    return done


def still_running(seconds: float = 60.0) -> list[list[str]]:
    """Return the command lines of a run's processes that do not end by themselves."""
    deadline = time.monotonic() + seconds
    while (left := leftovers()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return [process.cmdline() for process in left]
