"""Parts of a recipe in several processes."""

import os
import time
from functools import partial
from pathlib import Path

import pytest

from training.papers.loop.recipe_parts import Part, run_parts
from training.training_error import TrainingError


def write_process(path: Path) -> str:
    """Write the number of the process that runs this part."""
    path.write_text(str(os.getpid()))
    return path.name


def fail(text: str) -> str:
    raise TrainingError(text)


@pytest.mark.slow
def test_several_jobs_run_in_other_processes(tmp_path: Path) -> None:
    parts = [partial(write_process, tmp_path / name) for name in "abc"]
    assert sorted(run_parts(parts, 2)) == ["a", "b", "c"]
    assert str(os.getpid()) not in {path.read_text() for path in tmp_path.iterdir()}


def test_one_job_runs_here_in_order(tmp_path: Path) -> None:
    parts = [partial(write_process, tmp_path / name) for name in "cab"]
    assert list(run_parts(parts, 1)) == ["c", "a", "b"]
    assert {path.read_text() for path in tmp_path.iterdir()} == {str(os.getpid())}


@pytest.mark.slow
def test_an_error_of_a_part_ends_the_others_at_once() -> None:
    parts: list[Part[object]] = [partial(fail, "the disk is full"), partial(time.sleep, 3600)]
    with pytest.raises(TrainingError, match="the disk is full"):
        list(run_parts(parts, 2))
