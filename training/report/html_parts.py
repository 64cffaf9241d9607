"""Parts of the training's HTML pages: the page itself, figures and tables."""

import html
import io
from collections.abc import Iterable, Sequence
from typing import Any

from training.training_error import optional

POINTS = 150
"""Points of a curve above which neighbours are averaged."""

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


def page(title: str, parts: Iterable[str]) -> str:
    """Return a self-contained page; the parts are HTML."""
    return PAGE.format(title=html.escape(title), body="\n".join(parts))


def means(values: Sequence[float]) -> list[float]:
    """Return at most about POINTS means of equally many neighbours each."""
    width = -(-len(values) // POINTS) or 1
    groups = (values[at : at + width] for at in range(0, len(values), width))
    return [sum(group) / len(group) for group in groups]


def figure(across: str, up: str) -> tuple[Any, Any]:
    """Return a wide figure and its labelled axes.

    Raises:
        TrainingError: matplotlib is not installed.
    """
    drawn = optional("matplotlib.figure", "train").Figure(figsize=(9, 3.5), layout="constrained")
    axes = drawn.add_subplot(xlabel=across, ylabel=up)
    axes.grid(alpha=0.3)
    return drawn, axes


def svg(drawn: Any) -> str:
    """Return a figure as an SVG element for a page."""
    out = io.StringIO()
    # Keep words as text: outlines of every letter would make up most of a page.
    with optional("matplotlib", "train").rc_context({"svg.fonttype": "none"}):
        drawn.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def table(heads: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """Return a table; the content of its cells is escaped."""
    top = "".join(f"<th>{head}</th>" for head in heads)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{html.escape(str(value))}</td>" for value in line) + "</tr>"
        for line in lines
    )
    return f"<table>\n<tr>{top}</tr>\n{rows}\n</table>"
