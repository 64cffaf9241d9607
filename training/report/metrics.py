"""Metrics of a run: JSON lines that survive a kill, and scalars for TensorBoard."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from core.system.annotations import fits
from core.system.extras import import_extra


class Scalars(Protocol):
    """A sink of numbers to be drawn, such as TensorBoard's writer."""

    def add_scalar(self, tag: str, data: float, step: int) -> None:
        """Record a number."""

    def close(self) -> None:
        """Write buffered data."""


class AppendedFile:
    """A file that grows by whole pieces, without a buffer.

    Raises:
        OSError: it cannot be opened, or (by `write`) the disk is full; its `filename` is the path.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("ab", buffering=0)

    def write(self, data: bytes) -> None:
        """Append data. On a full disk a part of it may be left at the end of the file."""
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class EventFile:
    """A TensorBoard file. TensorBoard's own writer has a thread that buffers scalars for two
    minutes and prints its traceback when the disk is full."""

    def __init__(self, path: Path) -> None:
        """Create the file.

        Raises:
            UserError: TensorBoard is not installed.
        """
        self._event = import_extra("tensorboard.compat.proto.event_pb2", "train").Event
        self._summary = import_extra("tensorboard.compat.proto.summary_pb2", "train").Summary
        records = import_extra("tensorboard.summary.writer.record_writer", "train")
        path.mkdir(parents=True, exist_ok=True)
        name = f"events.out.tfevents.{time.time():.0f}.{os.getpid()}"
        self._records = records.RecordWriter(AppendedFile(path / name))
        self._write(file_version="brain.Event:2")

    def add_scalar(self, tag: str, data: float, step: int) -> None:
        """Write a number at once."""
        value = self._summary.Value(tag=tag, simple_value=data)
        self._write(step=step, summary=self._summary(value=[value]))

    def _write(self, **fields: Any) -> None:
        event = self._event(wall_time=time.time(), **fields)
        self._records.write(event.SerializeToString())

    def close(self) -> None:
        """Close the file."""
        self._records.close()


class Metrics:
    """Events of a run in a file of JSON lines, each with its time and stage."""

    def __init__(self, path: Path, scalars: Scalars | None = None) -> None:
        self._file = AppendedFile(path)
        self._scalars = scalars
        if _torn(path):
            self._file.write(b"\n")

    def write(self, stage: str, step: int, **values: Any) -> None:
        """Record values of a stage; `step` is their place on TensorBoard's axis."""
        entry = {"time": round(time.time(), 3), "stage": stage, "step": step, **values}
        self._file.write(json.dumps(entry).encode() + b"\n")
        if self._scalars is None:
            return
        for name, value in values.items():
            if isinstance(value, int | float):
                self._scalars.add_scalar(f"{stage}/{name}", value, step)

    def close(self) -> None:
        """Close the file and the scalars."""
        self._file.close()
        if self._scalars is not None:
            self._scalars.close()

    def __enter__(self) -> "Metrics":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _torn(path: Path) -> bool:
    """Return whether a kill left the last line unfinished."""
    with path.open("rb") as file:
        if file.seek(0, 2) == 0:
            return False
        file.seek(-1, 2)
        return file.read() != b"\n"


def read_metrics(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries of a metrics file in order; torn and damaged lines are left out."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            try:
                entry = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(entry, dict) and _is_entry(entry):
                yield entry


def _is_entry(entry: dict[str, Any]) -> bool:
    numbers = (entry.get("time"), entry.get("step"))
    return fits(entry.get("stage"), str) and all(fits(number, float) for number in numbers)
