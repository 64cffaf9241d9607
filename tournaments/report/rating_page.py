"""The rating lists as one HTML page without scripts, for the site of a league."""

import html
import math
from collections.abc import Sequence
from pathlib import Path

from core.system.text import shown
from tournaments.ratings.field_ratings import PRIOR_NOTE
from tournaments.ratings.rating_list import RatedEngine, RatingList
from tournaments.records.export_records import write_whole
from tournaments.report.html_report import fill_template, page_part

_HEADS = (
    ("#", ""),
    ("Engine", ""),
    ("Elo", ""),
    ("±", "half the 95 % interval"),
    ("", "Elo and its 95 % interval"),
    ("Games", ""),
    ("Score", "points a game"),
    ("Draws", ""),
    ("Opponents", "their average Elo, by games"),
    ("LOS", "chance that the engine is stronger than the next one"),
    ("Last played", ""),
)


def write_rating_page(
    lists: Sequence[RatingList],
    target: Path,
    title: str,
    notes: Sequence[str] = (),
    reload: int | None = None,
) -> None:
    """Write the page.

    Args:
        notes: paragraphs below the heading.
        reload: seconds after which a browser loads the page again; None for never.

    Raises:
        TournamentError: it cannot be written.
    """
    parts = {
        "title": html.escape(shown(title)),
        "style": page_part("page.css"),
        "reload": f'<meta http-equiv="refresh" content="{reload}">' if reload else "",
        "notes": "\n".join(f"<p>{html.escape(shown(note))}</p>" for note in notes),
        "lists": "\n".join(_section(one) for one in lists),
    }
    write_whole(target, fill_template("ratings.html", parts).encode())


def _section(one: RatingList) -> str:
    heads = "".join(
        f'<th scope="col" title="{title}">{text}</th>' if title else f'<th scope="col">{text}</th>'
        for text, title in _HEADS
    )
    rows = "\n".join(
        _row(rank, engine, one, _span(one)) for rank, engine in enumerate(one.engines, 1)
    )
    return (
        f"<section><h2>{html.escape(one.title)}</h2>\n"
        f'<div class="wide"><table class="ranking"><thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></div>\n"
        f'<p class="muted">{html.escape(_note(one))}</p></section>'
    )


def _span(one: RatingList) -> tuple[float, float]:
    """Return the lowest and the highest Elo that the intervals reach."""
    errors = [
        engine.rating.error if math.isfinite(engine.rating.error) else 0.0 for engine in one.engines
    ]
    ends = [
        engine.rating.elo + sign * error
        for engine, error in zip(one.engines, errors, strict=True)
        for sign in (-1, 1)
    ]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    return low, max(high, low + 1)


def _row(rank: int, engine: RatedEngine, one: RatingList, span: tuple[float, float]) -> str:
    elo, error = engine.rating
    score = engine.score
    if engine.name in one.anchors:
        error_text = "anchor"
    else:
        error_text = f"{error:.0f}" if math.isfinite(error) else "?"
    cells = [
        f"{elo:.0f}",
        error_text,
        _whisker(elo, error if math.isfinite(error) else 0.0, span),
        f"{score.games:,}",
        f"{100 * score.points / score.games:.1f} %",
        f"{100 * score.draws / score.games:.1f} %",
        f"{engine.opponents:.0f}",
        "" if engine.above_next is None else f"{100 * engine.above_next:.1f} %",
        html.escape(shown(engine.last_played)),
    ]
    name = html.escape(shown(engine.name) or "(unnamed)")
    data = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr><td>{rank}</td><th scope="row">{name}</th>{data}</tr>'


def _whisker(elo: float, error: float, span: tuple[float, float]) -> str:
    """Return an engine's interval and Elo as a line with a dot, at the same scale in all rows."""
    low, high = span
    left, at, right = (100 * (x - low) / (high - low) for x in (elo - error, elo, elo + error))
    return (
        f'<span class="track"><i class="whisker" style="left:{left:.2f}%;right:{100 - right:.2f}%">'
        f'</i><i class="dot" style="left:{at:.2f}%"></i></span>'
    )


def _note(one: RatingList) -> str:
    fixed = ", ".join(f"{shown(name)} at {elo:g}" for name, elo in one.anchors.items())
    scale = f"with {fixed} fixed" if fixed else "against the average of the field"
    gap = "" if one.connected else " Engines with a ? are tied to the others by no chain of games."
    return (
        f"{one.games:,} games. Elo {scale}; Bradley-Terry maximum likelihood with 95 % intervals; "
        f"{PRIOR_NOTE}.{gap}"
    )
