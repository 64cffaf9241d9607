"""The eight symmetries of Choko's board, as permutations of squares and actions."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.papers.choko_rules import DROPS, MOVES, SIZE, SQUARES, neighbour

Numbers: TypeAlias = NDArray[np.intp]

CENTRE = SQUARES // 2


class Symmetry(NamedTuple):
    """The square (25,) and the action (2625,) that each one comes from."""

    squares: Numbers
    actions: Numbers


def _symmetries() -> Iterator[Symmetry]:
    """Yield the four rotations and their mirror images."""
    board = np.arange(SQUARES).reshape(SIZE, SIZE)
    for side in (board, board[:, ::-1]):
        for turns in range(4):
            squares = np.rot90(side, turns).ravel()
            yield Symmetry(squares, _actions(squares))


def _actions(squares: Numbers) -> Numbers:
    """Return the action that each action comes from."""
    stood: list[int] = squares.tolist()
    around = [neighbour(CENTRE, direction, 1) or 0 for direction in range(4)]
    ways = np.array([around.index(stood[square]) for square in around])
    steps = (4 * squares[:, None] + ways).ravel()
    jumps = (SQUARES * steps[:, None] + squares).ravel()
    return np.concatenate([squares, DROPS + steps, DROPS + MOVES + jumps])


SYMMETRIES = tuple(_symmetries())
