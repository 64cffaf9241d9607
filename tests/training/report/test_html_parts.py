"""Parts of the training's pages."""

from pathlib import Path

from tests.browser import needs_browser, running_browser
from training.report.charts import INK, POINTS, bar_chart, curve_chart, means
from training.report.html_parts import Finding, Verdict, findings_table, save_page, table


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


def test_findings_have_a_verdict_each() -> None:
    text = findings_table([Finding("draws < 9", "5 %", "6 %", Verdict.PARTLY)])
    assert "<td>draws &lt; 9</td>" in text
    assert ">5 %</td>" in text
    assert '<td class="partly">partly</td>' in text


@needs_browser
def test_findings_fit_a_phone(tmp_path: Path) -> None:
    sentence = "with ADP right within 200 iterations, the others much later"
    findings = [Finding("situation 1", sentence, sentence, Verdict.REPRODUCED)]
    save_page(tmp_path / "page.html", "A paper", [findings_table(findings)])
    with running_browser() as browser:
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.goto((tmp_path / "page.html").as_uri())
        verdict = page.get_by_text("reproduced").bounding_box()
    assert verdict is not None
    assert verdict["x"] + verdict["width"] <= 360


def test_pictures_take_the_colour_of_the_page_and_show_intervals() -> None:
    bars = bar_chart("Elo", {"a": 10.0}, {"a": (5.0, 30.0)})
    assert "currentColor" in bars
    assert INK not in bars
    assert bars.count("LineCollection") > bar_chart("Elo", {"a": 10.0}).count("LineCollection")
    curve = {"a": ([1.0, 2.0], [0.5, 0.6])}
    with_ends = curve_chart("games", "score", curve, ends={"a": [(0.4, 0.6), (0.5, 0.9)]})
    assert "LineCollection" in with_ends
    assert "LineCollection" not in curve_chart("games", "score", curve)
