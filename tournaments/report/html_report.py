"""`fukumi tournament report`: a tournament as one HTML page that needs nothing else.

The page's parts lie in page/; they and the data are put into one file. The data is compressed
JSON in base64, and the page builds everything from text nodes, so nothing that an engine calls
itself or says can become markup. A policy in the page forbids it to load anything.
"""

import base64
import html
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

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
"""The parts of the page's one script, in order."""


def write(
    records: Sequence[GameRecord], target: Path, title: str, anchors: Mapping[str, float]
) -> None:
    """Writes the page of these games.

    Args:
        title: the heading.
        anchors: engines with a fixed Elo.
    Raises:
        TournamentError: no games, an anchor that has not played, or the file cannot be written.
    """
    if not records:
        raise TournamentError("there are no games to report yet")
    text = json.dumps(page_data(records, anchors), separators=(",", ":"), allow_nan=False)
    parts = {
        "title": html.escape(title),
        "style": _part("page.css"),
        "script": "\n".join(_part(name) for name in SCRIPTS),
        "data": base64.b64encode(zlib.compress(text.encode())).decode(),
    }
    # in one pass, so that nothing within a part is taken for the place of another
    page = re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], _part("page.html"))
    write_whole(target, page.encode())


def _part(name: str) -> str:
    return (resources.files("tournaments") / "page" / name).read_text(encoding="utf-8")
