"""A damaged file in a run folder: each command of `fukumi train` reports it, or is not affected.

Nothing that is whole may be lost or changed, and nothing damaged may be learnt from unnoticed.
"""

import random
import re
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from tests.torture.commands import Outcome, refused, run, snapshot
from tests.torture.damage import damaged
from tests.training.samples import shard
from training import net_records
from training.config import Phase, RunConfig
from training.learning.checkpoint import read_checkpoint
from training.learning.learner import LineNetLearner
from training.learning.teacher import Teacher
from training.net_records import GateResult
from training.report.metrics import Metrics
from training.run_folder import RunFolder, ShardName
from training.selfplay import samples
from training.training_error import TrainingError

CONFIG = RunConfig(
    phases=(Phase(0, 1, {5: 1.0}),),
    shard_games=2,
    min_samples=20,
    sample_reuse=1.0,
    batch=16,
    gate_every=2,
    gate_pairs=1,
    gate_visits=1,
)
SHARDS, SAMPLES = 4, 48

PLAYED: Mapping[str, Any] = {
    "shard": 0,
    "generation": 0,
    "size": 5,
    "games": 2,
    "samples": SAMPLES,
    "length": 30.0,
    "first_score": 0.5,
    "draws": 0.0,
    "proved": 0.1,
    "games_per_hour": 1000.0,
}
"""The metrics of a shard."""

QUICK = (
    *(("learn",), ("export",), ("report",)),
    *(("teach", "--steps", "2"), ("distil", "--steps", "6")),
)
SLOW = (("gate",), ("run", "--games", str(2 * SHARDS), "--concurrency", "1"))
CHANCE_OF_A_SLOW_ONE = 0.04
"""Share of the slow commands, which start processes."""

GROWING = ("metrics.jsonl", "tb/")
PASSING = (".lock", "report.html")
"""Endings of the names of temporary files."""


def make_run(path: Path) -> RunFolder:
    """Return a run with shards, a best net, one still to be gated, half of its steps, and a
    teacher."""
    run = RunFolder(path)
    CONFIG.write(run)
    for serial in range(SHARDS):
        sample = shard(SAMPLES, 5, serial, generation=serial // 2)
        samples.save_shard(run, ShardName(serial, serial // 2), sample.pack())
    learner = LineNetLearner(run, CONFIG)
    with Metrics(run.metrics) as metrics:
        for generation in (1, 2):
            learner.learn(3, lambda: False)
            record = net_records.store_net(run, learner, 4 * generation, 2 * SAMPLES * generation)
            metrics.write(
                "learn", learner.steps, games=4, samples=SAMPLES, loss=1.5, policy=1, value=0.5
            )
            if generation == 1:
                net_records.record_gate(
                    run, CONFIG, record, lambda *_: GateResult(10.0, 5.0, 0.6, 1), 1
                )
        for serial in range(SHARDS):
            metrics.write("selfplay", 2 * serial, **PLAYED)
    teacher = Teacher(run, CONFIG, blocks=1, channels=4)
    teacher.learn(1, lambda: False)
    return run


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Damage a file of a run `effort` times, each time of a fresh copy, and run a command.

    Raises:
        AssertionError: a traceback, an unclear error, or something lost or accepted unnoticed.
    """
    rng = random.Random(seed)
    base = make_run(folder / "base").path
    kinds = _kinds(base)
    done = Counter[str]()
    for number in range(effort):
        here = folder / f"{number:04d}"
        shutil.copytree(base, here)
        name, other = rng.choices(rng.choice(kinds), k=2)
        spoilt = here / name
        spoilt.write_bytes(damaged(rng, spoilt.read_bytes(), (base / other).read_bytes()))
        commands = SLOW if rng.random() < CHANCE_OF_A_SLOW_ONE else QUICK
        gone = _command(rng.choice(commands), RunFolder(here), base, name)
        done.update(attacks=1, refused=gone)
        shutil.rmtree(here)
    return done


def _kinds(base: Path) -> list[list[str]]:
    """Return the names of a run's files, grouped by name without numbers."""
    kinds: dict[str, list[str]] = {}
    for name in snapshot(base):
        if not name.startswith("."):
            kinds.setdefault(re.sub(r"\d+", "N", name), []).append(name)
    return list(kinds.values())


def _command(command: tuple[str, ...], folder: RunFolder, base: Path, name: str) -> bool:
    """Run a command in a folder with one damaged file; return whether it refused."""
    before = snapshot(folder.path)
    same = _same_state(base / name, folder.path / name)
    outcome = run("train", command[0], folder.path, *command[1:])
    _check_kept(before, snapshot(folder.path), outcome)
    if name == "checkpoint.pt" and command[0] in ("learn", "export", "distil", "run"):
        assert same or refused(outcome), f"{command}: {outcome}"
    if name == "teacher.pt" and command[0] in ("teach", "distil"):
        assert same or refused(outcome), f"{command}: {outcome}"
    return refused(outcome)


def _check_kept(before: Mapping[str, bytes], after: Mapping[str, bytes], outcome: Outcome) -> None:
    """Check that a command changed only its own files.

    Raises:
        AssertionError: another file was changed.
    """
    for name, data in before.items():
        if name.endswith(PASSING):
            continue
        assert name in after, f"{name} is gone: {outcome}"
        if name.startswith(GROWING):
            assert after[name].startswith(data), f"{name}: {outcome}"
        elif outcome.code or name.startswith(("samples/", "config.json")) or name.endswith(".net"):
            assert after[name] == data or name == "best.net", f"{name}: {outcome}"


def _same_state(whole: Path, spoilt: Path) -> bool:
    """Return whether a damaged checkpoint still has the same content."""
    if whole.suffix != ".pt":
        return True
    try:
        return _equal(read_checkpoint(whole), read_checkpoint(spoilt))
    except TrainingError:
        return False


def _equal(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, torch.Tensor):
        return torch.equal(one, other)
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)
