"""Threads and memory for Fukumi's search of one page."""

import os
from dataclasses import dataclass
from typing import Any

import psutil

from board.board_error import BoardError

LEAST_OFFERED = 200 << 20
"""Memory limit of the engine in bytes, unless a page asks for more: leaves 90 MiB for the tree."""

MEMORY_CHOICES = tuple(LEAST_OFFERED << power for power in range(6))
"""Limits that a page may choose, in bytes: 200 MiB to 6.25 GiB."""

MEMORY_SHARE = 0.5
"""Part of the machine's memory that one page may choose."""

MOST_THREADS = 1024


@dataclass(frozen=True, slots=True)
class EngineResources:
    """Limits of a search: threads, and bytes of memory for the process."""

    threads: int = 1
    memory: int = LEAST_OFFERED


def most_resources(is_public: bool) -> EngineResources:
    """Return what a page may ask for: the defaults alone on a board that others can reach."""
    if is_public:
        return EngineResources()
    fitting = MEMORY_SHARE * psutil.virtual_memory().total
    memory = max((m for m in MEMORY_CHOICES if m <= fitting), default=LEAST_OFFERED)
    return EngineResources(os.cpu_count() or 1, memory)


def offer(most: EngineResources) -> dict[str, Any]:
    """Return the choices as JSON for the page: the most threads, and limits in bytes."""
    memory = [choice for choice in MEMORY_CHOICES if choice <= most.memory]
    return {"threads": most.threads, "memory": memory}


def checked(wanted: EngineResources, most: EngineResources) -> EngineResources:
    """Return the resources that a page wants.

    Raises:
        BoardError: they are more than it may have, or less than a search needs.
    """
    if wanted.threads > most.threads:
        raise BoardError(f"{wanted.threads} threads are too many: use at most {most.threads}")
    if not LEAST_OFFERED <= wanted.memory <= most.memory:
        raise BoardError(
            f"{wanted.memory >> 20} MiB of memory: use {LEAST_OFFERED >> 20} to {most.memory >> 20}"
        )
    return wanted
