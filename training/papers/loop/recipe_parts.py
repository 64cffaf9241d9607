"""Independent parts of a recipe, several at a time."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from typing import TypeAlias

import torch

from core.system.processes import worker_pool

Part: TypeAlias = Callable[[], None]
"""Work in files of its own; it can be pickled, and continues what an earlier call left."""


def run_parts(parts: Sequence[Part], jobs: int) -> None:
    """Run all parts, `jobs` at a time, each in a process with one thread.

    One job runs in this process.

    Raises:
        Exception: what a part raised, after the others have ended.
    """
    if jobs == 1 or len(parts) == 1:
        for part in parts:
            part()
        return
    with worker_pool(min(jobs, len(parts))) as pool:
        for done in as_completed([pool.submit(_run_alone, part) for part in parts]):
            done.result()


def _run_alone(part: Part) -> None:
    """Run a part in a worker, without the bars that the workers would draw over each other."""
    os.environ["TERM"] = "dumb"
    torch.set_num_threads(1)
    part()
