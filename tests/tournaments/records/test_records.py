"""Records: written ones can be read again, and open in Piskvork and SGF viewers."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf

from core.game.rules import Rule
from tests.tournaments.samples import sample
from tournaments.model import (
    GameRecord,
    MachineLoad,
    Reason,
    Result,
    SideReport,
    Swap2Choice,
    TimedMove,
)
from tournaments.records.records import (
    from_json,
    from_psq,
    sgf_moves,
    to_json,
    to_psq,
    to_sgf,
)

squares = st.tuples(st.integers(0, 14), st.integers(0, 14))
times = st.integers(0, 10**6)
text = st.text(max_size=30)
moves = st.dictionaries(squares, times, max_size=60).map(
    lambda timed: tuple(TimedMove(x, y, ms) for (x, y), ms in timed.items())
)
said = st.lists(text, max_size=2).map(tuple)
talked = st.lists(st.builds(TimedMove, st.integers(0, 14), st.integers(0, 14), times, said)).map(
    tuple
)
share = st.floats(0, 1000)
reports = st.builds(
    SideReport, st.integers(0, 10**6), st.integers(0, 10**10), st.tuples(text, text)
)
records = st.builds(
    GameRecord,
    number=st.integers(1, 10**6),
    round=st.integers(1, 1000),
    black=text,
    white=text,
    rule=st.sampled_from(Rule),
    size=st.just(15),
    opening_plies=st.integers(0, 5),
    moves=talked,
    result=st.sampled_from(Result),
    reason=st.sampled_from(Reason),
    detail=text,
    started=text,
    black_report=reports,
    white_report=reports,
    choices=st.tuples(st.builds(Swap2Choice, text, text, times)),
    load=st.none() | st.builds(MachineLoad, share, share, share, share, share),
)


@given(records)
def test_json_lines_keep_everything(record: GameRecord) -> None:
    line = to_json(record)
    assert "\n" not in line
    assert from_json(line) == record


def test_lines_from_before_messages_were_kept_are_read() -> None:
    old = to_json(sample())
    assert '"moves": [[7, 7, 0], [0, 14, 120], [8, 6, 5]]' in old
    assert from_json(old) == sample()


def test_a_line_without_choices_and_load_is_read() -> None:
    fields = json.loads(to_json(sample()))
    del fields["choices"], fields["load"]
    assert from_json(json.dumps(fields)) == sample()


@given(moves)
def test_psq_and_sgf_keep_the_moves(played: tuple[TimedMove, ...]) -> None:
    record = sample(moves=played, opening_plies=len(played))
    assert from_psq(to_psq(record))[:2] == (15, list(played))
    again = [(x, y) for _, (x, y) in sgf_moves(sgf.Sgf_game.from_bytes(to_sgf(record)))]
    assert again == [(move.x, move.y) for move in played]


def test_psq_is_what_piskvork_writes() -> None:
    assert to_psq(sample()).splitlines() == [
        "Piskvorky 15x15, 11:11, 0",
        "8,8,0",
        "1,15,120",
        "9,7,5",
        "alpha",
        "beta",
        "0",
    ]
    assert to_psq(sample(reason=Reason.TIME)).endswith("\n15\n")
    assert to_psq(sample(reason=Reason.CRASH)).endswith("\n-2\n")
    assert to_psq(sample(result=Result.DRAW, reason=Reason.UNKNOWN)).endswith("\n0\n")
    assert to_psq(sample(result=Result.VOID, reason=Reason.VOID)).endswith("\n9\n")


def test_sgf_says_who_played_what() -> None:
    data = to_sgf(sample()).decode()
    for part in ("GM[4]", "FF[4]", "SZ[15]", "PB[alpha]", "PW[beta]", "RE[B+]", "RU[freestyle]"):
        assert part in data
    assert b"RE[W+T]" in to_sgf(sample(result=Result.WHITE, reason=Reason.TIME))
    assert b"RE[W+F]" in to_sgf(sample(result=Result.WHITE, reason=Reason.CRASH))
    assert ";B[hh]" in data
    assert "W[ao]" in data


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        '{"number": 1}',
        to_json(sample())[:-20],
        to_json(sample(moves=(TimedMove(15, 0),))),
        to_json(sample(moves=(TimedMove(0, -1),))),
        to_json(sample()).replace("[7, 7, 0]", "[7, 7, NaN]"),
        to_json(sample()).replace("[7, 7, 0]", "[7, 7, 1e9]"),
        to_json(sample()).replace("[7, 7, 0]", "[7, 7, 0, [[]]]"),
        to_json(sample()).replace("[7, 7, 0]", f"[7, 7, {10**400}]"),
        to_json(sample()).replace('"size": 15', '"size": 1000'),
        to_json(sample()).replace('"round": 1', '"round": "1"'),
        to_json(sample()).replace('"alpha"', "null"),
        to_json(sample()).replace('"freestyle"', "4"),
        to_json(sample()).replace('"load": null', '"load": [1]'),
        to_json(sample(load=MachineLoad(1.0, 1.0, 1.0, 1.0, float("nan")))),
        "[" * 100_000,
    ],
)
def test_a_torn_line_is_an_error(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - json's own errors are ValueErrors too
        from_json(line)


def test_a_record_without_a_field_names_it() -> None:
    with pytest.raises(ValueError, match="not a game record: it has no 'rule'"):
        from_json('{"number": 1}')


def test_a_file_that_is_no_psq_is_an_error() -> None:
    with pytest.raises(ValueError, match="no Piskvork game"):
        from_psq("Piskvorky 15x20, 11:11, 0\n")
    with pytest.raises(ValueError, match="no Piskvork game"):
        from_psq("")


def test_a_psq_without_times_is_read() -> None:
    moves = [TimedMove(7, 7), TimedMove(0, 14, 5), TimedMove(8, 6), TimedMove(1, 1)]
    game = from_psq("Piskvorky 15x15, 11:11, 0\n8,8\n 1, 15, 5\n\n9,7,\n2,2,0\nA\nB\n-1\n1,2\n")
    assert game == (15, moves, 0, ["A", "B", "-1", "1,2"])  # a tournament named 2


@pytest.mark.parametrize(
    ("written", "damaged"),
    [
        ("1,15,120", "?,15,120"),  # moves follow
        ("9,7,5", "9,x,5"),
        ("9,7,5", "9,7,5.5"),
        ("9,7,5", "-9,7,5"),
        ("9,7,5", "9,"),
    ],
)
def test_a_damaged_move_of_a_psq_is_an_error(written: str, damaged: str) -> None:
    number = 2 if written.startswith("1,") else 3
    message = re.escape(f"move {number} is not written like 8,8,123: {damaged!r}")
    with pytest.raises(ValueError, match=message):
        from_psq(to_psq(sample()).replace(written, damaged))


@pytest.mark.parametrize("move", ["99999999999,1,1", "1,1," + "9" * 5000])
def test_a_psq_with_a_number_too_long_is_an_error(move: str) -> None:
    text = to_psq(sample()).replace("9,7,5", move)
    with pytest.raises(ValueError, match="move 3 has a number too long to be read"):
        from_psq(text)
