"""The site of docs/: it builds, and every link within it leads somewhere."""

import os
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

from tests.browser import needs_browser
from tests.documentation import pictures
from tests.documentation.drawings import DRAWINGS
from tests.documentation.guides import GUIDES, READ_FIRST, name_of
from tests.patience import PATIENCE
from tests.repository import ROOT

_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.slow
def test_the_site_builds_without_a_broken_link(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    pages = {page.parent.name for page in tmp_path.glob("*/index.html")}
    assert {path.stem for path in READ_FIRST if path.stem not in ("README", "index")} <= pages


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_links_between_the_guides_lead_somewhere(path: Path) -> None:
    for link in _LINK.findall(path.read_text(encoding="utf-8")):
        parts = urllib.parse.urlsplit(link)
        if not parts.scheme and parts.path:
            assert (path.parent / parts.path).exists(), link


def test_the_landing_page_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) < 1200


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_drawings_are_those_of_the_script(name: str) -> None:
    kept = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
    assert kept == DRAWINGS[name](), "make pictures draws them again"


@needs_browser
@pytest.mark.slow
def test_the_script_makes_every_picture(tmp_path: Path) -> None:
    pictures.make(tmp_path, clock=f"0/0.05 tolerance={PATIENCE:g}", seconds=0.2)
    kept = ROOT / "docs" / "pictures"
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in kept.iterdir()}
