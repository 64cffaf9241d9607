"""The window of newest samples that the learner draws from, and the symmetries of the board."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.game.symmetry import SYMMETRIES, cell_targets
from training.run_folder import RunFolder, ShardName
from training.selfplay import samples
from training.selfplay.samples import MOVES, PADDING, SAMPLE_TYPES, Shard, ShardError
from training.training_error import TrainingError

LEAST, MOST = 1_000_000, 4_000_000
# KataGo's, with four times its LEAST, since cheap searches are samples too: after N samples in all,
# the window is LEAST * (1 + B * ((N / LEAST) ** A - 1) / A).
A, B = 0.75, 0.4

VALIDATION_EVERY = 20
"""The last of every 20 shards is kept from learning. The loss on its samples shows whether the
net still learns what holds in other games, or learns its own samples by heart."""
MOST_VALIDATION = 20_000

DRAWN = ("cells", "moves", "shares", "outcome", "value")
KEPT = (*DRAWN, "weight")


def window_size(ever: int) -> int:
    """Return the size of the window after `ever` samples in all."""
    if ever <= LEAST:
        return LEAST
    return min(MOST, int(LEAST * (1 + B * ((ever / LEAST) ** A - 1) / A)))


@dataclass(frozen=True, slots=True, eq=False)
class SampleBatch:
    """Samples of one board size, each under a random symmetry; fields as in a shard."""

    size: int
    cells: NDArray[np.uint8]
    moves: NDArray[np.uint16]
    shares: NDArray[np.float16]
    outcome: NDArray[np.int8]
    value: NDArray[np.float16]


@cache
def symmetries(size: int) -> tuple[NDArray[np.intp], NDArray[np.uint16]]:
    """Return (8, size²) the source of each cell, and (8, size² + 1) the target of each cell.

    The last target is PADDING, for padded moves.
    """
    targets = np.full((len(SYMMETRIES), size * size + 1), PADDING, np.uint16)
    targets[:, :-1] = [cell_targets(size, symmetry) for symmetry in SYMMETRIES]
    return np.argsort(targets[:, :-1], axis=1), targets


class Buffer:
    """Samples of one board size, oldest first; removed from the front, added at the end."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._clear()

    def _clear(self) -> None:
        self._begin = self._end = 0
        self._arrays: dict[str, NDArray[Any]] = {
            name: np.empty((0, *_width(name, self.size)), SAMPLE_TYPES[name]) for name in KEPT
        }
        self._sums: NDArray[np.float64] | None = None

    @property
    def count(self) -> int:
        """Number of samples."""
        return self._end - self._begin

    def put(self, shard: Shard) -> None:
        """Add the samples of a shard."""
        if self._end + shard.count > len(self._arrays["weight"]):
            self._make_room(shard.count)
        for name, array in self._arrays.items():
            array[self._end : self._end + shard.count] = getattr(shard, name)
        self._end += shard.count
        self._sums = None

    def take(self, count: int) -> None:
        """Remove the oldest `count` samples."""
        self._begin += count
        self._sums = None
        if not self.count:  # gives the memory of a size that is no longer played back
            self._clear()

    def _make_room(self, more: int) -> None:
        """Move the samples to the front of arrays a quarter longer than needed."""
        room = (self.count + more) * 5 // 4
        for name, array in self._arrays.items():
            grown = np.empty((room, *array.shape[1:]), array.dtype)
            grown[: self.count] = array[self._begin : self._end]
            self._arrays[name] = grown
        self._begin, self._end = 0, self.count

    @property
    def weight(self) -> float:
        """Sum of the samples' weights."""
        return float(self._weights()[-1]) if self.count else 0.0

    def _weights(self) -> NDArray[np.float64]:
        if self._sums is None:
            weights = self._arrays["weight"][self._begin : self._end]
            self._sums = np.cumsum(weights, dtype=np.float64)
        return self._sums

    def draw(self, count: int, rng: np.random.Generator) -> SampleBatch:
        """Return `count` samples drawn by weight, each under a random symmetry."""
        sums = self._weights()
        at = np.searchsorted(sums, rng.random(count) * sums[-1], side="right")
        at = np.minimum(at, self.count - 1) + self._begin
        drawn = {name: self._arrays[name][at] for name in DRAWN}
        return _turned(self.size, drawn, rng.integers(8, size=count))


def _width(name: str, size: int) -> tuple[int, ...]:
    return {"cells": (size * size,), "moves": (MOVES,), "shares": (MOVES,)}.get(name, ())


def _turned(size: int, drawn: dict[str, NDArray[Any]], turns: NDArray[np.int64]) -> SampleBatch:
    sources, targets = symmetries(size)
    cells = np.take_along_axis(drawn["cells"], sources[turns], axis=1)
    moves = targets[turns[:, None], np.minimum(drawn["moves"], size * size)]
    return SampleBatch(size, **{**drawn, "cells": cells, "moves": moves})


class Newest:
    """The newest samples of all board sizes."""

    def __init__(self) -> None:
        self._shards: deque[tuple[Buffer, int]] = deque()
        self._buffers: dict[int, Buffer] = {}

    @property
    def count(self) -> int:
        """Number of samples."""
        return sum(buffer.count for buffer in self._buffers.values())

    def put(self, shard: Shard, most: int) -> None:
        """Add a shard, and remove the oldest as long as `most` samples are left."""
        buffer = self._buffers.setdefault(shard.size, Buffer(shard.size))
        buffer.put(shard)
        self._shards.append((buffer, shard.count))
        surplus = self.count - most
        while self._shards and surplus >= self._shards[0][1]:
            buffer, count = self._shards.popleft()
            buffer.take(count)
            surplus -= count

    def draw(self, count: int, rng: np.random.Generator) -> SampleBatch:
        """Return a batch of one board size; sizes and samples are drawn by weight.

        Raises:
            TrainingError: there are no samples of any weight.
        """
        buffers = list(self._buffers.values())
        weights = np.array([buffer.weight for buffer in buffers])
        if not weights.sum() > 0:
            raise TrainingError(
                "no shard has samples to learn from: play more games with `fukumi train selfplay`"
            )
        chosen = rng.choice(len(buffers), p=weights / weights.sum())
        return buffers[chosen].draw(count, rng)


class SampleWindow:
    """The newest samples of a run folder, as many as `window_size` allows."""

    def __init__(
        self, folder: RunFolder, rng: np.random.Generator, report: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._rng = rng
        self._report = report
        self._keeps_all = False
        self._clear()

    def _clear(self) -> None:
        self._ever = 0
        self._seen: set[ShardName] = set()
        self._learnt, self._validation = Newest(), Newest()

    def keep_all(self) -> None:
        """Let the window hold all samples, up to MOST; `refresh` loads those dropped before."""
        if self._keeps_all:
            return
        self._keeps_all = True
        self._clear()

    def refresh(self) -> None:
        """Load the new shards of the folder, and drop the oldest samples.

        A shard that cannot be read is reported once and left out.
        """
        for name in self._folder.shards():
            if name not in self._seen:
                self._seen.add(name)
                try:
                    self._put(name, samples.load_shard(self._folder, name))
                except ShardError as error:
                    self._report(f"left out {self._folder.shard(name)}: {error}")

    def _put(self, name: ShardName, shard: Shard) -> None:
        if name.serial % VALIDATION_EVERY == VALIDATION_EVERY - 1:
            self._validation.put(shard, MOST_VALIDATION)
            return
        self._ever += shard.count
        self._learnt.put(shard, MOST if self._keeps_all else window_size(self._ever))

    def draw(self, count: int) -> SampleBatch:
        """Return a batch to learn from, as `Newest.draw` does.

        Raises:
            TrainingError: there are no samples of any weight.
        """
        return self._learnt.draw(count, self._rng)

    def validation(self, batches: int, count: int) -> list[SampleBatch]:
        """Return batches of the samples that are kept from learning, empty if there are none.

        They stay the same until a new shard comes in.
        """
        if not self._validation.count:
            return []
        rng = np.random.default_rng(0)
        return [self._validation.draw(count, rng) for _ in range(batches)]
