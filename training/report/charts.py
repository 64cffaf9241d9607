"""Charts and board diagrams of the training's pages, drawn by matplotlib as SVG elements."""

import io
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from core.system.extras import import_extra

POINTS = 150
"""Points of a curve above which neighbours are averaged."""

INK = "#010203"
"""The colour of text and axes while a figure is drawn; the page replaces it by its own."""
INKED = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")

Value = TypeVar("Value")

Ends = tuple[float, float]
"""The ends of an interval."""

Curve = tuple[Sequence[float], Sequence[float]]


def figure(across: str, up: str) -> tuple[Any, Any]:
    """Return a wide figure and its labelled axes.

    Raises:
        UserError: matplotlib is not installed.
    """
    drawn = import_extra("matplotlib.figure", "train").Figure(
        figsize=(9, 3.5), layout="constrained", facecolor="none"
    )
    with import_extra("matplotlib", "train").rc_context(dict.fromkeys(INKED, INK)):
        axes = drawn.add_subplot(xlabel=across, ylabel=up, facecolor="none")
    axes.grid(alpha=0.3)
    return drawn, axes


def svg(drawn: Any) -> str:
    """Return a figure as an SVG element for a page, in the page's own colour for text and axes."""
    out = io.StringIO()
    # Keep words as text: outlines of every letter would make up most of a page.
    with import_extra("matplotlib", "train").rc_context({"svg.fonttype": "none"}):
        drawn.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue().replace(INK, "currentColor")
    return f'<div class="wide">{text[text.index("<svg") :]}</div>'


def groups(values: Sequence[Value], most: int) -> list[Sequence[Value]]:
    """Return at most `most` groups of equally many neighbours, the last one perhaps smaller."""
    width = -(-len(values) // most) or 1
    return [values[at : at + width] for at in range(0, len(values), width)]


def equal_parts(values: Sequence[Value], count: int) -> list[Sequence[Value]]:
    """Return `count` groups of neighbours, whose sizes differ by one at most."""
    ends = [len(values) * part // count for part in range(count + 1)]
    return [values[begin:end] for begin, end in pairwise(ends)]


def means(values: Sequence[float]) -> list[float]:
    """Return at most POINTS means of equally many neighbours each."""
    return [sum(group) / len(group) for group in groups(values, POINTS)]


def curve_of(entries: Sequence[Mapping[str, Any]], name: str, across: str = "step") -> Curve:
    """Return the curve of a value over the batches, or over another entry `across`."""
    return [entry[across] for entry in entries], [entry[name] for entry in entries]


def curve_chart(
    across: str,
    up: str,
    named: Mapping[str, Curve],
    limits: tuple[float, float] | None = None,
    ends: Mapping[str, Sequence[Ends]] | None = None,
) -> str:
    """Return a picture of curves; long ones are thinned.

    Args:
        across: the name of the x axis.
        up: of the y axis.
        named: the curves.
        limits: of the y axis.
        ends: of the intervals of each point of some of the curves, which are not thinned.
    """
    if not any(xs for xs, _ in named.values()):
        return ""
    drawn, axes = figure(across, up)
    for name, (xs, ys) in named.items():
        if ends is not None and name in ends:
            axes.errorbar(xs, ys, _lengths(ys, ends[name]), label=name, marker=".", capsize=2)
        else:
            axes.plot(means(xs), means(ys), label=name, marker="." if len(xs) < 40 else None)
    if limits is not None:
        axes.set_ylim(*limits)
    add_legend(axes)
    return svg(drawn)


def add_legend(axes: Any) -> None:
    """Add a legend without a background."""
    axes.legend(framealpha=0, labelcolor=INK)


def _lengths(values: Sequence[float], ends: Sequence[Ends]) -> list[list[float]]:
    """Return the lengths of error bars, first those downwards."""
    pairs = list(zip(values, ends, strict=True))
    return [[y - low for y, (low, _) in pairs], [high - y for y, (_, high) in pairs]]


def bar_chart(up: str, values: Mapping[str, float], ends: Mapping[str, Ends] | None = None) -> str:
    """Return a picture of one bar for each name, with the ends of its interval if they are
    given."""
    if not values:
        return ""
    drawn, axes = figure("", up)
    heights = list(values.values())
    lengths = None if ends is None else _lengths(heights, [ends[name] for name in values])
    bars = axes.bar(list(values), heights, yerr=lengths, capsize=4, ecolor=INK)
    axes.bar_label(bars, fmt="%.3g", label_type="center", color="white")
    return svg(drawn)


def game_diagrams(size: int, games: Mapping[str, Sequence[int]]) -> str:
    """Return a picture of game records, the stones numbered in the order of play."""
    if not games:
        return ""
    drawn = import_extra("matplotlib.figure", "train").Figure(
        figsize=(3.2 * len(games), 3.5), layout="constrained", facecolor="none"
    )
    for number, (name, moves) in enumerate(games.items(), 1):
        axes = drawn.add_subplot(1, len(games), number, aspect="equal")
        axes.set_title(name, color=INK)
        draw_board(axes, size)
        for ply, move in enumerate(moves):
            draw_stone(axes, move % size, move // size, ply % 2 == 0, str(ply + 1))
    return svg(drawn)


def draw_board(axes: Any, size: int) -> None:
    """Draw the lines of a board."""
    axes.set_facecolor("#e3bf7f")
    axes.set(xlim=(-0.7, size - 0.3), ylim=(size - 0.3, -0.7), xticks=[], yticks=[])
    for line in range(size):
        axes.plot([0, size - 1], [line, line], color="grey", linewidth=0.6, zorder=0)
        axes.plot([line, line], [0, size - 1], color="grey", linewidth=0.6, zorder=0)


def draw_stone(axes: Any, x: int, y: int, black: bool, number: str = "") -> None:
    """Draw a stone, with its number in the order of play, if any."""
    axes.plot(x, y, "o", markersize=13, color="black" if black else "white", mec="black", zorder=3)
    colour = "white" if black else "black"
    axes.text(x, y, number, color=colour, fontsize=6, ha="center", va="center", zorder=4)
