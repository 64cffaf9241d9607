"""The line tables against a slow definition: all possible lines, then lines on real boards."""

import itertools
import random
import re
from functools import cache
from pathlib import Path

import pytest

from core.game.board import BLACK, WALL, WHITE, Board
from core.game.lines import CELL_CLASS_NAMES, CLASS_NAMES, classes_of
from core.game.rules import Rule

HEADER = Path(__file__).parents[3] / "core" / "game" / "lines.pxd"
CENTRE = 5
HALVES = [
    "".join(stones) + "#" * (5 - length)
    for length in range(6)
    for stones in itertools.product(".XO", repeat=length)
]
SWAP = str.maketrans("XO", "OX")


def run(line: str) -> str:
    """Return X's run through the centre, with the squares at its ends (`?` where unseen)."""
    left = right = CENTRE
    while left > 0 and line[left - 1] == "X":
        left -= 1
    while right < 10 and line[right + 1] == "X":
        right += 1
    return ("?" + line + "?")[left : right + 3]


def wins(kind: str, line: str) -> bool:
    """Return whether X's run through the centre wins; the centre holds an X."""
    row = run(line)
    n, held = len(row) - 2, row[0] == row[-1] == "O"
    return {
        "free": n >= 5,
        "exact": n == 5,
        "caro": n >= 6 or (n == 5 and not held),
        "caro-exact": n == 5 and not held,
    }[kind]


def with_stone(line: str, at: int, stone: str) -> str:
    return line[:at] + stone + line[at + 1 :]


def empties(line: str) -> list[int]:
    return [i for i, square in enumerate(line) if square == "."]


def completions(kind: str, line: str) -> list[int]:
    return [p for p in empties(line) if wins(kind, with_stone(line, p, "X"))]


def is_straight(kind: str, line: str) -> bool:
    """Return whether an unbroken four through the centre is completed by either end."""
    ends = completions(kind, line)
    return any(
        q - p == 5 and p < CENTRE < q and line[p + 1 : q] == "X" * 4
        for p, q in itertools.combinations(ends, 2)
    )


def slow_class(kind: str, line: str) -> str:
    """Return the class of a line with an X on its centre, by the definitions alone, which are the
    same from either end."""
    return _slow_class(kind, min(line, line[::-1]))


@cache
def _slow_class(kind: str, line: str) -> str:
    if wins(kind, line):
        return "five"
    if kind in ("exact", "caro-exact") and len(run(line)) - 2 >= 6:
        return "overline"
    if completions(kind, line):
        replies = [with_stone(line, q, "O") for q in empties(line)]
        if not all(completions(kind, reply) for reply in replies):
            return "four"
        return "open four" if is_straight(kind, line) else "double four"
    made = {slow_class(kind, with_stone(line, p, "X")) for p in empties(line)}
    unstoppable = {"open four"} if kind == "exact" else {"open four", "double four"}
    steps = [
        (unstoppable, "open three"),
        ({"four", "double four"}, "three"),
        ({"open three"}, "open two"),
        ({"three"}, "two"),
        ({"open two", "two"}, "one"),
    ]
    return next((name for wanted, name in steps if made & wanted), "none")


def kinds(rule: Rule) -> tuple[str, str]:
    """Return how Black and White win."""
    return {
        Rule.FREESTYLE: ("free", "free"),
        Rule.STANDARD: ("exact", "exact"),
        Rule.RENJU: ("exact", "free"),
        Rule.CARO: ("caro", "caro"),
        Rule.CARO_EXACT: ("caro-exact", "caro-exact"),
    }[rule]


def slow_classes(rule: Rule, line: str) -> tuple[str, str]:
    black, white = kinds(rule)
    own = line[:CENTRE] + "X" + line[CENTRE + 1 :]
    return slow_class(black, own), slow_class(white, with_stone(line.translate(SWAP), CENTRE, "X"))


def test_the_compiled_rule_codes_are_those_of_the_rules() -> None:
    found = re.findall(r"RULE_(\w+) = (\d+)", HEADER.read_text())
    codes = {name: int(code) for name, code in found}
    assert codes.pop("CODES") == max(codes.values()) + 1
    assert codes == {rule.name: rule.value for rule in Rule}


@pytest.mark.slow
def test_every_line_there_is() -> None:
    """Compare all 132,496 lines, for both colours; rules share the classes of `slow_class`."""
    wrong = []
    for rule, left, right in itertools.product(Rule, HALVES, HALVES):
        line = left[::-1] + "." + right
        black, white = classes_of(rule.value, line)
        if (CLASS_NAMES[black], CLASS_NAMES[white]) != slow_classes(rule, line):
            wrong.append(f"{rule.name} {line}")
    assert not wrong, wrong[:10]


def line_through(board: Board, x: int, y: int, dx: int, dy: int) -> str:
    """Return the eleven squares around a point; everything beyond a wall or the edge is outside."""
    halves = []
    for sign in (-1, 1):
        half = ""
        for k in range(1, 6):
            px, py = x + sign * k * dx, y + sign * k * dy
            inside = 0 <= px < board.size and 0 <= py < board.size
            if not inside or board.cell(px, py) == WALL:
                half += "#" * (6 - k)
                break
            half += ".XO"[board.cell(px, py)]
        halves.append(half)
    return halves[0][::-1] + "." + halves[1]


def assert_classes(board: Board, points: list[tuple[int, int]]) -> None:
    for x, y in points:
        classes = board.line_classes(x, y)
        assert (classes is None) == (board.cell(x, y) != 0)
        if classes is not None:
            lines = [line_through(board, x, y, *d) for d in ((1, 0), (0, 1), (1, 1), (1, -1))]
            assert classes == [classes_of(board.rule.value, line) for line in lines]


def random_board(rng: random.Random, rule: Rule) -> Board:
    size = rng.randint(5, 22)
    points = [(x, y) for x in range(size) for y in range(size)]
    walls = [(x, y, WALL) for x, y in rng.sample(points, rng.choice((0, 0, 3)))]
    return Board.from_stones(size, rule, walls, rng.choice((BLACK, WHITE)))


def slow_cell_class(lines: list[str], renju_black: bool) -> str:
    """Return the class of a square from the classes of its four lines."""
    n = {name: lines.count(name) for name in CLASS_NAMES}
    fours = n["four"] + n["open four"] + 2 * n["double four"]
    helpers = n["three"] + n["open two"]
    steps = [
        (n["five"] > 0, "five"),
        (renju_black and (n["overline"] > 0 or fours > 1), "foul"),
        (renju_black and n["open three"] > 1, "foul or double three"),
        (n["open four"] > 0 or fours > 1, "open four"),
        (fours > 0 and n["open three"] > 0, "four-three"),
        (fours > 0, "four and more" if helpers else "four"),
        (n["open three"] > 1, "double three"),
        (n["open three"] > 0, "open three and more" if helpers else "open three"),
        (n["three"] > 0, "three and more" if helpers > 1 else "three"),
        (n["open two"] > 0, "two open twos" if n["open two"] > 1 else "open two"),
        (n["two"] > 0, "two"),
    ]
    return next((name for holds, name in steps if holds), "none")


def assert_counts_and_lists(board: Board) -> None:
    """Compare the classes that the board keeps with those of its lines."""
    for colour in (BLACK, WHITE):
        renju_black = board.rule is Rule.RENJU and colour == BLACK
        squares: dict[str, set[tuple[int, int]]] = {name: set() for name in CELL_CLASS_NAMES}
        for x, y in itertools.product(range(board.size), repeat=2):
            classes = board.line_classes(x, y)
            if classes is not None:
                lines = [CLASS_NAMES[pair[colour - 1]] for pair in classes]
                squares[slow_cell_class(lines, renju_black)].add((x, y))
        assert board.class_counts(colour) == [len(squares[name]) for name in CELL_CLASS_NAMES]
        kept = {name: set(points) for name, points in board.threats(colour).items()}
        at_least_open_three = CELL_CLASS_NAMES[CELL_CLASS_NAMES.index("open three") :]
        assert kept == {name: squares[name] for name in at_least_open_three if squares[name]}


@pytest.mark.parametrize("rule", list(Rule))
def test_counts_and_lists_follow_play_and_take_back(rule: Rule) -> None:
    """Compare every 5th of 1,000 positions per rule, crowded so that all classes occur."""
    rng, seen = random.Random(rule.value), set()
    for _ in range(20):
        board, played = Board(9, rule), 0
        for number in range(50):
            moves = board.legal_moves()
            if played and (not moves or rng.random() < 0.2):
                board.undo()
                played -= 1
            elif moves:
                board.play(*rng.choice(moves))
                played += 1
            if number % 5 == 0:
                assert_counts_and_lists(board)
                seen |= board.threats(BLACK).keys() | board.threats(WHITE).keys()
    assert {"five", "four", "open four", "open three"} <= seen


@pytest.mark.parametrize("rule", list(Rule))
def test_classes_follow_play_and_take_back(rule: Rule) -> None:
    """Compare 10,000 positions per rule, by random play and undo, on all sizes, with walls."""
    rng = random.Random(rule.value)
    for _ in range(200):
        board, played = random_board(rng, rule), 0
        for _ in range(50):
            moves = board.legal_moves()
            if played and (not moves or rng.random() < 0.3):
                board.undo()
                played -= 1
            elif moves:
                board.play(*rng.choice(moves))
                played += 1
            points = [(rng.randrange(board.size), rng.randrange(board.size)) for _ in range(5)]
            assert_classes(board, points)
