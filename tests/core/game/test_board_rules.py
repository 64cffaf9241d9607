"""The board against the slow referee; `tests/torture/renju_oracle.py` adds the package `renju`."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game.board import BLACK, EMPTY, WALL, WHITE, Board, ForbiddenMove, IllegalMove
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from tests.core.game.slow_rules import (
    DIRECTIONS,
    OTHER,
    Grid,
    Point,
    SlowGame,
    empty_grid,
    empty_points,
    ends_of,
    forbidden_points,
    fouls,
    rows_short_of_a_straight_four,
    run_through,
    winning_runs,
)
from tests.core.positions import (
    COLOURS,
    drawn,
    likely_move,
    one_free_point,
    shaped_grid,
    stones_of,
)

ALL_RULES = list(Rule)
seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(MIN_SIZE, MAX_SIZE)
rules = st.sampled_from(ALL_RULES)


def board_of(grid: Grid, rule: Rule = Rule.RENJU, to_move: int | None = None) -> Board:
    size = 1 + max(x for x, _ in grid)
    return Board.from_stones(size, rule, stones_of(grid), to_move)


def snapshot(board: Board) -> tuple[object, ...]:
    """Return everything a board tells."""
    return (
        board.stones(),
        board.to_move,
        board.ply,
        board.key,
        board.winner,
        board.winning_line(),
        board.full,
        board.over,
        board.forbidden_points(),
        board.legal_moves(),
        [board.cell(x, y) for y in range(board.size) for x in range(board.size)],
    )


# Games


def assert_same(board: Board, slow: SlowGame) -> None:
    """Compare the cheap parts, after each move."""
    assert board.winner == COLOURS.get(slow.winner or "", EMPTY)
    assert board.over == slow.over
    assert board.full == ("." not in slow.grid.values())
    assert board.ply == len(slow.moves)
    assert board.to_move == COLOURS[slow.to_move]
    line = board.winning_line()
    assert sorted(line) in [sorted(run) for run in slow.lines] if slow.winner else line == []


def play_both(rng: random.Random, size: int, rule: Rule) -> tuple[Board, SlowGame]:
    """Play a whole game on both, compared after each move."""
    board, slow = Board(size, rule), SlowGame(size, rule)
    while legal := slow.legal_moves():
        assert_same(board, slow)
        assert board.legal_moves() == legal
        move = likely_move(rng, slow.grid, slow.moves, legal)
        board.play(*move)
        slow.play(move)
    assert_same(board, slow)
    assert board.legal_moves() == []
    return board, slow


@pytest.mark.parametrize("rule", ALL_RULES)
def test_random_games(rule: Rule) -> None:
    rng = random.Random(rule.value)
    endings: Counter[tuple[int, int]] = Counter()
    for _ in range(12 if rule is Rule.RENJU else 60):
        board, _ = play_both(rng, rng.choice((5, 6, 8, 11, 15)), rule)
        endings[board.winner, len(board.winning_line())] += 1
    for colour in (BLACK, WHITE):
        assert endings[colour, 5] > 0
    assert all(length in (0, 5) for _, length in endings) or rule in (
        Rule.FREESTYLE,
        Rule.RENJU,
        Rule.CARO,
    )


@given(seed=seeds, size=sizes, rule=st.sampled_from([r for r in Rule if r is not Rule.RENJU]))
@settings(max_examples=40)
def test_games_of_any_size(seed: int, size: int, rule: Rule) -> None:
    play_both(random.Random(seed), size, rule)


@given(seed=seeds, size=st.integers(MIN_SIZE, 12))
@settings(max_examples=10)
def test_renju_games_of_any_size(seed: int, size: int) -> None:
    play_both(random.Random(seed), size, Rule.RENJU)


@pytest.mark.parametrize("size", [MIN_SIZE, 15, MAX_SIZE])
def test_full_board_is_a_draw(size: int) -> None:
    """Fill the board with rows of two against two, which leave no line of five anywhere."""
    grid = {(x, y): "XO"[(x // 2 + y) % 2] for y in range(size) for x in range(size)}
    board = board_of(grid | {(0, 0): "."}, Rule.CARO, BLACK)
    assert not board.over
    assert board.legal_moves() == [(0, 0)]
    board.play(0, 0)
    assert (board.full, board.over, board.winner) == (True, True, EMPTY)
    with pytest.raises(IllegalMove):
        board.play(0, 0)
    board.undo()
    assert not board.over


def test_a_side_without_a_legal_move_draws() -> None:
    grid, point = one_free_point()
    black, white = (board_of(grid, Rule.RENJU, side) for side in (BLACK, WHITE))
    assert black.forbidden_points() == [point]
    assert (black.over, black.winner, black.full, black.legal_moves()) == (True, EMPTY, False, [])
    assert (white.over, white.legal_moves()) == (False, [point])
    assert not board_of(grid, Rule.FREESTYLE, BLACK).over


@pytest.mark.parametrize("rule", ALL_RULES)
@pytest.mark.parametrize("seed", range(3))
def test_undo_restores_everything(rule: Rule, seed: int) -> None:
    rng = random.Random(100 * rule.value + seed)
    board = Board(rng.choice((7, 15)), rule)
    slow = SlowGame(board.size, rule)
    before = [snapshot(board)]
    while legal := board.legal_moves():
        move = likely_move(rng, slow.grid, slow.moves, legal)
        board.play(*move)
        slow.play(move)
        before.append(snapshot(board))
    assert before.pop() == snapshot(board)
    for move in reversed(slow.moves):
        assert board.undo() == move
        assert snapshot(board) == before.pop()
    with pytest.raises(IllegalMove):
        board.undo()


@given(seed=seeds, size=sizes, rule=rules)
@settings(max_examples=40)
def test_a_copy_and_a_board_from_stones_are_the_played_board(
    seed: int, size: int, rule: Rule
) -> None:
    rng = random.Random(seed)
    board = Board(size, rule)
    for _ in range(rng.randint(0, 60)):
        if not (legal := board.legal_moves()):
            break
        board.play(*rng.choice(legal))
    set_up = Board.from_stones(size, rule, board.stones())
    copy = board.copy()
    assert snapshot(set_up) == snapshot(board) == snapshot(copy)
    if not board.over and (legal := board.legal_moves()):
        at_first = snapshot(board)
        copy.play(*legal[0])
        assert snapshot(board) == at_first
        assert snapshot(copy) != at_first


@given(seed=seeds, size=sizes, rule=rules)
@settings(max_examples=40)
def test_order_of_the_stones_changes_nothing_but_the_record(
    seed: int, size: int, rule: Rule
) -> None:
    rng = random.Random(seed)
    grid = shaped_grid(rng, size, walls=rng.randint(0, 5), shapes=2)
    stones = stones_of(grid)
    one = Board.from_stones(size, rule, stones, BLACK)
    rng.shuffle(stones)
    two = Board.from_stones(size, rule, stones, BLACK)
    other_side = Board.from_stones(size, rule, stones, WHITE)
    assert one.key == two.key
    assert one.forbidden_points() == two.forbidden_points() == other_side.forbidden_points()
    assert set(one.stones()) == set(two.stones()) == set(stones)
    assert one.key != other_side.key


@pytest.mark.parametrize("rule", ALL_RULES)
@pytest.mark.parametrize("played", [False, True])
def test_order_of_the_stones_does_not_make_a_five_of_a_six(rule: Rule, played: bool) -> None:
    wins = rule in (Rule.FREESTYLE, Rule.CARO)
    for last in range(6):
        row = [(x, 7, BLACK) for x in range(6) if x != last] + [(last, 7, BLACK)]
        others = [(2 * x, 0, WHITE) for x in range(6)]
        pairs = zip(row, others, strict=True)
        stones = [stone for pair in pairs for stone in pair] if played else row + others
        board = Board.from_stones(15, rule, stones)
        assert board.winner == (BLACK if wins else EMPTY)
        assert len(board.winning_line()) == (6 if wins else 0)
        assert board.over == wins


def test_a_game_that_went_on_after_its_end_stays_won() -> None:
    stones = [stone for x in range(6) for stone in ((x, 7, BLACK), (2 * x, 0, WHITE))]
    board = Board.from_stones(15, Rule.FREESTYLE, stones)
    assert (board.ply, board.winner, board.to_move) == (12, BLACK, BLACK)
    assert board.stones() == stones
    with pytest.raises(IllegalMove):
        board.undo()
    assert (board.ply, board.winner) == (12, BLACK)


def test_keys_tell_positions_apart() -> None:
    rng = random.Random(1)
    seen: dict[int, tuple[object, ...]] = {}
    for _ in range(2000):
        grid = shaped_grid(rng, 9, walls=rng.randint(0, 2), shapes=1)
        for side in (BLACK, WHITE):
            position = (tuple(sorted(stones_of(grid))), side)
            key = Board.from_stones(9, Rule.FREESTYLE, stones_of(grid), side).key
            assert seen.setdefault(key, position) == position
    assert len(seen) > 3000


def test_side_to_move_of_a_set_up_position() -> None:
    def side(*colours: int) -> int:
        stones = [(x, 0, colour) for x, colour in enumerate(colours)]
        return Board.from_stones(9, Rule.FREESTYLE, stones).to_move

    assert side() == side(BLACK, WHITE) == side(WHITE, BLACK) == BLACK
    assert side(BLACK) == side(BLACK, WHITE, BLACK) == WHITE
    assert side(WHITE) == side(WALL, WHITE) == BLACK
    assert side(WALL) == BLACK


# Walls


@given(seed=seeds, rule=rules)
@settings(max_examples=60)
def test_walls_bound_lines_and_are_nobodys(seed: int, rule: Rule) -> None:
    rng = random.Random(seed)
    grid = shaped_grid(rng, 12, walls=rng.randint(5, 25))
    board = board_of(grid, rule, BLACK)
    walls = [p for p, letter in grid.items() if letter == "#"]
    assert board.ply == sum(letter in "XO" for letter in grid.values())
    assert all(board.cell(x, y) == WALL for x, y in walls)
    assert not set(walls) & set(board.legal_moves())
    assert board.stones()[: len(walls)] == [(x, y, WALL) for x, y in walls]
    with pytest.raises(IllegalMove):
        board.play(*walls[0])
    if rule is Rule.RENJU:
        assert board.forbidden_points() == list(forbidden_points(grid))


@pytest.mark.parametrize("rule", ALL_RULES)
def test_a_wall_breaks_a_row_and_does_not_hold_its_end(rule: Rule) -> None:
    grid, marks = drawn("#XXXXaO ....... .XX#bX.")
    board = board_of(grid, rule, BLACK)
    board.play(*marks["b"])
    assert board.winner == EMPTY
    board.undo()
    board.play(*marks["a"])
    assert board.winner == BLACK


# One move on a crowded board: all lines


def outcomes(grid: Grid, rule: Rule, colour: str) -> Counter[bool]:
    """Play each empty point on both referees and compare; count the wins."""
    counted: Counter[bool] = Counter()
    board = board_of(grid, rule, COLOURS[colour])
    if board.over:
        return counted
    before = board.key
    for point in board.legal_moves():
        runs = winning_runs(grid | {point: colour}, rule, point)
        board.play(*point)
        assert board.winner == (COLOURS[colour] if runs else EMPTY), (point, colour)
        line = sorted(board.winning_line())
        assert line in [sorted(run) for run in runs] if runs else line == []
        board.undo()
        assert (board.key, board.winner) == (before, EMPTY)
        counted[bool(runs)] += 1
    return counted


@pytest.mark.parametrize("rule", ALL_RULES)
def test_winners_of_crowded_positions(rule: Rule) -> None:
    rng = random.Random(7)
    counted: Counter[bool] = Counter()
    for _ in range(150):
        size = rng.choice((7, 9, 12, 15, 19, 22))
        grid = shaped_grid(rng, size, walls=rng.randint(0, 3), shapes=rng.randint(4, 12))
        counted += outcomes(grid, rule, rng.choice("XO"))
    assert counted[True] >= 50
    assert counted[False] >= 3000


@pytest.mark.parametrize("rule", ALL_RULES)
def test_winners_on_one_line_from_edge_to_edge(rule: Rule) -> None:
    """Vary the ends between enemy, wall, edge and nobody, which matters under caro."""
    rng = random.Random(10)
    counted: Counter[tuple[bool, bool]] = Counter()
    for _ in range(2500):
        colour = rng.choice("XO")
        letters = rng.choices([colour, OTHER[colour], "#", "."], (7, 2, 1, 1), k=8)
        letters.insert(at := rng.randrange(9), ".")
        dx, dy = rng.choice(DIRECTIONS)
        line = [(i * dx, i * dy if dy >= 0 else 8 - i) for i in range(9)]
        grid = empty_grid(9) | dict(zip(line, letters, strict=True))
        board = board_of(grid, rule, COLOURS[colour])
        if line[at] not in board.legal_moves():
            continue
        grid[line[at]] = colour
        won = bool(winning_runs(grid, rule, line[at]))
        board.play(*line[at])
        assert board.winner == (COLOURS[colour] if won else EMPTY), (letters, at)
        run = run_through(grid, line[at], (dx, dy))
        held = ends_of(grid, run, (dx, dy)) == (OTHER[colour], OTHER[colour])
        if len(run) == 5:
            counted[held, won] += 1
    fives_win_if_held = rule not in (Rule.CARO, Rule.CARO_EXACT)
    assert counted[True, fives_win_if_held] >= 15
    assert counted[True, not fives_win_if_held] == counted[False, False] == 0
    assert counted[False, True] >= 100


# Fouls


def looks_like_double_three(grid: Grid, point: Point) -> bool:
    """Return whether it would be one if the points of the straight fours need not be legal."""
    with_stone = grid | {point: "X"}
    if winning_runs(with_stone, Rule.RENJU, point):
        return False
    rows = [rows_short_of_a_straight_four(with_stone, point, d) for d in DIRECTIONS]
    return sum(map(bool, rows)) >= 2


@pytest.mark.slow
def test_forbidden_points_of_crowded_positions() -> None:
    rng = random.Random(4)
    met: Counter[str] = Counter()
    for _ in range(600):
        grid = shaped_grid(rng, rng.choice((8, 9, 11, 13, 15, 20)), walls=rng.choice((0, 0, 0, 4)))
        board = board_of(grid)
        expected = forbidden_points(grid)
        assert board.forbidden_points() == list(expected), board.stones()
        for x, y in empty_points(grid):
            foul = board.foul(x, y)
            names = expected.get((x, y), set())
            assert foul in names if names else foul is None, board.stones()
            met[foul or "none"] += 1
            met["saved by a false three"] += not names and looks_like_double_three(grid, (x, y))
    assert met["saved by a false three"] >= 20
    assert met["overline"] >= 20
    assert met["double four"] >= 60
    assert met["double three"] >= 100


@given(seed=seeds, size=sizes)
@settings(max_examples=40)
def test_forbidden_points_of_any_position(seed: int, size: int) -> None:
    rng = random.Random(seed)
    grid = shaped_grid(rng, size, walls=rng.randint(0, 3))
    assert board_of(grid).forbidden_points() == list(forbidden_points(grid))


@pytest.mark.slow
def test_only_black_has_fouls_and_only_in_renju() -> None:
    rng = random.Random(5)
    tried = 0
    while tried < 40:
        grid = shaped_grid(rng, 15)
        forbidden = forbidden_points(grid)
        if not forbidden or board_of(grid).over:
            continue
        for rule in (Rule.FREESTYLE, Rule.STANDARD, Rule.CARO, Rule.CARO_EXACT):
            board = board_of(grid, rule, BLACK)
            assert board.forbidden_points() == []
            assert board.legal_moves() == empty_points(grid)
        assert board_of(grid, to_move=WHITE).legal_moves() == empty_points(grid)
        board = board_of(grid, to_move=BLACK)
        assert board.legal_moves() == [p for p in empty_points(grid) if p not in forbidden]
        before = snapshot(board)
        for (x, y), names in forbidden.items():
            with pytest.raises(ForbiddenMove) as caught:
                board.play(x, y)
            assert caught.value.foul in names
        assert snapshot(board) == before
        tried += 1


SYMMETRIES: dict[str, Callable[[int, int, int], Point]] = {
    "left for right": lambda x, y, last: (last - x, y),
    "top for bottom": lambda x, y, last: (x, last - y),
    "transposed": lambda x, y, _: (y, x),
    "turned": lambda x, y, last: (last - y, x),
    "turned twice": lambda x, y, last: (last - x, last - y),
}


@pytest.mark.parametrize("name", SYMMETRIES)
def test_symmetric_positions_have_symmetric_answers(name: str) -> None:
    rng = random.Random(6)
    turn = SYMMETRIES[name]
    forbidden_met = won_met = 0
    for _ in range(60):
        grid = shaped_grid(rng, rng.choice((9, 15, 16)))
        board = board_of(grid, to_move=BLACK)
        last = board.size - 1
        mirrored = Board.from_stones(
            board.size,
            Rule.RENJU,
            [(*turn(x, y, last), colour) for x, y, colour in board.stones()],
            BLACK,
        )
        expected = {turn(x, y, last) for x, y in board.forbidden_points()}
        assert set(mirrored.forbidden_points()) == expected
        assert mirrored.winner == board.winner
        forbidden_met += len(expected)
        for x, y in board.legal_moves():
            board.play(x, y)
            mirrored.play(*turn(x, y, last))
            assert mirrored.winner == board.winner
            assert {turn(*p, last) for p in board.winning_line()} == set(mirrored.winning_line())
            won_met += board.winner != EMPTY
            board.undo()
            mirrored.undo()
    assert forbidden_met >= 30
    assert won_met >= 5


# Textbook positions. `a`: the point in question; other letters: points that decide about it


@pytest.mark.parametrize(
    ("foul", "drawing"),
    [
        pytest.param("overline", "XXXaXX", id="six"),
        pytest.param("overline", "XXXXaXXXX", id="nine"),
        pytest.param("double four", "OXXXa ....X ....X ....X ....O", id="two-closed-fours"),
        pytest.param("double four", "X.XaX.X", id="1-3-1-in-one-line"),
        pytest.param("double four", "XX.aX.XX", id="2-2-2-in-one-line"),
        pytest.param("double four", "XXX.a.XXX", id="3-1-3-in-one-line"),
        pytest.param("double three", "aXX X.. X..", id="two-unbroken-threes"),
        pytest.param("double three", "a.XX X... .... X...", id="two-broken-threes"),
        pytest.param("double three", "X.... .X... ..a.. .X... X....", id="two-diagonal-threes"),
        pytest.param("double three", "aXX. X.X. X..X", id="three-threes"),
        pytest.param("double three", "aXX....O X....... X....... ", id="an-enemy-far-away"),
    ],
)
def test_textbook_fouls(foul: str, drawing: str) -> None:
    grid, marks = drawn(drawing)
    assert fouls(grid, marks["a"]) == {foul}
    board = board_of(grid, to_move=BLACK)
    assert board.foul(*marks["a"]) == foul
    assert marks["a"] in board.forbidden_points()
    with pytest.raises(ForbiddenMove) as caught:
        board.play(*marks["a"])
    assert caught.value.foul == foul


@pytest.mark.parametrize(
    ("drawing", "wins"),
    [
        pytest.param("OXXXa X.... X.... X....", False, id="a-four-alone"),
        pytest.param("XXXXa....X.... ", True, id="five"),
        pytest.param("....X ....X XXXXa ....X ....X ....X", True, id="five-and-overline"),
        pytest.param("OXXXa ....X ....X", False, id="four-and-three"),
        pytest.param(".XXXa. ....X. ....X. ", False, id="straight-four-and-three"),
        pytest.param("XXXXa ....X ....X ....X ", True, id="five-and-four"),
        pytest.param("OaXX... .X..... .X.....", False, id="one-three-shut-in"),
        pytest.param("OaXX..O .X..... .X.....", False, id="three-with-no-room"),
        pytest.param("X..aXX..X ...X..... ...X.....", False, id="either-way-an-overline"),
    ],
)
def test_textbook_moves_that_are_no_fouls(drawing: str, wins: bool) -> None:
    grid, marks = drawn(drawing)
    assert fouls(grid, marks["a"]) == set()
    board = board_of(grid, to_move=BLACK)
    assert board.foul(*marks["a"]) is None
    board.play(*marks["a"])
    assert board.winner == (BLACK if wins else EMPTY)


# Two threes at `a`: the horizontal one needs the point `b`; the other is true in any case.
HANGS_ON_B = {
    "b-free": (True, "...... ...... .XbXa. ....X. ....X."),
    "b-overline": (False, "..X... ..X... .XbXa. ..X.X. ..X.X. ..X..."),
    "b-double-four": (False, "..X... ..X... .XbXa. ..X.X. ....X."),
    "b-double-three": (False, "...... ..XX.. .XbXa. .XX.X. ....X."),
    "b-one-true-three-only": (True, "..O... ..XX.. .XbXa. .XX.X. ....X."),
    "b-five": (False, "..X... ..X... .XbXa. ..X.X. ..X.X."),
}


@pytest.mark.parametrize(("forbidden", "drawing"), HANGS_ON_B.values(), ids=HANGS_ON_B)
def test_a_three_is_true_only_if_its_straight_four_may_be_made(
    forbidden: bool, drawing: str
) -> None:
    grid, marks = drawn(drawing)
    assert fouls(grid, marks["a"]) == ({"double three"} if forbidden else set())
    board = board_of(grid, to_move=BLACK)
    assert board.foul(*marks["a"]) == ("double three" if forbidden else None)


@pytest.mark.parametrize("colour", [-1, 0, 4, 7])
def test_a_stone_of_no_colour_is_refused(colour: int) -> None:
    with pytest.raises(ValueError, match=f"3,4: colour {colour} is none of"):
        Board.from_stones(9, Rule.RENJU, [(3, 4, colour)])
    with pytest.raises(ValueError, match=f"to_move={colour} is none of"):
        Board.from_stones(9, Rule.RENJU, [], colour)
    for table in (Board(9).threats, Board(9).class_counts):
        with pytest.raises(ValueError, match=f"colour {colour} is none of"):
            table(colour)
