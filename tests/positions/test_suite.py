"""The suite is graded correctly, and the engine solves it."""

import random
from collections import Counter

import pytest

from core.game.board import BLACK, WHITE
from core.game.notation import format_position
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.time_management import Budget
from core.threats.vcf import Vcf
from tests.positions import NO_VCF, RULES, VCT, load, shape_of
from tests.positions.make import MOST_LINES
from tests.positions.verify import fours_win, grade_holds, threats_win

pytestmark = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.label)

GRADES_CHECKED = 12
"""Positions per rule, drawn by a fixed seed; the maker checks the grades of all."""

VCT_STEP = 4
"""Every this many wins by threats, one is checked against every defence; the maker checks all."""

LONGEST_TO_SOLVE = 15
VISITS_TO_SOLVE = 100_000
"""The hardest position takes 15,000, all others at most 512."""


def test_there_is_enough_of_everything(rule: Rule) -> None:
    suite = load(rule)
    assert len(suite) >= 300
    assert sum(position.plies >= 11 for position in suite) >= 100
    assert {15, 20} == {position.board.size for position in suite}
    for side in (BLACK, WHITE):
        kinds = Counter(p.grade for p in suite if p.board.to_move == side)
        assert min(kinds[NO_VCF], kinds[VCT]) >= 15
        assert all(kinds[f"vcf {plies}"] >= 5 for plies in range(3, 17, 2))


def test_no_position_is_there_twice_even_turned_or_mirrored(rule: Rule) -> None:
    suite = load(rule)
    assert len({shape_of(position.board) for position in suite}) == len(suite)


def test_every_line_is_written_as_its_board(rule: Rule) -> None:
    for position in load(rule):
        assert position.text == format_position(position.board)
        assert position.board.rule is rule
        assert not position.board.over


@pytest.mark.slow
def test_every_win_by_fours_beats_every_defence(rule: Rule) -> None:
    for position in load(rule):
        if position.plies:
            assert fours_win(position.board), position.text


@pytest.mark.slow
def test_wins_by_threats_beat_every_defence(rule: Rule) -> None:
    wins = [position for position in load(rule) if position.grade == VCT]
    for position in wins[::VCT_STEP]:
        assert threats_win(position.board, MOST_LINES), position.text


def test_the_solver_knows_where_fours_do_not_win(rule: Rule) -> None:
    for position in load(rule):
        if not position.plies:
            assert Vcf().search(position.board) == [], position.text


@pytest.mark.slow
def test_the_slow_search_agrees_with_the_grade(rule: Rule) -> None:
    for position in random.Random(rule.value).sample(load(rule), GRADES_CHECKED):
        assert grade_holds(position), position.text


def test_the_bot_proves_every_win_by_fours_of_up_to_15_plies(rule: Rule) -> None:
    engine = Engine()
    for position in load(rule):
        if 0 < position.plies <= LONGEST_TO_SOLVE:
            engine.set_position(position.board)
            report = engine.think(Budget.from_now(visits=VISITS_TO_SOLVE))
            assert report.proof > 0, position.text
