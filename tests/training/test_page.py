"""What pages are made of."""

from training import page


def test_long_curves_are_thinned_to_the_means_of_neighbours() -> None:
    assert page.means([]) == []
    assert page.means([1, 2, 3]) == [1, 2, 3]
    thinned = page.means(list(range(1000)))
    assert len(thinned) <= page.POINTS
    assert thinned[:2] == [3, 10]
