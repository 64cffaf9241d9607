"""Files of reviewed games: SGF with comments and the better lines, one HTML page, JSON."""

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from board.game_files import to_sgf
from board.game_tree import GameTree, TreeNode, first_children
from core.game.board import Point
from core.game.notation import column_letter, format_moves, format_point, row_number
from core.search.candidate import format_proof
from core.search.game_review import Grade, MoveReview, SideSummary, summary
from core.system.text import shown

SHOWN = {Grade.MISTAKE, Grade.BLUNDER, Grade.MISSED_WIN}
"""Grades of moves for which the better line is given."""

MARKS = {
    Grade.BEST: "",
    Grade.GOOD: "",
    Grade.MISTAKE: "?",
    Grade.BLUNDER: "??",
    Grade.MISSED_WIN: "?!",
}
LONGEST_LINE = 12
"""Moves of a better line that are shown, unless it is a proved win."""


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game and the judgement of each move of its main line."""

    name: str
    tree: GameTree
    reviews: tuple[MoveReview, ...]

    @property
    def sides(self) -> tuple[tuple[str, SideSummary], tuple[str, SideSummary]]:
        """The names and summaries of Black and White."""
        black, white = summary(self.reviews)
        return (self.tree.black or "Black", black), (self.tree.white or "White", white)


def better_line(review: MoveReview) -> tuple[Point, ...]:
    """Return the line that was better than the move; a proved win in full."""
    line = review.before.line
    return line if review.before.proof > 0 else line[:LONGEST_LINE]


def in_words(review: MoveReview, size: int) -> str:
    """Return the judgement as one sentence."""
    before, after = review.before.chance * 100, review.chance * 100
    text = f"{review.grade.value}: {before:.0f} % before, {after:.0f} % after"
    if review.grade not in SHOWN:
        return text
    proof = f" ({format_proof(review.before.proof)})" if review.before.proof > 0 else ""
    return f"{text}; better {format_moves(better_line(review), size)}{proof}"


def summary_text(game: ReviewedGame) -> str:
    """Return a line for each side."""
    return "\n".join(f"{shown(name)}: {_counts(side)}" for name, side in game.sides)


def _counts(side: SideSummary) -> str:
    if not side.moves:
        return "no moves"
    counts = ", ".join(
        f"{n} {grade.value}{'s' * (n > 1 and grade in SHOWN)}"
        for grade, n in side.grades.items()
        if n
    )
    moves = "1 move" if side.moves == 1 else f"{side.moves} moves"
    return f"{_share(side)} of its chances kept in {moves} ({counts})"


def _share(side: SideSummary) -> str:
    """Return the share of its chances that a side kept; empty for a side without moves."""
    return "" if side.accuracy is None else f"{side.accuracy:.1%}"


def as_json(game: ReviewedGame) -> str:
    """Return the review as one line of JSON, its points as `h8`."""
    size = game.tree.size
    moves = [
        {
            "ply": review.ply,
            "move": format_point(review.move, size),
            "grade": review.grade.value,
            "before": round(review.before.chance, 4),
            "after": round(review.chance, 4),
            "loss": round(review.loss, 4),
            "proof": review.before.proof,
            "best": [format_point(point, size) for point in review.before.line],
        }
        for review in game.reviews
    ]
    sides = {
        colour: {
            "name": name,
            "accuracy": side.accuracy and round(side.accuracy, 4),
            "grades": {grade.value: n for grade, n in side.grades.items()},
        }
        for colour, (name, side) in zip(("black", "white"), game.sides, strict=True)
    }
    rule = game.tree.rule.label
    return json.dumps({"game": game.name, "rule": rule, "size": size, **sides, "moves": moves})


def as_sgf(game: ReviewedGame) -> bytes:
    """Return the game with the judgements as comments and the better lines as variations."""
    tree = game.tree
    nodes = list(tree.nodes)
    line = [0, *first_children(tree)]
    for review in game.reviews:
        parent, number = line[review.ply - 1 : review.ply + 1]
        node = nodes[number - 1]
        words = in_words(review, tree.size)
        nodes[number - 1] = replace(node, comment=f"{node.comment}\n{words}".strip())
        if review.grade in SHOWN:
            _add_line(nodes, parent, better_line(review))
    comment = f"{tree.comment}\n{summary_text(game)}".strip()
    return to_sgf(replace(tree, comment=comment, nodes=tuple(nodes)))


def _add_line(nodes: list[TreeNode], parent: int, line: Sequence[Point]) -> None:
    """Add moves below a node, as far as the tree does not have them."""
    for x, y in line:
        place = (parent, x, y)
        number = next((n for n, c in enumerate(nodes, 1) if (c.parent, c.x, c.y) == place), 0)
        if not number:
            nodes.append(TreeNode(parent, x, y, "", 0))
            number = len(nodes)
        parent = number


# ---- the page -----------------------------------------------------------------------------

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; } td, th { padding: 2px 12px 2px 0; text-align: left; }
section { display: flex; flex-wrap: wrap; gap: 1.5em; margin: 1.5em 0; align-items: start; }
section div { flex: 1; min-width: 240px; }
svg.board { width: 340px; max-width: 100%; border-radius: 8px; }
svg.graph { width: 100%; height: 140px; background: #8882; border-radius: 8px; }
"""


def as_html(games: Sequence[ReviewedGame]) -> str:
    """Return one page of all games, which loads nothing."""
    body = "\n".join(map(_game_section, games))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Review</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _game_section(game: ReviewedGame) -> str:
    tree = game.tree
    grades = "".join(f"<th>{grade.value}</th>" for grade in Grade)
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{_share(side)}</td>"
        + "".join(f"<td>{side.grades[grade]}</td>" for grade in Grade)
        + "</tr>"
        for name, side in game.sides
    )
    size = tree.size
    shown = [review for review in game.reviews if review.grade in SHOWN]
    return (
        f"<h1>{html.escape(game.name)}</h1>\n"
        f"<p>{tree.rule.label}, {size} x {size}, {len(game.reviews)} moves</p>\n"
        f"<table><tr><th></th><th>chances kept</th>{grades}</tr>{rows}</table>\n"
        f"<h2>Black's chances</h2>\n{_graph(game.reviews)}\n"
        + "\n".join(_moment(game, review) for review in shown)
    )


def _moment(game: ReviewedGame, review: MoveReview) -> str:
    """Return the picture of a move that lost something, with the better line on the board."""
    size = game.tree.size
    played = [(node.x, node.y) for node in game.tree.main_line[: review.ply - 1]]
    side = "Black" if review.ply % 2 else "White"
    name = f"{review.ply}. {format_point(review.move, size)}{MARKS[review.grade]}"
    return (
        f"<section>{board_svg(size, played, better_line(review), review.move)}"
        f"<div><h3>{name} ({side})</h3><p>{html.escape(in_words(review, size))}</p></div></section>"
    )


def _graph(reviews: Sequence[MoveReview]) -> str:
    """Return the curve of Black's chances, with a mark at each move that lost something."""
    width, height = 600, 120
    step = width / max(1, len(reviews))
    points, marks = [], []
    for number, review in enumerate(reviews, 1):
        chance = review.chance if review.ply % 2 else 1 - review.chance
        x, y = number * step, height * (1 - chance)
        points.append(f"{x:.1f},{y:.1f}")
        if review.grade in SHOWN:
            marks.append(
                f'<text x="{x:.1f}" y="{min(height, max(14, y)):.1f}" font-size="14" '
                f'text-anchor="middle" fill="currentColor">{MARKS[review.grade]}</text>'
            )
    middle = f'<path d="M0 {height / 2}H{width}" stroke="#888" stroke-dasharray="4"/>'
    curve = (
        f'<polyline points="{" ".join(points)}" fill="none" stroke="currentColor" '
        'stroke-width="2"/>'
    )
    return (
        f'<svg class="graph" viewBox="0 0 {width} {height}" preserveAspectRatio="none" role="img" '
        f'aria-label="Black\'s chances over the game">{middle}{curve}{"".join(marks)}</svg>'
    )


def board_svg(size: int, moves: Sequence[Point], line: Sequence[Point], played: Point) -> str:
    """Return a picture of a position, with a line of moves numbered on it and a move crossed."""
    last = size - 1
    box = f"-1.2 -1.2 {last + 2.4} {last + 2.4}"
    grid = "".join(f"M0 {i}H{last}M{i} 0V{last}" for i in range(size))
    parts = [
        f'<rect x="-1.2" y="-1.2" width="{last + 2.4}" height="{last + 2.4}" fill="#e4bd7b"/>',
        f'<path d="{grid}" stroke="#6b4a1d" stroke-width=".04" fill="none"/>',
    ]
    for i in range(size):
        parts.append(_text(i, last + 0.8, column_letter(i), "#6b4a1d", 0.4))
        parts.append(_text(-0.8, i, str(row_number(i, size)), "#6b4a1d", 0.4))
    parts += [_stone(x, y, n % 2, 1.0) for n, (x, y) in enumerate(moves)]
    for n, (x, y) in enumerate(line):
        colour = (len(moves) + n) % 2
        parts.append(_stone(x, y, colour, 0.75))
        parts.append(_text(x, y, str(n + 1), "#222" if colour else "#fff", 0.45))
    x, y = played
    cross = f"M{x - 0.3} {y - 0.3}l.6 .6M{x + 0.3} {y - 0.3}l-.6 .6"
    parts.append(f'<path d="{cross}" stroke="#c22f1c" stroke-width=".12"/>')
    return (
        f'<svg class="board" viewBox="{box}" role="img" aria-label="Board">{"".join(parts)}</svg>'
    )


def _stone(x: int, y: int, colour: int, opacity: float) -> str:
    fill = "#fbfaf6" if colour else "#1f1f21"
    return (
        f'<circle cx="{x}" cy="{y}" r=".45" fill="{fill}" stroke="#333" stroke-width=".03" '
        f'opacity="{opacity}"/>'
    )


def _text(x: float, y: float, text: str, fill: str, size: float) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" '
        f'dominant-baseline="central" fill="{fill}">{text}</text>'
    )
