"""Parts of the recipes' pages: curves, game records, and the paper's figures next to ours."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.system.files import write_whole
from training.report.html_parts import figure, means, page, svg, table
from training.training_error import optional

Curve = tuple[Sequence[float], Sequence[float]]


def write(path: Path, title: str, parts: Iterable[str]) -> None:
    """Write a page of these parts."""
    write_whole(path, page(title, parts).encode())


def section(title: str, *parts: str) -> str:
    """Return a heading and its content."""
    body = "\n".join(part for part in parts if part)
    return f"<h2>{title}</h2>\n{body or '<p>Nothing yet.</p>'}"


def said(*sentences: str) -> str:
    """Return a list of plain sentences."""
    return "<ul>" + "".join(f"<li>{sentence}</li>" for sentence in sentences) + "</ul>"


def beside(rows: Iterable[tuple[str, str, str]]) -> str:
    """Return a table of names, the paper's values and ours."""
    return table(["", "paper", "ours"], rows)


def curves(
    across: str, up: str, named: Mapping[str, Curve], limits: tuple[float, float] | None = None
) -> str:
    """Return a picture of curves; long ones are thinned."""
    if not any(xs for xs, _ in named.values()):
        return ""
    drawn, axes = figure(across, up)
    for name, (xs, ys) in named.items():
        axes.plot(means(xs), means(ys), label=name, marker="." if len(xs) < 40 else None)
    if limits is not None:
        axes.set_ylim(*limits)
    axes.legend()
    return svg(drawn)


def bars(up: str, values: Mapping[str, float]) -> str:
    """Return a picture of one bar for each name."""
    if not values:
        return ""
    drawn, axes = figure("", up)
    axes.bar_label(axes.bar(list(values), list(values.values())), fmt="%.3g")
    return svg(drawn)


def records(size: int, games: Mapping[str, Sequence[int]]) -> str:
    """Return a picture of game records, the stones numbered in the order of play."""
    if not games:
        return ""
    drawn = optional("matplotlib.figure", "train").Figure(
        figsize=(3.2 * len(games), 3.5), layout="constrained"
    )
    for number, (name, moves) in enumerate(games.items(), 1):
        axes = drawn.add_subplot(1, len(games), number, title=name, aspect="equal")
        _board(axes, size)
        for ply, move in enumerate(moves):
            _stone(axes, ply, move % size, move // size)
    return svg(drawn)


def _board(axes: Any, size: int) -> None:
    axes.set(xlim=(-0.7, size - 0.3), ylim=(size - 0.3, -0.7), xticks=[], yticks=[])
    for line in range(size):
        axes.plot([0, size - 1], [line, line], color="grey", linewidth=0.6, zorder=0)
        axes.plot([line, line], [0, size - 1], color="grey", linewidth=0.6, zorder=0)


def _stone(axes: Any, ply: int, x: int, y: int) -> None:
    black = ply % 2 == 0
    axes.plot(x, y, "o", markersize=13, color="black" if black else "white", mec="black")
    colour = "white" if black else "black"
    axes.text(x, y, str(ply + 1), color=colour, fontsize=6, ha="center", va="center")


def settings_of(settings: Any, paper: Mapping[str, str]) -> str:
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


def value_at(curve: Curve, x: float, width: float) -> str:
    """Return the mean of a curve within a width of x, as text."""
    near = [y for at, y in zip(*curve, strict=True) if abs(at - x) <= width]
    return f"{sum(near) / len(near):.2f}" if near else "not reached"


def curve_of(entries: Sequence[Mapping[str, Any]], name: str, across: str = "step") -> Curve:
    """Return the curve of a value over the batches, or over another entry `across`."""
    return [entry[across] for entry in entries], [entry[name] for entry in entries]
