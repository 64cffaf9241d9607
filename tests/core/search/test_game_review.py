"""Review of games: what a move lost, and the grade it gets for that."""

import threading

import pytest

from core.game.board import BLACK, Board, IllegalMove
from core.game.notation import board_after, parse_moves, parse_position
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.game_review import GameReviewer, Grade, MoveReview, summary
from tests.core.positions import four_that_only_a_foul_stops

START = Board(15, Rule.FREESTYLE)
OPENING = "h8i7g8f8i8j8h9"
SHORT_WIN = "j10e6i7g8e9e11f6k9h9h8i8g10a5g9g7f10d12d10h10j7i6i9i5i4o9f12f8d5h15h6g13"
"""A standard game in which the search proves a win in 7 and the solver finds one in 13."""

BLUNDERED = f"{OPENING}a15h7a14h10h6h11"


def reviews(moves: str, visits: int = 100) -> list[MoveReview]:
    reviewer = GameReviewer(Engine(max_memory=200 << 20), visits)
    return list(reviewer.review(START, parse_moves(moves, 15)))


def test_every_move_is_judged_and_a_blunder_loses_the_most() -> None:
    found = reviews(BLUNDERED)
    assert [review.ply for review in found] == list(range(1, 14))
    blunder = found[7]
    assert blunder.grade is Grade.BLUNDER
    assert blunder.loss == max(review.loss for review in found)
    assert blunder.before.line[0] != blunder.move
    assert found[-1].chance == 1  # the five
    for review in found:
        assert 0 <= review.loss <= review.before.chance <= 1


def test_a_win_thrown_away_is_a_missed_win() -> None:
    # Black has an open four to make, plays far away, and White gets a four of its own
    found = reviews("h8h9i8i9j8j9a1")
    assert found[-1].before.proof > 0
    assert found[-1].grade is Grade.MISSED_WIN
    board = parse_position("freestyle 15 h8h9i8i9j8j9")
    for x, y in found[-1].before.line:
        board.play(x, y)
    assert board.winner == BLACK


def test_a_proved_win_comes_with_the_line_that_is_as_long() -> None:
    start = board_after(15, Rule.STANDARD, parse_moves(SHORT_WIN, 15))
    reviewer = GameReviewer(Engine(max_memory=200 << 20), 100)
    (review,) = reviewer.review(start, parse_moves("a15", 15))
    assert (review.before.proof, len(review.before.line)) == (7, 7)


def test_a_win_whose_line_ends_in_a_four_that_only_a_foul_stops_takes_three_plies() -> None:
    reviewer = GameReviewer(Engine(max_memory=200 << 20), 100)
    (review,) = reviewer.review(four_that_only_a_foul_stops(), [(0, 0)])
    assert (review.before.proof, len(review.before.line)) == (3, 1)


def test_the_summary_counts_each_side() -> None:
    found = reviews(BLUNDERED)
    black, white = summary(found)
    assert (black.moves, white.moves) == (7, 6)
    assert white.grades[Grade.BLUNDER] >= 1
    assert sum(black.grades.values()) == 7
    assert white.accuracy == pytest.approx(1 - sum(r.loss for r in found if r.ply % 2 == 0) / 6)


def test_moves_after_the_end_are_left_out_and_illegal_ones_refused() -> None:
    assert len(reviews(BLUNDERED + "a1", visits=5)) == 13
    with pytest.raises(IllegalMove):
        reviews("h8h8", visits=5)


def test_a_foul_loses_all_chances_and_ends_the_review() -> None:
    moves = parse_moves("a8a15b8c15c8e15e8g15f8i15g8k15d8o1", 15)  # move 13 makes six
    start = board_after(15, Rule.RENJU, moves[:10])
    found = list(GameReviewer(Engine(max_memory=200 << 20), 20).review(start, moves[10:]))
    assert [review.ply for review in found] == [11, 12, 13]
    foul = found[-1]
    assert (foul.chance, foul.loss) == (0, foul.before.chance)
    assert foul.loss > 0


def test_a_review_stops() -> None:
    stop = threading.Event()
    reviewer = GameReviewer(Engine(max_memory=200 << 20), 20)
    moves = reviewer.review(START, parse_moves(OPENING, 15), stop)
    assert next(moves).ply == 1
    stop.set()
    assert list(moves) == []
