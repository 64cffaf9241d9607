"""The report of a tournament: one self-contained HTML page (`fukumi tournament report`).

The parts of the page are kept in page/ and joined, with the data, into one file. The data is
compressed JSON in base64, and the page builds everything from text nodes, so no name or message of
an engine can become markup. A policy in the page forbids it to load anything.
"""

import base64
import html
import json
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from urllib.parse import quote

from core.system.text import shown
from tournaments.model import GameRecord, TournamentError
from tournaments.records.export_records import write_whole
from tournaments.report.report_data import page_data

SCRIPTS = (
    "elements.js",
    "standings.js",
    "charts.js",
    "board.js",
    "viewer.js",
    "games.js",
    "main.js",
)
"""Parts of the page's script, in order."""


def write_page(
    records: Sequence[GameRecord], target: Path, title: str, anchors: Mapping[str, float]
) -> None:
    """Write the page of these games.

    Args:
        title: the heading.
        anchors: engines with a fixed Elo.
    Raises:
        TournamentError: no games, an anchor that has not played, or the file cannot be written.
    """
    if not records:
        raise TournamentError("there are no games to report yet")
    data = page_data([_with_link(record, target) for record in records], anchors)
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    parts = {
        "title": html.escape(shown(title)),
        "style": page_part("page.css"),
        "script": "\n".join(page_part(name) for name in SCRIPTS),
        "data": base64.b64encode(zlib.compress(text.encode())).decode(),
    }
    write_whole(target, fill_template("page.html", parts).encode())


def fill_template(name: str, parts: Mapping[str, str]) -> str:
    """Return a template of page/ with its placeholders replaced.

    This is one pass, so text inserted for one placeholder is not searched for others.
    """
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], page_part(name))


def _with_link(record: GameRecord, target: Path) -> GameRecord:
    """Return a record whose log is an address relative to the page; quoted, it has no scheme."""
    if not record.log:
        return record
    try:
        path = os.path.relpath(Path(record.log).resolve(), target.parent.resolve())
    except ValueError:  # on another drive
        return replace(record, log="")
    return replace(record, log=quote(os.fsencode(Path(path).as_posix())))


def page_part(name: str) -> str:
    """Return the text of a file of page/."""
    return (resources.files("tournaments") / "page" / name).read_text(encoding="utf-8")
