"""Parts of the training's HTML pages: the page itself, sections, lists and tables."""

import dataclasses
import html
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.system.files import write_whole

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }}
svg {{ width: 100%; height: auto; }}
table {{ border-collapse: collapse; }}
td, th {{ padding: .1em .8em; text-align: right; border-bottom: 1px solid #ccc; }}
</style></head><body><h1>{title}</h1>
{body}
</body></html>
"""


def save_page(path: Path, title: str, parts: Iterable[str]) -> None:
    """Write a self-contained page; the parts are HTML."""
    page = PAGE.format(title=html.escape(title), body="\n".join(parts))
    write_whole(path, page.encode())


def section(title: str, *parts: str) -> str:
    """Return a heading and its content."""
    body = "\n".join(part for part in parts if part)
    return f"<h2>{title}</h2>\n{body or '<p>Nothing yet.</p>'}"


def bullet_list(*sentences: str) -> str:
    """Return a list of plain sentences."""
    return "<ul>" + "".join(f"<li>{sentence}</li>" for sentence in sentences) + "</ul>"


def table(heads: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """Return a table; the content of its cells is escaped."""
    top = "".join(f"<th>{head}</th>" for head in heads)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{html.escape(str(value))}</td>" for value in line) + "</tr>"
        for line in lines
    )
    return f"<table>\n<tr>{top}</tr>\n{rows}\n</table>"


def comparison_table(rows: Iterable[tuple[str, str, str]]) -> str:
    """Return a table of names, the paper's values and ours."""
    return table(["", "paper", "ours"], rows)


def settings_table(settings: Any, paper: Mapping[str, str]) -> str:
    """Return a table of a run's settings (a dataclass); `paper` has the paper's values that
    differ."""
    rows = (
        (field.name, paper.get(field.name, ""), _shown(getattr(settings, field.name)))
        for field in dataclasses.fields(settings)
    )
    return table(["", "the paper, where it differs", "this run"], rows)


def _shown(value: Any) -> str:
    if not dataclasses.is_dataclass(value):
        return str(value)
    parts = (f"{field.name} {getattr(value, field.name)}" for field in dataclasses.fields(value))
    return ", ".join(parts)
