"""Evaluations in messages: our own words, the usual ones, and plain text."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.rules import Rule
from core.search.candidate import Candidate
from core.search.engine import Report
from pbrain.wording import search_message
from tournaments.engine.evaluations import evaluation
from tournaments.engine.message_log import LONGEST, MOST_CHARACTERS, MessageLog

ARTANH_OF_HALF = 0.5 * math.log(3)


@pytest.mark.parametrize(
    ("line", "value", "words"),
    [
        ("MESSAGE visits 9 value -0.250 pv h8 rule freestyle build avx2", -0.25, "-0.250"),
        ("MESSAGE visits 9 value win in 5 pv h8", 1.0, "win in 5"),
        ("MESSAGE visits 9 value loss in 12 pv h8", -1.0, "loss in 12"),
        ("MESSAGE depth 10-14 ev 0 n 123K pv H8 I9", 0.0, "ev 0"),
        (f"MESSAGE Depth 9 | Eval {400 * ARTANH_OF_HALF:.4f} | Node 5M", 0.5, None),
        (f"DEBUG score: {-400 * ARTANH_OF_HALF:.4f}", -0.5, None),
        ("MESSAGE Eval +M9", 1.0, "Eval +M9"),
        ("MESSAGE ev -M8 depth 20", -1.0, "ev -M8"),
        ("MESSAGE winrate 75% ev -300", 0.5, "winrate 75%"),
        ("MESSAGE Win Rate: 0.25", -0.5, "Win Rate: 0.25"),
        ("MESSAGE Win Rate: 25", -0.5, "Win Rate: 25"),
        ("MESSAGE depth 1-8 ev 57.3 winrate 53.2 drawrate 8.2 n 9", 0.146, None),
        ("MESSAGE depth 1-8 ev 0.9 winrate 0.5 drawrate 0.8 n 9", -0.982, None),
        ("MESSAGE depth 1-8 ev L4 winrate 0.0 drawrate 0.0 n 9", -1.0, None),
    ],
)
def test_evaluations_that_are_read(line: str, value: float, words: str | None) -> None:
    found = evaluation(["MESSAGE value +0.900", line, "DEBUG bye"])
    assert found is not None
    assert found.value == pytest.approx(value, abs=1e-4)
    assert words is None or found.words == words


def test_the_best_of_several_lines_is_read() -> None:
    lines = [f"MESSAGE depth 9 multipv {i} ev {-100 * i} pv H8" for i in (1, 2, 12)]
    found = evaluation(lines)
    assert found is not None
    assert found.words == "ev -100"


@pytest.mark.parametrize(
    ("value", "proof", "expected"), [(-0.125, 0, -0.125), (0.99, 7, 1.0), (-0.9, -4, -1.0)]
)
def test_what_our_own_brain_writes_is_read(value: float, proof: int, expected: float) -> None:
    best = Candidate((7, 7), 9, 0.5, value, proof, ((7, 7),))
    message = search_message(Report((7, 7), value, 9, 0.1, proof, (best,)), Rule.FREESTYLE, 15)
    found = evaluation([message])
    assert found is not None
    assert found.value == expected


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["MESSAGE hello", "DEBUG seven levels"],
        ["MESSAGE the value of patience"],
        ["MESSAGE (2) visits 5 value +0.9"],
        ["MESSAGE value +" + "9" * 300 + ".0"],
        ["MESSAGE winrate " + "9" * 300],
        ["MESSAGE ev " + "9" * 300],
        ["MESSAGE value +\N{ARABIC-INDIC DIGIT THREE}.5", "ev \N{ARABIC-INDIC DIGIT THREE}"],
    ],
)
def test_other_lines_are_just_text(lines: list[str]) -> None:
    assert evaluation(lines) is None


@given(st.lists(st.text(max_size=60), max_size=5))
def test_no_text_upsets_the_reader(lines: list[str]) -> None:
    found = evaluation(lines)
    assert found is None or -1 <= found.value <= 1


@given(st.lists(st.text(max_size=3000), max_size=30))
def test_chatter_keeps_the_last_lines_within_bounds(lines: list[str]) -> None:
    chatter = MessageLog()
    for line in lines:
        chatter.add(line)
    kept = chatter.lines
    assert sum(map(len, kept)) <= MOST_CHARACTERS
    assert list(kept) == [line[:LONGEST] for line in lines][len(lines) - len(kept) :]
    assert not lines or kept
