"""Parts of the training's HTML pages: the page itself, sections, lists and tables."""

import dataclasses
import html
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from core.system.files import write_whole

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title}</title><style>
:root {{
  --ink: #1c1e21; --paper: #fbfaf7; --muted: #6a6f76; --rule: #e2dfd8;
  --good: #2f7d4f; --bad: #b3372b; --partly: #8a6a1c;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: var(--ink); background: var(--paper);
}}
@media (prefers-color-scheme: dark) {{
  :root {{
    --ink: #e6e4df; --paper: #17181a; --muted: #9a9ea5; --rule: #34373c;
    --good: #58b480; --bad: #e27b6c; --partly: #d9b45a;
  }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; max-width: 60rem; padding: 1.5rem 1.25rem 4rem; }}
h1 {{ font-size: 1.9rem; line-height: 1.2; margin: 0 0 .2em; overflow-wrap: anywhere; }}
h2 {{ font-size: 1.2rem; margin: 2.6rem 0 .7rem; padding-bottom: .3rem;
  border-bottom: 1px solid var(--rule); }}
.wide {{ overflow-x: auto; }}
svg {{ width: 100%; min-width: 30rem; height: auto; }}
table {{ border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; }}
td, th {{ padding: .32rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); }}
th {{ color: var(--muted); font-weight: 500; font-size: .82rem; }}
td:first-child {{ text-align: left; }}
.findings td {{ text-align: left; vertical-align: top; min-width: 7rem; }}
@media (max-width: 40rem) {{
  .findings tr, .findings td {{ display: block; border: 0; padding: 0; }}
  .findings tr {{ padding: .5rem 0; border-bottom: 1px solid var(--rule); }}
  .findings tr:first-child {{ display: none; }}
  .findings td:first-child {{ font-weight: 600; }}
  .findings td[data-head]::before {{ content: attr(data-head) ": "; color: var(--muted); }}
}}
.good {{ color: var(--good); }} .bad {{ color: var(--bad); }} .partly {{ color: var(--partly); }}
.muted {{ color: var(--muted); }}
</style></head><body><h1>{title}</h1>
{body}
</body></html>
"""


class Verdict(Enum):
    """A comparison of the paper's figure with ours; the value is its text."""

    REPRODUCED = "reproduced"
    PARTLY = "partly"
    NOT = "not reproduced"
    OPEN = "not measured yet"
    NONE = "-"


_CLASSES = {
    Verdict.REPRODUCED: "good",
    Verdict.PARTLY: "partly",
    Verdict.NOT: "bad",
    Verdict.OPEN: "muted",
    Verdict.NONE: "muted",
}


class Finding(NamedTuple):
    """A figure of the paper, ours, and a verdict."""

    name: str
    paper: str
    ours: str
    verdict: Verdict


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
    return f'<div class="wide"><table>\n<tr>{top}</tr>\n{rows}\n</table></div>'


def findings_table(findings: Iterable[Finding]) -> str:
    """Return a table of the paper's figures, ours, and the verdicts; a list on narrow screens."""
    rows = "\n".join(
        f"<tr><td>{html.escape(finding.name)}</td>"
        f'<td data-head="the paper">{html.escape(finding.paper)}</td>'
        f'<td data-head="ours">{html.escape(finding.ours)}</td>'
        f'<td class="{_CLASSES[finding.verdict]}">{finding.verdict.value}</td></tr>'
        for finding in findings
    )
    heads = "<th></th><th>the paper</th><th>ours</th><th>verdict</th>"
    return f'<div class="wide"><table class="findings">\n<tr>{heads}</tr>\n{rows}\n</table></div>'


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
