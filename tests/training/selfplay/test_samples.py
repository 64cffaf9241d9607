"""Shards: written and read back, and refused when damaged."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.samples import run_folder, shard, store
from training.run_folder import ShardName
from training.selfplay import samples
from training.selfplay.samples import NAMES, PADDING, Shard, ShardError


@given(st.integers(0, 40), st.integers(5, 22), st.integers(0, 2**32))
def test_what_is_packed_is_unpacked(count: int, size: int, seed: int) -> None:
    packed = shard(count, size, seed)
    unpacked = Shard.unpack(io.BytesIO(packed.pack()))
    for name in NAMES:
        before, after = getattr(packed, name), getattr(unpacked, name)
        assert np.array_equal(before, after)
        assert type(before) is type(after)


PACKED = shard(9).pack()


@given(st.integers(0, len(PACKED) - 1))
def test_a_file_cut_anywhere_is_refused(end: int) -> None:
    with pytest.raises(ShardError):
        Shard.unpack(io.BytesIO(PACKED[:end]))


@given(st.integers(0, len(PACKED) - 1), st.integers(1, 255))
def test_a_damaged_file_is_refused_or_read_as_it_was(at: int, change: int) -> None:
    damaged = bytearray(PACKED)
    damaged[at] ^= change
    try:
        unpacked = Shard.unpack(io.BytesIO(damaged))
    except ShardError:
        return
    assert all(np.array_equal(getattr(unpacked, name), getattr(shard(9), name)) for name in NAMES)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"cells": np.full((20, 25), 3, np.uint8)}, "cells"),
        ({"cells": np.zeros((20, 24), np.uint8)}, "cells"),
        ({"moves": np.full((20, 16), 25, np.uint16)}, "moves"),
        ({"moves": np.full((20, 16), PADDING, np.uint16)}, "shares"),
        ({"outcome": np.zeros(20, np.float32)}, "outcome"),
        ({"value": np.full(20, np.nan, np.float16)}, "value"),
        ({"weight": np.full(20, -1, np.float16)}, "weight"),
        ({"ply": np.zeros(19, np.uint16)}, "ply"),
        ({"game": np.full(20, 2, np.uint32)}, "game"),
        ({"results": np.array([2, 0], np.int8)}, "results"),
    ],
)
def test_what_no_shard_holds_is_neither_written_nor_read(
    changed: dict[str, Any], said: str
) -> None:
    with pytest.raises(ShardError, match=said):
        shard(**changed).pack()


def test_a_shard_of_before_games_were_refused_is_read(tmp_path: Path) -> None:
    folder, old = run_folder(tmp_path), io.BytesIO()
    with np.load(io.BytesIO(shard(9, refused=3).pack())) as stored:
        np.savez(old, **{name: stored[name] for name in stored if name != "refused"})
    head = samples.save_shard(folder, ShardName(0, 0), old.getvalue())
    assert (head.samples, head.games, head.refused) == (9, 2, 0)
    assert samples.load_shard(folder, ShardName(0, 0)).count == 9


def test_a_head_tells_of_the_games(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    (name,) = store(folder, [shard(12, 7, refused=5)])
    head = samples.read_head(folder, name)
    assert (head.size, head.samples, head.games, head.proved) == (7, 12, 2, 1)
    assert (head.lengths, head.results, head.refused) == ((30, 40), (1, -1), 5)
    with pytest.raises(ShardError):
        samples.read_head(folder, ShardName(99, 0))
    folder.shard(name).write_bytes(PACKED[:100])
    with pytest.raises(ShardError):
        samples.read_head(folder, name)
    with pytest.raises(ShardError):
        samples.save_shard(folder, ShardName(1, 0), PACKED[:100])
    assert folder.shards() == [name]


def test_damage_anywhere_in_a_shard_is_seen_in_its_head(tmp_path: Path) -> None:
    """Only a header of the archive may change without effect, since the samples stay the same."""
    folder, rng = run_folder(tmp_path), np.random.default_rng(5)
    (name,) = store(folder, [shard(40, 9)])
    path, whole = folder.shard(name), samples.read_head(folder, name)
    packed, refused = path.read_bytes(), 0
    for at in rng.integers(len(packed), size=200):
        damaged = bytearray(packed)
        damaged[at] ^= 1 << int(rng.integers(8))
        path.write_bytes(damaged)
        try:
            assert samples.read_head(folder, name) == whole
        except ShardError:
            refused += 1
    assert refused > 150
