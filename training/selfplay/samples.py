"""Samples that self-play gives the learner, and the shard files that hold them.

A shard is one `.npz` with the samples of some games on one board size. A sample is a position of a
game, as the side to move sees it.
"""

import io
from dataclasses import dataclass, fields
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.system.files import write_whole
from training.run_folder import RunFolder, ShardName

MOVES = 16
"""Moves kept of a policy target."""
PADDING = 65535

SAMPLE_TYPES = {
    "cells": np.uint8,
    "moves": np.uint16,
    "shares": np.float16,
    "outcome": np.int8,
    "value": np.float16,
    "weight": np.float16,
    "black": np.bool_,
    "ply": np.uint16,
    "game": np.uint32,
}
GAME_TYPES = {"lengths": np.uint16, "results": np.int8, "proved": np.bool_}


class ShardError(Exception):
    """A file that is not a whole, valid shard; the text says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """The samples of some games on one board size: n samples, g games."""

    size: int
    rule: str
    generation: int
    """Generation of the net that played; 0: no net."""
    cells: NDArray[np.uint8]
    """(n, size * size), row by row: 0 empty, 1 the mover's, 2 the opponent's."""
    moves: NDArray[np.uint16]
    """(n, MOVES): cells of the policy target, padded with PADDING."""
    shares: NDArray[np.float16]
    """(n, MOVES): their shares, which sum to 1; 0 for padding."""
    outcome: NDArray[np.int8]
    """(n,): 1 if the mover won the game, 0 for a draw, -1 for a loss."""
    value: NDArray[np.float16]
    """(n,): the search's value for the mover, -1 to 1."""
    weight: NDArray[np.float16]
    """(n,): relative frequency of being drawn."""
    black: NDArray[np.bool_]
    """(n,): Black is to move."""
    ply: NDArray[np.uint16]
    """(n,): stones on the board."""
    game: NDArray[np.uint32]
    """(n,): number of the sample's game in this shard."""
    lengths: NDArray[np.uint16]
    """(g,): plies of each game."""
    results: NDArray[np.int8]
    """(g,): 1 if Black won, 0 for a draw, -1 if White won."""
    proved: NDArray[np.bool_]
    """(g,): a proof ended the game."""
    refused: int = 0
    """Games played with these but left out because they hold values that no sample can have."""

    @property
    def count(self) -> int:
        """Number of samples."""
        return len(self.cells)

    def check(self) -> None:
        """Check shapes, types and values of all arrays.

        Raises:
            ShardError: an array has a wrong shape, type or value.
        """
        shapes = {
            name: (self.count, *({"cells": (self.size**2,)}.get(name, ()))) for name in SAMPLE_TYPES
        }
        shapes |= {"moves": (self.count, MOVES), "shares": (self.count, MOVES)}
        shapes |= dict.fromkeys(GAME_TYPES, (len(self.lengths),))
        for name, kind in (SAMPLE_TYPES | GAME_TYPES).items():
            array = getattr(self, name)
            if array.dtype != kind or array.shape != shapes[name]:
                raise ShardError(
                    f"{name} is {array.dtype} {array.shape}, not {kind} {shapes[name]}"
                )
        self._check_values()

    def _check_values(self) -> None:
        wrong = {
            "cells": np.any(self.cells > 2),
            "moves": np.any((self.moves >= self.size**2) & (self.moves != PADDING)),
            "shares": not np.all(
                (self.shares >= 0) & ((self.shares == 0) | (self.moves != PADDING))
            ),
            "outcome": np.any(np.abs(self.outcome) > 1),
            "value": not np.all(np.abs(self.value) <= 1),
            "weight": not np.all((self.weight >= 0) & np.isfinite(self.weight)),
            "game": np.any(self.game >= len(self.lengths)),
            "results": np.any(np.abs(self.results) > 1),
        }
        bad = [name for name, found in wrong.items() if found]
        if bad:
            raise ShardError(f"values out of range in {', '.join(bad)}")

    def pack(self) -> bytes:
        """Return the bytes of the shard's file."""
        self.check()
        file = io.BytesIO()
        np.savez_compressed(file, **{name: getattr(self, name) for name in NAMES})
        return file.getvalue()

    @classmethod
    def unpack(cls, file: BinaryIO) -> "Shard":
        """Return the shard in a file.

        Raises:
            ShardError: the file is damaged, or not a shard.
        """
        try:
            with np.load(file, allow_pickle=False) as stored:
                values: dict[str, Any] = {name: stored[name] for name in NAMES if name in stored}
            for name in SCALARS.keys() & values.keys():
                values[name] = SCALARS[name](values[name].item())
            shard = cls(**values)  # old shards have no `refused`
        except Exception as error:  # a damaged file makes zipfile and numpy raise anything
            raise ShardError(f"not a whole shard: {error}") from error
        shard.check()
        return shard


SCALARS: dict[str, type] = {"size": int, "rule": str, "generation": int, "refused": int}
NAMES = tuple(field.name for field in fields(Shard))


@dataclass(frozen=True, slots=True)
class Head:
    """The games of a shard, without its samples."""

    name: ShardName
    size: int
    samples: int
    lengths: tuple[int, ...]
    results: tuple[int, ...]
    proved: int
    refused: int = 0

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.lengths)

    @classmethod
    def of(cls, name: ShardName, shard: Shard) -> "Head":
        """Return the head of a shard."""
        return cls(
            name,
            shard.size,
            shard.count,
            tuple(shard.lengths.tolist()),
            tuple(shard.results.tolist()),
            int(shard.proved.sum()),
            shard.refused,
        )


def save_shard(folder: RunFolder, name: ShardName, packed: bytes) -> Head:
    """Write a packed shard to the folder, whole or not at all, and return its head.

    Raises:
        ShardError: the bytes are not a shard; nothing is written.
    """
    head = Head.of(name, Shard.unpack(io.BytesIO(packed)))
    write_whole(folder.shard(name), packed)
    return head


def load_shard(folder: RunFolder, name: ShardName) -> Shard:
    """Return a shard of the folder.

    Raises:
        ShardError: the file is damaged, or not a shard.
    """
    try:
        with folder.shard(name).open("rb") as file:
            return Shard.unpack(file)
    except OSError as error:
        raise ShardError(str(error)) from error


def read_head(folder: RunFolder, name: ShardName) -> Head:
    """Return the head of a shard of the folder; the whole file is read and checked.

    Raises:
        ShardError: the file is damaged, or not a shard.
    """
    return Head.of(name, load_shard(folder, name))
