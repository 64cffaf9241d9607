"""Parts of the training's pages."""

from pathlib import Path

from training.report.charts import POINTS, means
from training.report.html_parts import save_page, table


def test_long_curves_are_thinned_to_the_means_of_neighbours() -> None:
    assert means([]) == []
    assert means([1, 2, 3]) == [1, 2, 3]
    thinned = means(list(range(1000)))
    assert len(thinned) <= POINTS
    assert thinned[:2] == [3, 10]


def test_text_in_titles_and_cells_is_escaped(tmp_path: Path) -> None:
    save_page(tmp_path / "page.html", "a < b", [])
    assert "<h1>a &lt; b</h1>" in (tmp_path / "page.html").read_text()
    assert "<td>1 &lt; 2</td>" in table(["sum"], [["1 < 2"]])
