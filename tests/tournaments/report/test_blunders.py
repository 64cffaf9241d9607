"""Blunders of finished games, on a game that a public engine won."""

from dataclasses import replace

import pytest

from core.game.notation import parse_moves, parse_point
from tests.tournaments.samples import sample
from tournaments.model import GameRecord, Result, TimedMove
from tournaments.report.blunders import Blunder, BlunderFinder, summary

BEFORE = "k12k10h14l13l12m12j9j10"
AFTER = "n11k14m10"
"""The moves after the blunder h11: the refutation and a defence that changes nothing."""


def game(moves: str, opening_plies: int = 4, messages: tuple[str, ...] = ()) -> GameRecord:
    timed = tuple(TimedMove(x, y, 5, messages) for x, y in parse_moves(moves, 15))
    return sample(moves=timed, opening_plies=opening_plies, result=Result.WHITE)


def blunders(record: GameRecord, solver_nodes: int = 30_000) -> list[Blunder]:
    return list(BlunderFinder(solver_nodes).find(record))


def test_a_move_refuted_by_threats_is_found_with_the_refutation_and_a_better_move() -> None:
    (found,) = blunders(game(BEFORE + "h11" + AFTER))
    assert (found.ply, found.engine, found.move) == (9, "alpha", parse_point("h11", 15))
    assert found.refutation[0] == parse_point("n11", 15)
    assert found.position.ply == 8
    assert 0 < found.solver_nodes <= 30_000
    assert found.better not in (None, found.move)


def test_the_better_move_is_no_blunder() -> None:
    (found,) = blunders(game(BEFORE + "h11"))
    assert found.better
    x, y = found.better
    moves = tuple(TimedMove(*point, 5) for point in [*parse_moves(BEFORE, 15), (x, y)])
    assert blunders(replace(found.game, moves=moves)) == []


def test_moves_of_a_lost_position_are_not_listed_again() -> None:
    # After h11 n11, Black cannot be saved, so k14 and m10 make nothing worse.
    assert [found.ply for found in blunders(game(BEFORE + "h11" + AFTER))] == [9]


def test_the_opening_is_nobodys_blunder() -> None:
    assert blunders(game(BEFORE + "h11", opening_plies=9)) == []


def test_a_solver_with_few_nodes_finds_less() -> None:
    assert blunders(game(BEFORE + "h11"), solver_nodes=100) == []


def test_games_that_end_are_followed_to_their_end() -> None:
    five = "a1a15b1b15c1c15d1d15e1"
    assert [found.engine for found in blunders(game(five, opening_plies=0))] == ["beta"]


def test_the_record_of_an_illegal_move_ends_the_game() -> None:
    assert [found.ply for found in blunders(game(BEFORE + "h11h11"))] == [9]


@pytest.mark.parametrize(
    ("messages", "words"),
    [((), "played h11; n11 wins"), (("MESSAGE value +0.25",), "played h11, which it valued +0.25")],
)
def test_the_text_is_a_position_with_a_comment(messages: tuple[str, ...], words: str) -> None:
    (found,) = blunders(game(BEFORE + "h11", messages=messages))
    comment, position = found.as_text().splitlines()
    assert comment.startswith("# game 1, move 9: alpha (Black) ")
    assert words in comment
    assert position == f"freestyle 15 {BEFORE}"


def test_a_name_with_an_end_of_line_stays_in_its_comment() -> None:
    odd = replace(game(BEFORE + "h11"), black="one\ntwo")
    (found,) = blunders(odd)
    comment, position = found.as_text().splitlines()
    assert "one\\ntwo (Black)" in comment
    assert position == f"freestyle 15 {BEFORE}"


def test_the_summary_counts_by_engine() -> None:
    lost, other = game(BEFORE + "h11"), replace(game(BEFORE), number=2, result=Result.BLACK)
    assert summary([lost, other], blunders(lost)) == [
        "alpha: blunders 1, games 2, lost 1, lost with a blunder 1",
        "beta: blunders 0, games 2, lost 1, lost with a blunder 0",
    ]
    assert len(summary([lost], [], ["beta"])) == 1
    assert summary([replace(other, black="")], [])[0].startswith("?: blunders 0, games 1")
