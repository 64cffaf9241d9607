"""What pages are made of."""

from training import drawing


def test_long_curves_are_thinned_to_the_means_of_neighbours() -> None:
    assert drawing.means([]) == []
    assert drawing.means([1, 2, 3]) == [1, 2, 3]
    thinned = drawing.means(list(range(1000)))
    assert len(thinned) <= drawing.POINTS
    assert thinned[:2] == [3, 10]
