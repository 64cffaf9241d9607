"""Shards and run folders for the tests."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np

from training.run_folder import RunFolder, ShardName
from training.selfplay import samples
from training.selfplay.samples import MOVES, PADDING, Shard


def shard(count: int = 20, size: int = 5, seed: int = 0, **changed: Any) -> Shard:
    """Return a shard of random samples of two games; `changed` arrays replace random ones."""
    rng = np.random.default_rng(seed)
    moves = np.full((count, MOVES), PADDING, np.uint16)
    moves[:, :3] = rng.permuted(np.tile(np.arange(size * size), (count, 1)), axis=1)[:, :3]
    shares = np.zeros((count, MOVES), np.float16)
    shares[:, :3] = (0.5, 0.25, 0.25)
    values: dict[str, Any] = {
        "rule": "freestyle",
        "generation": 0,
        "cells": rng.integers(3, size=(count, size * size)).astype(np.uint8),
        "moves": moves,
        "shares": shares,
        "outcome": rng.integers(-1, 2, size=count).astype(np.int8),
        "value": rng.uniform(-1, 1, count).astype(np.float16),
        "weight": np.ones(count, np.float16),
        "black": rng.integers(2, size=count).astype(np.bool_),
        "ply": np.arange(count, dtype=np.uint16),
        "game": np.sort(rng.integers(2, size=count)).astype(np.uint32),
        "lengths": np.array([30, 40], np.uint16),
        "results": np.array([1, -1], np.int8),
        "proved": np.array([True, False]),
    }
    return Shard(size=size, **{**values, **changed})


def store(folder: RunFolder, shards: list[Shard]) -> list[ShardName]:
    """Add shards to the folder."""
    begin = max((name.serial for name in folder.shards()), default=-1) + 1
    names = [
        ShardName(serial, one.generation) for serial, one in zip(itertools.count(begin), shards)
    ]
    for name, one in zip(names, shards, strict=True):
        samples.save_shard(folder, name, one.pack())
    return names


def run_folder(path: Path) -> RunFolder:
    """Return an empty run folder."""
    return RunFolder(path / "run")
