"""Perceptrons for the tests of ADP."""

import random
from array import array

from core.eval.netfile import NetFile
from core.papers.adp import ARCHITECTURE, LAYOUT


def random_mlp(seed: int, spread: float = 0.3) -> NetFile:
    rng = random.Random(seed)
    arrays = {
        name: array("f", [rng.gauss(0, spread) for _ in range(count)]) for name, count in LAYOUT
    }
    return NetFile({"architecture": ARCHITECTURE}, arrays)
