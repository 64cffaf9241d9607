"""The eight symmetries of a square board, for points and for arrays of cells."""

from functools import cache

from core.game.board import Point

SYMMETRIES = range(8)
"""Numbers of the symmetries, the identity first; 0 to 3 are rotations, 4 to 7 are mirrored."""


def transform(point: Point, size: int, symmetry: int) -> Point:
    """Return the image of a point under a symmetry of a board of `size` x `size`."""
    x, y = point
    if symmetry & 4:
        x, y = y, x
    for _ in range(symmetry & 3):
        x, y = size - 1 - y, x
    return x, y


@cache
def cell_targets(size: int, symmetry: int) -> tuple[int, ...]:
    """Return the image (y * size + x) of every cell, in order of cells."""
    cells = [transform((x, y), size, symmetry) for y in range(size) for x in range(size)]
    return tuple(y * size + x for x, y in cells)
