"""Swap2 between engines: the answers that make an engine Black, and the forfeits for wrong ones."""

import sys
from pathlib import Path

import pytest

from core.game.rules import Rule
from tests.patience import PATIENCE
from tournaments.model import EngineSpec, GameRecord, Reason, ScheduledGame, TimeControl
from tournaments.play.referee import play_game

ENGINE = Path(__file__).parents[2] / "engines" / "swaps.py"
THREE, TWO = "7,7 8,8 9,7", "0,0 5,5"


def engine(name: str, *answers: str, tolerance: float = PATIENCE) -> EngineSpec:
    command = (sys.executable, str(ENGINE), *answers)
    return EngineSpec(name, command, TimeControl(turn=0.5), tolerance)


def referee(first: EngineSpec, second: EngineSpec) -> GameRecord:
    game = ScheduledGame(1, 1, first, second, Rule.FREESTYLE, 15, draw_after=8, swap2=True)
    return play_game(game)


def squares(record: GameRecord) -> list[tuple[int, int]]:
    return [(move.x, move.y) for move in record.moves]


@pytest.mark.parametrize(
    ("first", "second", "black", "placed"),
    [
        ((THREE,), ("SWAP",), "two", [(7, 7), (8, 8), (9, 7)]),
        ((THREE,), ("4,4",), "one", [(7, 7), (8, 8), (9, 7)]),
        ((THREE, "SWAP"), (TWO,), "one", [(7, 7), (8, 8), (9, 7), (0, 0), (5, 5)]),
        ((THREE, "4,4"), (TWO,), "two", [(7, 7), (8, 8), (9, 7), (0, 0), (5, 5)]),
        ((THREE,), ("swap",), "two", [(7, 7), (8, 8), (9, 7)]),
    ],
)
def test_the_answers_decide_who_is_black(
    first: tuple[str, ...],
    second: tuple[str, ...],
    black: str,
    placed: list[tuple[int, int]],
) -> None:
    record = referee(engine("one", *first), engine("two", *second))
    assert (record.reason, record.black) == (Reason.DRAW_AFTER, black), record.detail
    assert {record.black, record.white} == {"one", "two"}
    assert record.opening_plies == len(placed)
    assert squares(record)[: len(placed)] == placed
    asked = [("one", first[0]), ("two", second[0]), *(("one", answer) for answer in first[1:])]
    assert [(c.engine, c.answer) for c in record.choices] == [(e, a.upper()) for e, a in asked]
    last = record.choices[-1].answer
    move = squares(record)[len(placed)]
    assert move == ((4, 4) if last == "4,4" else (1, 0) if (0, 0) in placed else (0, 0))
    assert len(set(squares(record))) == len(record.moves) == 8


@pytest.mark.parametrize(
    ("first", "second", "loser", "reason", "words"),
    [
        (("7,7 8,8",), (), "one", Reason.ILLEGAL, "answered '7,7 8,8' to a swap2 board of 0"),
        (("SWAP",), (), "one", Reason.ILLEGAL, "answered 'SWAP' to a swap2 board of 0"),
        (("7,7 8,8 7,7",), (), "one", Reason.ILLEGAL, "is taken"),
        (("7,7 8,8 15,0",), (), "one", Reason.ILLEGAL, "is outside"),
        (("7,7 8,8 99999999999,5",), (), "one", Reason.ILLEGAL, "is outside"),
        ((THREE,), ("9" * 5000 + ",5",), "two", Reason.ILLEGAL, "is outside"),
        ((" ".join(["7,7"] * 1000),), (), "one", Reason.ILLEGAL, "to a swap2 board of 0 stones"),
        (("UNKNOWN command",), (), "one", Reason.CRASH, "refused swap2: UNKNOWN command"),
        ((THREE,), (THREE,), "two", Reason.ILLEGAL, "to a swap2 board of 3 stones"),
        ((THREE,), ("7,7",), "two", Reason.ILLEGAL, "is taken"),
        ((THREE,), ("what?",), "two", Reason.TIME, "no move within 0.5 s"),
        ((THREE, TWO), (TWO,), "one", Reason.ILLEGAL, "to a swap2 board of 5 stones"),
        ((THREE, "5,5"), (TWO,), "one", Reason.ILLEGAL, "is taken"),
    ],
)
def test_a_wrong_answer_forfeits(
    first: tuple[str, ...], second: tuple[str, ...], loser: str, reason: Reason, words: str
) -> None:
    tolerance = 0.3 if reason is Reason.TIME else PATIENCE
    record = referee(engine("one", *first), engine("two", *second, tolerance=tolerance))
    assert (record.loser, record.reason) == (loser, reason), record.detail
    assert words in record.detail
    assert all(len(text) < 200 for text in (record.detail, *(c.answer for c in record.choices)))


def test_our_own_brain_speaks_it() -> None:
    brains = [
        EngineSpec(
            name,
            (sys.executable, "-m", "pbrain.main"),
            TimeControl(turn=5.0),
            tolerance=PATIENCE,
            options=(("max_node", "50"),),
        )
        for name in ("one", "two")
    ]
    record = referee(*brains)
    assert record.reason is Reason.DRAW_AFTER, record.detail
    assert [choice.engine for choice in record.choices[:2]] == ["one", "two"]
    assert record.opening_plies in (3, 5)
