"""Owners of stones and the side to move, for regular and irregular lines of the manager."""

from collections.abc import Callable

import pytest

from core.game.board import BLACK, WALL, WHITE, IllegalMove
from core.game.rules import Rule
from pbrain.info import ManagerSettings
from pbrain.position import NEITHER, OPPONENT, OWN, Position


def set_up(*fields: int) -> Position:
    """Return a position whose BOARD lines have these third fields, on (0,0), (1,0), ..."""
    position = Position(15)
    position.set_up((x, 0, field) for x, field in enumerate(fields))
    return position


@pytest.mark.parametrize(
    ("fields", "ours"),
    [
        ((), BLACK),
        ((OPPONENT,), WHITE),
        ((OWN, OPPONENT), BLACK),
        ((OPPONENT, OWN), BLACK),  # not in play order: the counts decide
        ((OPPONENT, OWN, OPPONENT), WHITE),
        ((OWN, OPPONENT, OPPONENT), WHITE),
        ((OWN,), BLACK),  # counts that never alternated: the first line decides
        ((OPPONENT, OPPONENT), WHITE),
        ((OWN, OPPONENT, OPPONENT, OPPONENT), BLACK),
        ((NEITHER, NEITHER), BLACK),
        ((NEITHER, OPPONENT), WHITE),
    ],
)
def test_our_colour(fields: tuple[int, ...], ours: int) -> None:
    position = set_up(*fields)
    board = position.board(Rule.FREESTYLE)
    colours = {OWN: ours, OPPONENT: BLACK + WHITE - ours, NEITHER: WALL}
    assert board.to_move == ours
    assert [board.cell(x, 0) for x in range(len(fields))] == [colours[f] for f in fields]


@pytest.mark.parametrize(
    ("taken_back", "to_move"),
    [
        ("3", WHITE),
        ("32", BLACK),
        ("321", WHITE),
        ("23", BLACK),
        ("0", BLACK),
        ("01", BLACK),
        ("0123", BLACK),
    ],
)
def test_turn_after_takeback(taken_back: str, to_move: int) -> None:
    position = set_up(OWN, OPPONENT, OWN, OPPONENT)
    for x in taken_back:
        position.remove((int(x), 0))
    assert position.to_move == to_move
    assert len(position) == 4 - len(taken_back)


def test_takeback_where_counts_never_alternated_gives_the_stone_its_turn_again() -> None:
    position = set_up(OPPONENT, OPPONENT, OPPONENT, OWN)
    position.remove((3, 0))
    assert position.to_move == position.board(Rule.FREESTYLE).to_move == WHITE


def test_takeback_of_a_wall_leaves_the_turn() -> None:
    position = set_up(NEITHER, OPPONENT)
    position.remove((0, 0))
    assert position.to_move == WHITE
    assert position.board(Rule.FREESTYLE).cell(0, 0) == 0


@pytest.mark.parametrize(
    "act",
    [
        lambda p: p.place((0, 0)),
        lambda p: p.place((15, 0)),
        lambda p: p.place((0, -1)),
        lambda p: p.remove((5, 5)),
    ],
    ids=["taken", "too far right", "above", "empty"],
)
def test_an_impossible_change_changes_nothing(act: Callable[[Position], None]) -> None:
    position = set_up(OWN, OPPONENT)
    with pytest.raises(IllegalMove):
        act(position)
    assert (len(position), position.to_move) == (2, BLACK)


def test_foul_of_the_opponent_is_accepted() -> None:
    position = Position(15)
    for point in [(7, 6), (0, 0), (7, 8), (0, 2), (6, 7), (0, 4), (8, 7), (0, 6), (7, 7)]:
        position.place(point)
    board = position.board(Rule.RENJU)
    assert (board.cell(7, 7), board.to_move) == (BLACK, WHITE)


@pytest.mark.parametrize("size", [-1, 0, 4, 23, 1000])
def test_unsupported_size(size: int) -> None:
    with pytest.raises(ValueError, match="unsupported size"):
        Position(size)


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        (0, Rule.FREESTYLE),
        (1, Rule.STANDARD),
        (2, Rule.RENJU),  # Yixin-Board
        (3, Rule.STANDARD),
        (4, Rule.RENJU),
        (6, Rule.RENJU),
        (8, Rule.CARO),
        (9, Rule.CARO_EXACT),
        (10, Rule.CARO),
    ],
)
def test_rule_codes(code: int, rule: Rule) -> None:
    settings = ManagerSettings()
    settings.set("RULE", str(code))
    assert settings.rule is rule


@pytest.mark.parametrize("value", ["16", "-1", "renju", "", "4.0"])
def test_invalid_rule_keeps_the_old_one(value: str) -> None:
    settings = ManagerSettings()
    settings.set("rule", "4")
    settings.set("rule", value)
    assert settings.rule is Rule.RENJU
