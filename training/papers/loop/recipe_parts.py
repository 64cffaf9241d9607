"""Independent parts of a recipe, several at a time."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from typing import TypeAlias, TypeVar

import torch

from core.system.processes import worker_pool

Answer = TypeVar("Answer")

Part: TypeAlias = Callable[[], Answer]
"""Work that can be pickled, on files of its own."""


def run_parts(parts: Sequence[Part[Answer]], jobs: int) -> Iterator[Answer]:
    """Run all parts, and yield each one's answer when it is done.

    Args:
        parts: to run, each with one thread; more than one at a time run in processes.
        jobs: parts that run at a time.

    Raises:
        Exception: what a part raised; it ends the others at once, as a kill would.
    """
    use_one_thread()  # also for what the recipe does itself
    if jobs == 1 or len(parts) < 2:
        for part in parts:
            yield part()
        return
    with worker_pool(min(jobs, len(parts))) as pool:
        for done in as_completed([pool.submit(_run_alone, part) for part in parts]):
            yield done.result()


def _run_alone(part: Part[Answer]) -> Answer:
    """Run a part in a worker, without the bars that the workers would draw over each other."""
    os.environ["TERM"] = "dumb"
    use_one_thread()
    return part()


def use_one_thread() -> None:
    """Let PyTorch use one thread: these nets are so small that two take longer, and ten times as
    long on a busy machine."""
    torch.set_num_threads(1)
