"""The report: one self-contained page that shows the history of the run."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.training.fakes import CONFIG, InlineWorkers, whole_run
from training.report.metrics import Metrics
from training.run_folder import RunFolder

report = pytest.importorskip("training.report.run_report")
pytest.importorskip("matplotlib", reason="the extra `train` is not installed")


class Page(HTMLParser):
    """The content of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.links: list[str] = []
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href")
        ]

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


@pytest.mark.slow
def test_a_run_is_shown_with_its_pictures_and_nets(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    CONFIG.write(folder)
    whole_run(folder.path, 100, InlineWorkers())
    report.write_report(folder, tmp_path / "page.html")
    page = Page(tmp_path / "page.html")
    assert page.tags.count("svg") == 5
    assert all(link.startswith("#") for link in page.links)
    assert "Training run run: freestyle" in page.texts
    assert "Nothing yet." not in page.texts
    at = page.texts.index("games")
    assert "100" in page.texts[at : at + 3]
    # two gates, each with an error of 15, add up to one of 21
    assert {
        "53.0%",
        "+40 ± 21",
        "+20 ± 15",
        "lines 0.400",
        "from game 60: 8 visits, sizes 7:1",
    } <= set(page.texts)


@pytest.mark.slow
def test_damaged_lines_are_left_out(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    CONFIG.write(folder)
    whole_run(folder.path, 100, InlineWorkers())
    lines = folder.metrics.read_bytes()
    games = lines.splitlines()[0]
    damaged = [games.replace(name, b"x", 1) for name in (b"step", b"time", b"length", b"games")]
    folder.metrics.write_bytes(b"\n".join([*damaged, b"[" * 100_000, b"\xff", lines]))
    report.write_report(folder, tmp_path / "page.html")
    page = Page(tmp_path / "page.html")
    at = page.texts.index("games")
    assert "100" in page.texts[at : at + 3]


def test_a_teacher_has_its_pictures(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    CONFIG.write(folder)
    with Metrics(folder.metrics) as kept:
        for stage in ("teach", "distil"):
            kept.write(stage, 50, loss=2.5, policy=1.7, value=0.8, validation_loss=2.6)
    report.write_report(folder, tmp_path / "page.html")
    page = Page(tmp_path / "page.html")
    assert {"The teacher's loss", "Loss under the teacher"} <= set(page.texts)
    assert page.tags.count("svg") == 2
    assert page.texts.count("validation loss") == 2


@pytest.mark.parametrize("before", [0, 1200])
def test_games_of_an_earlier_run_are_told_apart(before: int, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    CONFIG.write(folder)
    with Metrics(folder.metrics) as kept:
        for done in (32, 64):
            figures = {"samples": 900, "size": 15, "length": 30.0, "first_score": 0.5}
            kept.write("selfplay", before + done, games=32, **figures)
    report.write_report(folder, tmp_path / "page.html")
    texts = Page(tmp_path / "page.html").texts
    assert texts[texts.index("games") + 1] == "64"
    taken_over = "games taken over from an earlier run, not counted below"
    assert (taken_over in texts) is (before > 0)
    if before:
        assert texts[texts.index(taken_over) + 1] == "1,200"


def test_a_run_that_has_not_begun_is_shown_too(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    CONFIG.write(folder)
    report.write_report(folder, tmp_path / "page.html")
    assert Page(tmp_path / "page.html").texts.count("Nothing yet.") == 5


@pytest.mark.slow
def test_lines_with_values_of_a_wrong_kind_are_left_out(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    CONFIG.write(folder)
    whole_run(folder.path, 100, InlineWorkers())
    damaged = [
        {"stage": "selfplay", "step": 1, "time": "now", "games": 5},
        {"stage": "selfplay", "step": 1, "time": 1.0, "games": 5},
        {"stage": "selfplay", "step": 1, "time": 1.0, "games": 5, "samples": 1, "size": [7]},
        {"stage": ["learn"], "step": 1, "time": 1.0},
        {"stage": "learn", "step": None, "time": 1.0, "loss": 1.0},
        {"stage": "learn", "step": 1, "time": 1.0, "loss": "small"},
    ]
    with folder.metrics.open("a") as file:
        file.writelines(json.dumps(entry) + "\n" for entry in damaged)
    report.write_report(folder, tmp_path / "page.html")
    page = Page(tmp_path / "page.html")
    at = page.texts.index("games")
    assert "100" in page.texts[at : at + 3]
