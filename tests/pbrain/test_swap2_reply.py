"""Swap2: choices that follow from the value, and openings that fit every board."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

import pytest

from core.game.board import Board
from core.game.rules import MAX_SIZE, MIN_SIZE
from core.search.engine import Report
from core.search.time_management import Budget
from pbrain.swap2_reply import EVEN, OPENINGS, opening
from tests.pbrain.fakes import DeafEngine, FakeEngine, FixedEngine, report
from tests.pbrain.scripted import MockChannel, converse

pytestmark = pytest.mark.usefixtures("lenient_watchdog")

THREE = "> SWAP2BOARD\n> 7,7\n> 7,8\n> 8,8\n> DONE\n"
FIVE = "> SWAP2BOARD\n> 7,7\n> 7,8\n> 8,8\n> 6,6\n> 8,6\n> DONE\n"


def answer(engine: FakeEngine, question: str) -> str:
    channel = MockChannel(lambda: engine)
    (_ok, reply) = converse(channel, f"> INFO max_node 1\n> START 15\n< OK\n{question}< .*")
    assert channel.finish() == []
    return reply


def engine_with_value(value: float) -> FakeEngine:
    return FixedEngine(lambda _board: report([(3, 4), (5, 5)], value))


@pytest.mark.parametrize("question", [THREE, FIVE], ids=["three", "five"])
def test_good_for_white_is_played_on(question: str) -> None:
    assert answer(engine_with_value(0.3), question) == "3,4"


@pytest.mark.parametrize("question", [THREE, FIVE], ids=["three", "five"])
def test_bad_for_white_is_swapped(question: str) -> None:
    assert answer(engine_with_value(-0.3), question) == "SWAP"


def test_five_even_stones_are_decided_by_the_sign() -> None:
    assert answer(engine_with_value(EVEN / 2), FIVE) == "3,4"
    assert answer(engine_with_value(-EVEN / 2), FIVE) == "SWAP"


def test_three_even_stones_get_two_more_that_keep_it_even() -> None:
    def choose(board: Board) -> Report:
        if board.ply == 3:
            return report([(3, 4), (9, 9)], 0.01)
        assert board.cell(3, 4) != 0
        return report([(1, 1), (2, 2), (4, 4)], values=[0.6, -0.02, -0.4])

    assert answer(FixedEngine(choose), THREE) == "3,4 2,2"


def test_the_fifth_stone_is_one_that_the_search_has_looked_at() -> None:
    def choose(board: Board) -> Report:
        if board.ply == 3:
            return report([(3, 4)], 0.01)
        found = report([(5, 5), (2, 2), (9, 9)], values=[0.04, 0.02, 0.001])
        visits = zip(found.candidates, (1000, 100, 99), strict=True)
        return replace(found, candidates=tuple(c._replace(visits=n) for c, n in visits))

    assert answer(FixedEngine(choose), THREE) == "3,4 2,2"


def test_choice_costs_less_than_a_move() -> None:
    engine = engine_with_value(0.3)
    answer(engine, "> INFO timeout_turn 10000\n" + THREE)
    answer(engine, "> INFO timeout_turn 10000\n> BEGIN\n")
    choice, move = engine.budgets
    assert choice.hard < move.hard / 2


@pytest.mark.usefixtures("strict_watchdog")
@pytest.mark.parametrize(("value", "choice"), [(0.3, "3,4"), (0.01, "3,4"), (-0.3, "SWAP")])
@pytest.mark.parametrize("question", [THREE, FIVE], ids=["three", "five"])
def test_hanging_search_is_answered_by_its_published_value(
    question: str, value: float, choice: str
) -> None:
    engine = DeafEngine(lambda _board: [report([(3, 4), (5, 5)], value)])
    channel = MockChannel(lambda: engine)
    converse(channel, f"> INFO timeout_turn 400\n> START 15\n< OK\n{question}< {choice}")
    engine.may_answer.set()
    assert channel.finish() == []


@pytest.mark.usefixtures("strict_watchdog")
def test_hanging_second_search_leaves_the_choice_to_the_first() -> None:
    engine = SecondHangs()
    channel = MockChannel(lambda: engine)
    converse(channel, f"> INFO timeout_turn 400\n> START 15\n< OK\n{THREE}< 3,4")
    engine.may_answer.set()
    assert channel.finish() == []


class SecondHangs(DeafEngine):
    """An engine that values three stones as even, publishes replies to its move, and hangs."""

    def __init__(self) -> None:
        super().__init__(lambda _board: [report([(9, 9), (1, 1)], -0.9)])

    def think(
        self,
        budget: Budget,
        stop: threading.Event | None = None,
        publish: Callable[[Report], None] | None = None,
    ) -> Report:
        if self.board.ply == 3:
            return report([(3, 4), (9, 9)], 0.01)
        return super().think(budget, stop, publish)


def test_failing_engine_swaps_to_black() -> None:
    def choose(_board: Board) -> NoReturn:
        raise RuntimeError("broken")

    engine = FixedEngine(choose)
    channel = MockChannel(lambda: engine)
    converse(channel, f"> INFO max_node 1\n> START 15\n< OK\n{THREE}< MESSAGE .*broken\n< SWAP")
    assert channel.finish() == []


def test_swap_leaves_white_to_move() -> None:
    channel = MockChannel(lambda: engine_with_value(-0.3))
    converse(channel, f"> INFO max_node 1\n> INFO rule 4\n> START 15\n< OK\n{THREE}< SWAP")
    converse(channel, "> TURN 9,9\n< 3,4\n> TAKEBACK 3,4\n< OK\n> TAKEBACK 9,9\n< OK")
    assert channel.finish() == []


@pytest.mark.parametrize("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_opening_lies_on_the_board(size: int) -> None:
    for seed in range(8 * len(OPENINGS)):
        stones = opening(size, seed)
        assert len(set(stones)) == 3
        assert all(0 <= x < size and 0 <= y < size for x, y in stones)


def test_openings_vary_with_the_seed() -> None:
    assert len({opening(15, seed) for seed in range(8 * len(OPENINGS))}) >= 4 * len(OPENINGS)


def test_openings_of_neighbouring_seeds_differ() -> None:
    """Check seeds that differ little, as start times of processes do."""
    for seed in range(8 * len(OPENINGS)):
        assert len({opening(15, seed + step) for step in range(5)}) == 5
