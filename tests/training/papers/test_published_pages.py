"""The pages in `training/papers/pages`, which come from runs of days and are not made again."""

import html
from pathlib import Path

import pytest

from training.papers.alphago_zero import alphago_zero_page
from training.papers.alphazero import alphazero_page
from training.papers.choko import choko_page
from training.papers.sizes import sizes_page
from training.papers.uct_adp import uct_adp_page

PAGES = Path(__file__).parents[3] / "training" / "papers" / "pages"
DIFFERENCES = {
    "alphago-zero": alphago_zero_page.DIFFERENCES,
    "alphazero": alphazero_page.DIFFERENCES,
    "choko": choko_page.DIFFERENCES,
    "sizes": sizes_page.DIFFERENCES,
    "uct-adp": uct_adp_page.DIFFERENCES,
}


def test_each_page_belongs_to_a_recipe() -> None:
    assert {path.stem for path in PAGES.glob("*.html")} == set(DIFFERENCES)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_page_names_every_difference_from_its_paper(name: str) -> None:
    text = html.unescape((PAGES / f"{name}.html").read_text(encoding="utf-8"))
    assert [said for said in DIFFERENCES[name] if said not in text] == []
