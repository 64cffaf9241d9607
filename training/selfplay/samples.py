"""Rows: what self-play hands to the learner, and the file they travel in.

A shard is one `.npz` of the rows of some games on one size of board. A row is a position of a
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
"""So many moves of a policy target are kept."""
PADDING = 65535

ROW_TYPES = {
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
    """A file that is no whole shard, or holds what no shard can; the text says what."""


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """The rows of some games on one size of board; n rows, g games."""

    size: int
    rule: str
    generation: int
    """Generation of the net that played; 0 is none."""
    cells: NDArray[np.uint8]
    """(n, size * size), row by row: 0 empty, 1 the mover's, 2 the enemy's."""
    moves: NDArray[np.uint16]
    """(n, MOVES): cells of the policy target, filled up with PADDING."""
    shares: NDArray[np.float16]
    """(n, MOVES): their shares, which sum to 1; 0 where there is padding."""
    outcome: NDArray[np.int8]
    """(n,): 1 where the mover won the game, 0 for a draw, -1 for a loss."""
    value: NDArray[np.float16]
    """(n,): the search's value for the mover, -1 to 1."""
    weight: NDArray[np.float16]
    """(n,): how often a row is drawn, beside the others."""
    black: NDArray[np.bool_]
    """(n,): Black is to move."""
    ply: NDArray[np.uint16]
    """(n,): stones on the board."""
    game: NDArray[np.uint32]
    """(n,): number of the row's game in this shard."""
    lengths: NDArray[np.uint16]
    """(g,): plies of each game."""
    results: NDArray[np.int8]
    """(g,): 1 where Black won, 0 for a draw, -1 where White did."""
    proved: NDArray[np.bool_]
    """(g,): the game was ended by a proof."""
    refused: int = 0
    """Games that were played with these but left out, because no shard can hold them."""

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.cells)

    def check(self) -> None:
        """Raises ShardError where an array has a wrong shape, type or value."""
        shapes = {
            name: (self.rows, *({"cells": (self.size**2,)}.get(name, ()))) for name in ROW_TYPES
        }
        shapes |= {"moves": (self.rows, MOVES), "shares": (self.rows, MOVES)}
        shapes |= dict.fromkeys(GAME_TYPES, (len(self.lengths),))
        for name, kind in (ROW_TYPES | GAME_TYPES).items():
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
        """What its file holds."""
        self.check()
        file = io.BytesIO()
        np.savez_compressed(file, **{name: getattr(self, name) for name in NAMES})
        return file.getvalue()

    @classmethod
    def unpack(cls, file: BinaryIO) -> "Shard":
        """The shard that a file holds.

        Raises:
            ShardError: the file is torn, or holds anything else.
        """
        try:
            with np.load(file, allow_pickle=False) as stored:
                values: dict[str, Any] = {name: stored[name] for name in NAMES if name in stored}
            for name in SCALARS.keys() & values.keys():
                values[name] = SCALARS[name](values[name].item())
            shard = cls(**values)  # shards of old hold no `refused`
        except Exception as error:  # a damaged file makes zipfile and numpy raise anything
            raise ShardError(f"not a whole shard: {error}") from error
        shard.check()
        return shard


SCALARS: dict[str, type] = {"size": int, "rule": str, "generation": int, "refused": int}
NAMES = tuple(field.name for field in fields(Shard))


@dataclass(frozen=True, slots=True)
class Head:
    """The games of a shard, without its rows."""

    name: ShardName
    size: int
    rows: int
    lengths: tuple[int, ...]
    results: tuple[int, ...]
    proved: int
    refused: int = 0

    @property
    def games(self) -> int:
        """How many games it holds."""
        return len(self.lengths)

    @classmethod
    def of(cls, name: ShardName, shard: Shard) -> "Head":
        """Return the head of a shard."""
        return cls(
            name,
            shard.size,
            shard.rows,
            tuple(shard.lengths.tolist()),
            tuple(shard.results.tolist()),
            int(shard.proved.sum()),
            shard.refused,
        )


def save(folder: RunFolder, name: ShardName, packed: bytes) -> Head:
    """Put a packed shard into the folder, whole or not at all, and return its head.

    Raises:
        ShardError: these bytes are no shard; nothing is written.
    """
    head = Head.of(name, Shard.unpack(io.BytesIO(packed)))
    write_whole(folder.shard(name), packed)
    return head


def load(folder: RunFolder, name: ShardName) -> Shard:
    """A shard of the folder.

    Raises:
        ShardError: it is torn, or holds anything else.
    """
    try:
        with folder.shard(name).open("rb") as file:
            return Shard.unpack(file)
    except OSError as error:
        raise ShardError(str(error)) from error


def head(folder: RunFolder, name: ShardName) -> Head:
    """Return the head of a shard of the folder, all of which is read and checked.

    Raises:
        ShardError: it is torn, or holds anything else.
    """
    return Head.of(name, load(folder, name))
