"""The eight symmetries: all different, and each keeps neighbours and the distance to the edge."""

from itertools import product

import pytest

from core.game.symmetry import SYMMETRIES, cell_targets, transform

SIZES = (5, 8, 15)


@pytest.mark.parametrize("size", SIZES)
def test_there_are_eight_different_ones_and_the_first_moves_nothing(size: int) -> None:
    targets = {cell_targets(size, symmetry) for symmetry in SYMMETRIES}
    assert len(targets) == 8
    assert cell_targets(size, 0) == tuple(range(size * size))
    assert all(sorted(cells) == list(range(size * size)) for cells in targets)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_lines_stay_lines(symmetry: int) -> None:
    for x, y in product(range(5), range(7)):
        steps = {
            tuple(
                b - a
                for a, b in zip(
                    transform((x, y), 7, symmetry), transform((x + 1, y), 7, symmetry), strict=True
                )
            )
        }
        assert steps <= {(1, 0), (-1, 0), (0, 1), (0, -1)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_point_and_its_cell_go_to_the_same_place(size: int, symmetry: int) -> None:
    for x, y in product(range(size), repeat=2):
        to_x, to_y = transform((x, y), size, symmetry)
        assert cell_targets(size, symmetry)[y * size + x] == to_y * size + to_x


def test_two_of_them_are_one_of_them() -> None:
    known = {cell_targets(6, symmetry) for symmetry in SYMMETRIES}
    for one, other in product(SYMMETRIES, repeat=2):
        first, second = cell_targets(6, one), cell_targets(6, other)
        assert tuple(second[cell] for cell in first) in known
