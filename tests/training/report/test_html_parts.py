"""Parts of the training's pages."""

from training.report.html_parts import POINTS, means, page, table


def test_long_curves_are_thinned_to_the_means_of_neighbours() -> None:
    assert means([]) == []
    assert means([1, 2, 3]) == [1, 2, 3]
    thinned = means(list(range(1000)))
    assert len(thinned) <= POINTS
    assert thinned[:2] == [3, 10]


def test_what_stands_in_titles_and_cells_is_escaped() -> None:
    assert "<h1>a &lt; b</h1>" in page("a < b", [])
    assert "<td>1 &lt; 2</td>" in table(["sum"], [["1 < 2"]])
