"""Drawings of the guides, as SVG: the same text gives the same file on every machine."""

from collections.abc import Iterator

INK, PALE, ACCENT, WOOD = "#24292f", "#8c959f", "#b4530a", "#f1dcb0"

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
    'font-family="system-ui, sans-serif" font-size="15">'
    '<rect width="100%" height="100%" rx="8" fill="#fff"/>'
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0 8 4 0 8z" fill="{ink}"/></marker></defs>'
)


def _svg(width: int, height: int, parts: Iterator[str]) -> str:
    return "\n".join([_HEAD.format(width=width, height=height, ink=INK), *parts, "</svg>", ""])


def _text(x: float, y: float, text: str, colour: str = INK, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}">{text}</text>'


def _box(x: int, y: int, width: int, title: str, note: str) -> str:
    frame = (
        f'<rect x="{x}" y="{y}" width="{width}" height="62" rx="6" fill="#f6f8fa" stroke="{INK}"/>'
    )
    middle = x + width / 2
    bold = _text(middle, y + 26, title).replace("<text", '<text font-weight="600"')
    return frame + bold + _text(middle, y + 47, note, "#57606a").replace(">", ' font-size="13">', 1)


def _arrow(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{INK}" marker-end="url(#tip)"/>'


def visit() -> str:
    """Return a drawing of one visit of the search, as `core.search.worker` makes it."""

    def parts() -> Iterator[str]:
        yield _box(20, 24, 190, "1 select", "PUCT, down to a leaf")
        yield _box(260, 24, 190, "2 VCF", "a win by fours?")
        yield _box(500, 24, 190, "3 LineNet", "moves, and a value")
        yield _box(260, 150, 190, "4 solver", "win or loss, in plies")
        yield _box(500, 150, 190, "5 back up", "mean of the values")
        yield _arrow("M210 55H257")
        yield _arrow("M450 55H497")
        yield _arrow("M355 86V147")
        yield _arrow("M595 86V147")
        yield _text(475, 46, "no", PALE)
        yield _text(370, 122, "yes: proved", PALE, "start")
        yield _arrow("M450 181H497")
        yield _arrow("M595 212V240H115V89")
        yield _text(240, 260, "the next visit: some 30,000 a second on one core", PALE, "start")

    return _svg(710, 275, parts())


def lines() -> str:
    """Return a drawing of what LineNet reads for one cell: four lines of eleven cells."""
    cell, size, centre = 24, 15, 7

    def at(x: int) -> int:
        return 24 + x * cell

    def parts() -> Iterator[str]:
        last = at(size - 1)
        yield f'<rect x="12" y="12" width="{last}" height="{last}" fill="{WOOD}"/>'
        for i in range(size):
            yield f'<path d="M24 {at(i)}H{last}M{at(i)} 24V{last}" stroke="#a68a5b"/>'
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for step in range(-5, 6):
                x, y = at(centre + step * dx), at(centre + step * dy)
                yield f'<circle cx="{x}" cy="{y}" r="7" fill="{ACCENT}" fill-opacity=".55"/>'
        yield f'<circle cx="{at(centre)}" cy="{at(centre)}" r="10" fill="{ACCENT}"/>'
        rows = (
            "Each cell looks along four lines of eleven cells.",
            "A line's contents are a number: the net's features for it",
            "are computed once and kept in a table.",
            "The features of a cell are the sum of its four lines,",
            "so a move changes at most 41 cells of the board.",
            "A 3x3 convolution, a sum over the board and",
            "two small heads give moves and value.",
        )
        for i, row in enumerate(rows):
            yield _text(last + 40, 92 + 30 * i, row, INK, "start")

    return _svg(870, 384, parts())


DRAWINGS = {"visit.svg": visit, "lines.svg": lines}
"""File name in docs/pictures/ and the function that draws it."""
