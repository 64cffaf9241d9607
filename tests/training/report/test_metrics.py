"""Metrics: lines that survive a kill, and scalars."""

import subprocess
import sys
from pathlib import Path

import pytest

from training.report.metrics import EventFile, Metrics, read_metrics


class Kept:
    """Scalars kept in a list."""

    def __init__(self) -> None:
        self.scalars: list[tuple[str, float, int]] = []
        self.closed = False

    def add_scalar(self, tag: str, data: float, step: int) -> None:
        self.scalars.append((tag, data, step))

    def close(self) -> None:
        self.closed = True


def test_what_is_written_is_read_and_drawn(tmp_path: Path) -> None:
    path, kept = tmp_path / "metrics.jsonl", Kept()
    with Metrics(path, kept) as metrics:
        metrics.write("learn", 5, loss=0.5, note="words")
        metrics.write("gate", 6, elo=-3)
    first, second = read_metrics(path)
    assert (first["stage"], first["step"], first["loss"], first["note"]) == (
        "learn",
        5,
        0.5,
        "words",
    )
    assert second["elo"] == -3
    assert second["time"] >= first["time"] > 0
    assert kept.scalars == [("learn/loss", 0.5, 5), ("gate/elo", -3, 6)]
    assert kept.closed


def test_a_torn_last_line_is_skipped_and_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    with Metrics(path) as metrics:
        metrics.write("learn", 1)
        metrics.write("learn", 2)
    path.write_bytes(path.read_bytes()[:-10])
    assert [entry["step"] for entry in read_metrics(path)] == [1]
    with Metrics(path) as metrics:
        metrics.write("learn", 3)
    assert [entry["step"] for entry in read_metrics(path)] == [1, 3]


FILL = """
import resource, sys
from pathlib import Path
from training.report.metrics import Metrics
path = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
with Metrics(path) as metrics:
    try:
        for step in range(100):
            metrics.write("learn", step)
    except OSError as error:
        assert error.filename == str(path)
        print(step)
"""


def test_a_line_that_the_disk_has_no_room_for_is_an_error_and_spoils_no_other(
    tmp_path: Path,
) -> None:
    pytest.importorskip("resource", reason="there are no limits on the size of files here")
    path = tmp_path / "metrics.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(path)], capture_output=True, text=True, check=True
    )
    assert path.stat().st_size == 500
    count = int(done.stdout)
    assert [entry["step"] for entry in read_metrics(path)] == list(range(count))
    with Metrics(path) as metrics:
        metrics.write("learn", count)
    assert [entry["step"] for entry in read_metrics(path)] == list(range(count + 1))


def test_no_file_is_no_metrics(tmp_path: Path) -> None:
    assert list(read_metrics(tmp_path / "none")) == []


def test_tensorboard_reads_the_scalars(tmp_path: Path) -> None:
    reload = pytest.importorskip(
        "tensorboard.backend.event_processing.event_accumulator",
        reason="the extra `train` is not installed",
    )
    with Metrics(tmp_path / "metrics.jsonl", EventFile(tmp_path / "tb")) as metrics:
        metrics.write("learn", 7, loss=0.5)
    kept = reload.EventAccumulator(str(tmp_path / "tb"))
    kept.Reload()
    (tag,) = kept.Tags()["tensors"] + kept.Tags()["scalars"]
    assert tag == "learn/loss"
    assert [(event.step, event.value) for event in kept.Scalars(tag)] == [(7, 0.5)]
