"""The run folder: where everything lies, and how it is written so that a kill tears nothing.

config.json          how the run is played (`training.config`)
rows/GGGGGG-NNNNNN.npz
                     shards of samples: generation of the net that played, serial number
nets/GGGGGG.net      exported nets; nets/GGGGGG.json their records (`training.gating.net_records`)
panel/NAME.net       nets that every new one is measured against, if the user put any there
parent.net           the net that a warm start begins from, where there is one
best.net, best.json  copy of the net that self-play uses, and what is known of it
checkpoint.pt        the learner's state
teacher.pt           the teacher's, where there is one (`training.learning.teacher`)
metrics.jsonl, tb/   what happened (`training.report.metrics`)
"""

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from core.system.files import UNFINISHED
from core.system.locks import lock
from training.training_error import TrainingError

STAGES = ("selfplay", "learn", "gate")
TEACH = "teach"
"""A stage that goes on beside all others: it only reads what they write."""
SHARD_NAME = re.compile(r"(\d{6,})-(\d{6,})\.npz")


class ShardName(NamedTuple):
    """What the name of a shard says; in order of `serial`, shards are in order of play."""

    serial: int
    generation: int

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.generation:06d}-{self.serial:06d}.npz"


class RunFolder:
    """The paths of one run, made when missing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config = path / "config.json"
        self.rows = path / "rows"
        self.nets = path / "nets"
        self.panel = path / "panel"
        self.parent = path / "parent.net"
        self.best_net = path / "best.net"
        self.best_record = path / "best.json"
        self.checkpoint = path / "checkpoint.pt"
        self.teacher = path / "teacher.pt"
        self.metrics = path / "metrics.jsonl"
        self.tensorboard = path / "tb"
        try:
            for folder in (self.rows, self.nets):
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TrainingError(f"cannot use {path} as a run folder: {error}") from error

    def net(self, generation: int) -> Path:
        """Where the net of a generation lies; generation 0 has none."""
        return self.nets / f"{generation:06d}.net"

    def net_record(self, generation: int) -> Path:
        """Where what is known of that net lies."""
        return self.nets / f"{generation:06d}.json"

    def shard(self, name: ShardName) -> Path:
        """Where a shard lies."""
        return self.rows / name.file

    def shards(self) -> list[ShardName]:
        """All shards there are, in order of their serial numbers."""
        found = (SHARD_NAME.fullmatch(entry.name) for entry in os.scandir(self.rows))
        return sorted(ShardName(int(name[2]), int(name[1])) for name in found if name)

    @contextmanager
    def locked(self, *stages: str) -> Iterator[None]:
        """Holds the stages for this process, and clears away what a kill left half-written.

        Stages of one folder may run in several processes, but each stage in one only. The lock
        goes with the process, however it ends.

        Raises:
            TrainingError: another process holds one of them.
        """
        with ExitStack() as stack:
            for stage in sorted(stages):
                stack.enter_context(held(self.path / f".{stage}.lock", stage))
            if set(stages) == set(STAGES) or stages == (TEACH,):
                self._clear_unfinished(stages == (TEACH,))
            yield

    def _clear_unfinished(self, teachers: bool) -> None:
        """Those of the teacher, or all others: either may be at work beside."""
        for folder in (self.path, self.rows, self.nets):
            for path in folder.glob(f".*{UNFINISHED}"):
                if path.name.startswith(f".{self.teacher.name}.") is teachers:
                    path.unlink(missing_ok=True)


@contextmanager
def held(path: Path, stage: str) -> Iterator[None]:
    """Holds a lock file for this process; the lock goes with the process, however it ends.

    Raises:
        TrainingError: another process holds it.
    """
    with path.open("wb") as file:
        try:
            lock(file)
        except OSError as error:
            raise TrainingError(f"another process runs {stage} in {path.parent}") from error
        yield
