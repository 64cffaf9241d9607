"""What happened in a run: JSON lines that survive a kill, and scalars for TensorBoard."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from training.errors import optional


class Scalars(Protocol):
    """Where numbers go to be drawn: TensorBoard's writer is one."""

    def add_scalar(self, tag: str, data: float, step: int) -> None:
        """Notes a number."""

    def close(self) -> None:
        """Writes out what is held back."""


def tensorboard(path: Path) -> Scalars:
    """A writer of TensorBoard files.

    Raises:
        TrainingError: TensorBoard is not installed.
    """
    writer: Scalars = optional("tensorboard.summary", "train").Writer(str(path))
    return writer


class Metrics:
    """Notes what happens in a file of JSON lines, each with the time and the stage."""

    def __init__(self, path: Path, scalars: Scalars | None = None) -> None:
        self._file = path.open("ab", buffering=0)
        self._scalars = scalars
        if _torn(path):
            self._file.write(b"\n")

    def write(self, stage: str, step: int, **values: Any) -> None:
        """Notes values of a stage; `step` is where they stand on TensorBoard's axis."""
        entry = {"time": round(time.time(), 3), "stage": stage, "step": step, **values}
        self._file.write(json.dumps(entry).encode() + b"\n")
        if self._scalars is None:
            return
        for name, value in values.items():
            if isinstance(value, int | float):
                self._scalars.add_scalar(f"{stage}/{name}", value, step)

    def close(self) -> None:
        """Nothing is noted after this."""
        self._file.close()
        if self._scalars is not None:
            self._scalars.close()

    def __enter__(self) -> "Metrics":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _torn(path: Path) -> bool:
    """Whether a kill left the last line unfinished."""
    with path.open("rb") as file:
        if file.seek(0, 2) == 0:
            return False
        file.seek(-1, 2)
        return file.read() != b"\n"


def read(path: Path) -> Iterator[dict[str, Any]]:
    """What a file of metrics holds, in order; lines that a kill tore are left out."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if isinstance(entry, dict) and "stage" in entry:
                yield entry
