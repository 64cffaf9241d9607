"""The long run of the attacks: limited by time, resumed after any stop, with all findings kept.

A round is one attack with one seed, in a process of its own: a crash or a hang is a finding like
any other, and its folder is kept with everything needed to run it again.
"""

import dataclasses
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from core.system.files import write_whole
from core.version import VERSION
from tests.repository import ROOT
from tests.tournaments.engines import TEST_MARK, leftovers

STATE, FAILURE, COUNTS, ERROR = "state.json", "failure.json", "counts.json", "error.txt"

ROUND_LIMIT = 1800.0
"""Seconds after which a round counts as hung."""

LINGER = 30.0
"""Seconds that the processes of a round may take to end after it."""


@dataclass(frozen=True, slots=True)
class Part:
    """An attack: the module of its function `attack`, the effort of one round, and its share of the
    time."""

    module: str
    effort: int
    share: float = 1.0


PARTS = {
    "fuzz": Part("tests.torture.fuzz", 10_000, 2),
    "byte chaos": Part("tests.torture.byte_chaos", 200),
    "renju oracle": Part("tests.torture.renju_oracle", 400),
    "runner kills": Part("tests.torture.runner_kills", 10, 2),
    "training kills": Part("tests.torture.training_kills", 4),
    "damaged games": Part("tests.torture.damaged_games", 150),
    "damaged training": Part("tests.torture.damaged_training", 60),
    "damaged nets": Part("tests.torture.damaged_nets", 300),
    "hostile engines": Part("tests.torture.hostile_engines", 12, 2),
    "hostile web": Part("tests.torture.hostile_web", 40),
}


@dataclass(slots=True)
class Tally:
    """Totals of one part."""

    rounds: int = 0
    seconds: float = 0.0
    failures: int = 0
    counts: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class State:
    """Progress of a run. `seed` is that of the first round of each part; the others count up."""

    seed: int
    minutes: float
    tallies: dict[str, Tally] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """Time of all rounds together."""
        return sum(tally.seconds for tally in self.tallies.values())

    @property
    def finished(self) -> bool:
        return self.seconds >= 60 * self.minutes

    @classmethod
    def read(cls, path: Path) -> "State":
        fields = json.loads(path.read_text())
        fields["tallies"] = {name: Tally(**tally) for name, tally in fields["tallies"].items()}
        return cls(**fields)

    def write(self, path: Path) -> None:
        write_whole(path, json.dumps(dataclasses.asdict(self), indent=1).encode())


def begin(folder: Path, minutes: float, seed: int) -> State:
    """Return the unfinished run in a folder, or a new one with this seed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / STATE
    if path.exists():
        state = State.read(path)
        state.minutes = minutes
        if not state.finished:
            return state
    return State(seed, minutes)


def run(folder: Path, state: State, parts: Mapping[str, Part], say: Callable[[str], None]) -> None:
    """Run rounds until the time is over; the state is written after each."""
    for name in parts:
        state.tallies.setdefault(name, Tally())
    say(f"seed {state.seed}, {state.seconds / 60:.1f} of {state.minutes:g} minutes done")
    while not state.finished:
        name = min(parts, key=lambda name: state.tallies[name].seconds / parts[name].share)
        tally = state.tallies[name]
        seed = state.seed + tally.rounds
        begun = time.monotonic()
        counts, error = play_round(folder / "round", parts[name], seed)
        took = time.monotonic() - begun
        tally.rounds += 1
        tally.seconds += took
        tally.counts = dict(Counter(tally.counts) + Counter(counts))
        outcome = told(counts)
        if error:
            tally.failures += 1
            kept = keep(folder, name, parts[name], seed, error)
            state.failures.append(str(kept))
            outcome = f"FAILED: {error.strip().splitlines()[-1]:.200} ({kept / FAILURE})"
        state.write(folder / STATE)
        say(f"{name:<17} seed {seed:<12} {took:>6.1f} s  {outcome}")


def play_round(folder: Path, part: Part, seed: int) -> tuple[dict[str, int], str]:
    """Run one round in an empty folder; return its counts, and how it failed or "".

    Processes that it leaves running are ended, and are a failure too.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    mark = uuid.uuid4().hex
    command = [sys.executable, "-m", "tests.torture", "round", part.module]
    command += [str(seed), str(part.effort), str(folder.resolve())]
    with (folder / ERROR).open("wb") as errors:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, TEST_MARK: mark},
            stdout=errors,
            stderr=errors,
            start_new_session=True,
        )
        try:
            error = _ending(process)
        finally:
            _kill_group(process)
            left = _left(mark)
    said = (folder / ERROR).read_text(errors="replace")
    if error:
        return {}, f"{error}\n{said}"
    if left:
        return {}, f"{said}\nleft running: {left}"
    counts: dict[str, int] = json.loads((folder / COUNTS).read_text())
    return counts, ""


def _ending(process: "subprocess.Popen[bytes]") -> str:
    """Wait for a round; return how it failed, or ""."""
    try:
        code = process.wait(ROUND_LIMIT)
    except subprocess.TimeoutExpired:
        return f"the round has not ended after {ROUND_LIMIT:g} s"
    if code < 0:
        return f"the round was ended by {signal.Signals(-code).name}"
    return "" if code == 0 else "the round failed"


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _left(mark: str) -> list[list[str]]:
    """End the remaining processes of a round, and return the command lines of those that had to be
    killed."""
    os.environ[TEST_MARK] = mark
    deadline = time.monotonic() + LINGER
    while (left := leftovers()) and time.monotonic() < deadline:
        time.sleep(0.05)
    lines = []
    for process in left:
        with suppress(psutil.Error):
            lines.append(process.cmdline())
            process.kill()
    del os.environ[TEST_MARK]
    return lines


def keep(folder: Path, name: str, part: Part, seed: int, error: str) -> Path:
    """Move a failed round to the failures, with the file that runs it again."""
    kept = folder / "failures" / f"{name.replace(' ', '-')}-{seed}"
    shutil.rmtree(kept, ignore_errors=True)
    kept.parent.mkdir(exist_ok=True)
    shutil.move(folder / "round", kept)
    failure: dict[str, Any] = {
        "module": part.module,
        "seed": seed,
        "effort": part.effort,
        "version": VERSION,
        "python": platform.python_version(),
        "system": platform.platform(),
        "error": error,
    }
    write_whole(kept / FAILURE, json.dumps(failure, indent=1).encode())
    return kept


def again(path: Path, folder: Path) -> str:
    """Run the round of a failure once more; return how it failed, or ""."""
    failure = json.loads(path.read_text())
    part = Part(failure["module"], failure["effort"])
    _, error = play_round(folder / "round", part, failure["seed"])
    return error


def told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)


def table(state: State) -> str:
    """Return the totals of a run, in Markdown."""
    lines = ["| part | rounds | minutes | failures | done |", "|---|---|---|---|---|"]
    for name, tally in state.tallies.items():
        minutes = f"{tally.seconds / 60:.1f}"
        lines.append(
            f"| {name} | {tally.rounds} | {minutes} | {tally.failures} | {told(tally.counts)} |"
        )
    return "\n".join(lines)
