"""The run folder: paths of a run's files, and locks of its stages.

config.json          settings of the run (`training.config`)
samples/GGGGGG-NNNNNN.npz
                     shards of samples: generation of the net that played, serial number
nets/GGGGGG.net      exported nets; nets/GGGGGG.json their records (`training.net_records`)
panel/NAME.net       nets of the user's choice that every new net is measured against
parent.net           the net of a warm start, if any
best.net, best.json  copy of the net that self-play uses, and of its record
checkpoint.pt        the learner's state
teacher.pt           the teacher's state, if there is one (`training.learning.teacher`)
metrics.jsonl, tb/   events of the run (`training.report.metrics`)
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
"""A stage that may run at the same time as all others: it only reads their files."""
SHARD_NAME = re.compile(r"(\d{6,})-(\d{6,})\.npz")


class ShardName(NamedTuple):
    """The parts of a shard's file name; in order of `serial`, shards are in order of play."""

    serial: int
    generation: int

    @property
    def file(self) -> str:
        """The file name."""
        return f"{self.generation:06d}-{self.serial:06d}.npz"


class RunFolder:
    """The paths of one run; its folders are created when missing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config = path / "config.json"
        self.samples = path / "samples"
        self.nets = path / "nets"
        self.panel = path / "panel"
        self.parent = path / "parent.net"
        self.best_net = path / "best.net"
        self.best_record = path / "best.json"
        self.checkpoint = path / "checkpoint.pt"
        self.teacher = path / "teacher.pt"
        self.metrics = path / "metrics.jsonl"
        self.tensorboard = path / "tb"
        for folder in (self.samples, self.nets):
            make_folder(folder)

    def net(self, generation: int) -> Path:
        """Return the path of a generation's net; generation 0 has none."""
        return self.nets / f"{generation:06d}.net"

    def net_record(self, generation: int) -> Path:
        """Return the path of a net's record."""
        return self.nets / f"{generation:06d}.json"

    def shard(self, name: ShardName) -> Path:
        """Return the path of a shard."""
        return self.samples / name.file

    def shards(self) -> list[ShardName]:
        """Return the names of all shards, in order of their serial numbers."""
        found = (SHARD_NAME.fullmatch(entry.name) for entry in os.scandir(self.samples))
        return sorted(ShardName(int(name[2]), int(name[1])) for name in found if name)

    @contextmanager
    def locked(self, *stages: str) -> Iterator[None]:
        """Hold the locks of the stages, and delete unfinished files that a kill left.

        Stages of one folder may run in several processes, but each stage in only one. The locks are
        released when the process ends, however it ends.

        Raises:
            TrainingError: another process holds one of them.
        """
        with ExitStack() as stack:
            for stage in sorted(stages):
                stack.enter_context(hold_lock(self.path / f".{stage}.lock", stage))
            if set(stages) == set(STAGES) or stages == (TEACH,):
                self._clear_unfinished(stages == (TEACH,))
            yield

    def _clear_unfinished(self, teachers: bool) -> None:
        """Delete the teacher's unfinished files, or all others: the other process may still be
        running."""
        for folder in (self.path, self.samples, self.nets):
            for path in folder.glob(f".*{UNFINISHED}"):
                if path.name.startswith(f".{self.teacher.name}.") is teachers:
                    path.unlink(missing_ok=True)


@contextmanager
def hold_recipe(folder: Path) -> Iterator[None]:
    """Hold the lock of a recipe's folder, and delete unfinished files that a kill left.

    Raises:
        TrainingError: another process holds it.
    """
    with hold_lock(folder / ".lock", "this recipe"):
        for path in folder.glob(f".*{UNFINISHED}"):
            path.unlink(missing_ok=True)
        yield


def make_folder(path: Path) -> None:
    """Create a folder where there is none.

    Raises:
        TrainingError: it cannot be created.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrainingError(f"cannot use {path}: {error}") from error


@contextmanager
def hold_lock(path: Path, stage: str) -> Iterator[None]:
    """Hold a lock file; it is released when the process ends, however it ends.

    Raises:
        TrainingError: another process holds it.
    """
    with path.open("wb") as file:
        try:
            lock(file)
        except OSError as error:
            raise TrainingError(
                f"another process runs {stage} in {path.parent}: stop it first"
            ) from error
        yield
