"""Games that the referee ends: by the values of both engines, or by a proof."""

from dataclasses import replace

import pytest

from core.game.board import Board, Point
from core.game.rules import Rule
from tests.core.positions import four_that_only_a_foul_stops
from tests.patience import PATIENCE
from tests.tournaments.engines import command_of
from tests.tournaments.samples import sample
from tournaments.cli.plan_options import adjudication_of
from tournaments.model import (
    Adjudication,
    EngineSpec,
    GameRecord,
    Reason,
    Result,
    ScheduledGame,
    TimedMove,
    TournamentError,
)
from tournaments.play.adjudication import Adjudicator
from tournaments.play.referee import play_game
from tournaments.records.import_records import record_of_psq, record_of_sgf
from tournaments.records.pgn import from_pgn, to_pgn
from tournaments.records.records import from_json, to_json, to_psq, to_sgf


def played(
    rules: Adjudication | None,
    black: tuple[float, ...],
    white: tuple[float, ...],
    opening: tuple[Point, ...] = (),
    draw_after: int | None = None,
) -> GameRecord:
    """Return a game of two engines that value their positions so, the last value for ever."""
    one, other = (
        EngineSpec(name, (*command_of("values"), *map(str, values)), tolerance=PATIENCE)
        for name, values in (("one", black), ("other", white))
    )
    return play_game(
        ScheduledGame(
            *(1, 1, one, other, Rule.FREESTYLE, 9, opening),
            draw_after=draw_after,
            adjudication=rules,
        )
    )


RESIGN = Adjudication(resign=0.9, moves=3)
DRAW = Adjudication(draw=0.1, moves=2, after=12)


@pytest.mark.parametrize(
    ("black", "white", "result"),
    [
        ((0.95,), (-0.95,), Result.BLACK),
        ((-0.9,), (1.0,), Result.WHITE),
        ((0.95,), (-0.8,), None),
        ((0.95,), (0.95,), None),
    ],
)
def test_a_win_that_both_engines_see_for_long_enough_ends_the_game(
    black: tuple[float, ...], white: tuple[float, ...], result: Result | None
) -> None:
    record = played(RESIGN, black, white)
    if result is None:
        assert record.reason is Reason.FIVE
        return
    assert (record.result, record.reason) == (result, Reason.RESIGNATION)
    assert len(record.moves) == 6
    assert record.detail.startswith("adjudicated: for 3 moves each, both engines valued")
    assert f"0.9 or more for {'Black' if result is Result.BLACK else 'White'}" in record.detail


def test_the_moves_must_follow_each_other() -> None:
    record = played(RESIGN, (0.95, 0.95, 0.1, 0.95), (-0.95,))
    assert (record.reason, len(record.moves)) == (Reason.RESIGNATION, 11)


def test_without_rules_and_without_values_games_go_on() -> None:
    assert played(None, (1.0,), (-1.0,)).reason is Reason.FIVE
    silent = EngineSpec("silent", command_of("simple"), tolerance=PATIENCE)
    game = ScheduledGame(1, 1, silent, silent, Rule.FREESTYLE, 9, adjudication=RESIGN)
    assert play_game(game).reason is Reason.FIVE


def test_a_draw_is_agreed_from_the_given_ply_on() -> None:
    record = played(DRAW, (0.1,), (-0.05,))
    assert (record.result, record.reason, len(record.moves)) == (
        *(Result.DRAW, Reason.AGREED_DRAW),
        12,
    )
    assert played(DRAW, (0.1,), (0.2,)).reason is Reason.FIVE


def test_a_proved_win_ends_the_game_for_the_side_to_move() -> None:
    opening = ((4, 4), (0, 0), (5, 4), (0, 2), (6, 4))
    record = played(Adjudication(solver=10_000), (0.0,), (0.0,), opening)
    assert (record.result, record.reason) == (Result.BLACK, Reason.PROOF)
    assert len(record.moves) == len(opening) + 1
    assert record.detail.startswith("adjudicated: Black wins by threats, beginning with ")
    board = Board(9)
    for move in record.moves:
        board.play(move.x, move.y)
    assert not board.over


@pytest.mark.parametrize(("draw_after", "reason"), [(8, Reason.DRAW_AFTER), (9, Reason.PROOF)])
def test_a_win_that_comes_after_the_agreed_draw_is_none(draw_after: int, reason: Reason) -> None:
    opening = ((4, 4), (0, 0), (5, 4), (0, 2), (6, 4))  # three plies win after the next one
    rules = Adjudication(solver=10_000)
    assert played(rules, (0.0,), (0.0,), opening, draw_after).reason is reason


@pytest.mark.parametrize(("left", "judged"), [(2, False), (3, True)])
def test_a_win_counts_with_the_defence_that_takes_longest(left: int, judged: bool) -> None:
    board = four_that_only_a_foul_stops()  # the line is one four, but Black may play elsewhere
    adjudicator = Adjudicator(Adjudication(solver=10_000), board.ply + left)
    found = adjudicator.judge(board, TimedMove(0, 0, 0))
    assert (found is not None) == judged
    assert found is None or found[2].endswith("in at most 3 plies")


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (Result.BLACK, Reason.RESIGNATION),
        (Result.WHITE, Reason.RESIGNATION),
        (Result.WHITE, Reason.PROOF),
        (Result.DRAW, Reason.AGREED_DRAW),
    ],
)
def test_every_format_keeps_how_the_game_was_adjudicated(result: Result, reason: Reason) -> None:
    record = replace(sample(), result=result, reason=reason)
    assert from_json(to_json(record)) == record
    (from_their_pgn,) = from_pgn(to_pgn(record), Rule.FREESTYLE)
    assert isinstance(from_their_pgn, GameRecord)
    for read in (
        record_of_psq(to_psq(record), Rule.FREESTYLE),
        record_of_sgf(to_sgf(record), Rule.FREESTYLE),
        from_their_pgn,
    ):
        assert (read.result, read.reason) == (result, reason)


def test_the_option_reads_and_writes_rules() -> None:
    rules = adjudication_of("resign=0.95 draw=0 moves=5 after=80 solver=20000")
    assert rules == Adjudication(0.95, 0.0, 20000, 5, 80)
    assert adjudication_of(str(rules)) == rules
    assert str(adjudication_of("solver=100")) == "solver=100"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("resign=2", "resign=2: write a number from 0.01 to 1"),
        ("draw=x", "draw=x: write a number from 0 to 0.99"),
        ("resign=nan", "resign=nan: write a number"),
        ("solver=1.5", "solver=1.5: write a whole number"),
        ("moves=3", "has none of resign=, draw=, solver="),
        ("resing=0.9", "did you mean 'resign'"),
    ],
)
def test_wrong_rules_are_explained(text: str, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        adjudication_of(text)
