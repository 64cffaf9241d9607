"""Messages of pages: valid ones are parsed, all others are errors and have no other effect."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.messages import AskMove, GetFacts, MessageError, SaveFile, parse
from core.game.rules import Rule
from tests.board.talk import EMPTY, position

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
KINDS = (
    "look",
    "analyse",
    "move",
    "swap2",
    "stop",
    "open",
    "save",
    "games",
    "game",
    "opinion",
    "shout",
)
KEYS = ("position", "player", "seconds", "visits", "data", "rule", "format", "size", "nodes")
INVALID_JSON = ("", "{", "null", "[]", "7", '{"id":1}', "[" * 100_000, '{"id":NaN,"type":"stop"}')

SAVE: dict[str, Any] = {
    "format": "sgf",
    "size": 9,
    "rule": "caro",
    "black": "Ann",
    "white": "Bob",
    "result": "",
    "comment": "",
    "nodes": [{"parent": 0, "move": [4, 4], "comment": "middle", "ms": 12}],
}


def written(kind: str, **fields: Any) -> str:
    return json.dumps({"type": kind, "id": 5, **fields})


def test_a_position_is_set_up_by_the_rules() -> None:
    message = parse(written("look", position=position([[7, 7], [8, 8]], "renju")))
    assert isinstance(message, GetFacts)
    assert message.board.rule is Rule.RENJU
    assert message.board.stones() == [(7, 7, 1), (8, 8, 2)]


def test_visits_and_seconds_exclude_each_other() -> None:
    message = parse(written("move", position=EMPTY, player="Fukumi", visits=10))
    assert isinstance(message, AskMove)
    assert (message.visits, message.seconds) == (10, None)
    with pytest.raises(MessageError, match="'seconds'"):
        parse(written("move", position=EMPTY, player="Fukumi", visits=10, seconds=1))


def test_a_tree_is_read() -> None:
    message = parse(written("save", **SAVE))
    assert isinstance(message, SaveFile)
    assert (message.tree.nodes[0].x, message.tree.nodes[0].comment) == (4, "middle")


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"position": position([[7, 7], [7, 7]])}, "move 2: h8 is taken"),
        ({"position": position([[15, 0]])}, "0 to 14"),
        ({"position": position([[True, 0]])}, "0 to 14"),
        ({"position": position([], size=23)}, "5 to 22"),
        ({"position": position([], rule="chess")}, "unknown rule"),
        ({"position": EMPTY, "extra": 1}, "unknown field 'extra'"),
        ({}, "'position' is missing"),
    ],
)
def test_the_error_of_a_message_is_explained(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(MessageError, match=complaint) as caught:
        parse(written("look", **fields))
    assert caught.value.id == 5


@pytest.mark.parametrize(
    "change",
    [
        {"nodes": [{"parent": 1, "move": [4, 4], "comment": "", "ms": 0}]},
        {"nodes": [{"parent": 0, "move": [4], "comment": "", "ms": 0}]},
        {"format": "exe"},
        {"comment": "\ud800"},
        {"black": "A" * 201},
        {"result": "B+" + "9" * 20},
    ],
)
def test_an_invalid_tree_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(MessageError):
        parse(written("save", **{**SAVE, **change}))


@pytest.mark.parametrize("text", INVALID_JSON, ids=lambda text: text[:12])
def test_invalid_json_is_an_error(text: str) -> None:
    with pytest.raises(MessageError):
        parse(text)


def test_a_message_of_megabytes_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(MessageError, match="at most"):
        parse(" " * (3 << 20))


@settings(max_examples=150)
@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(KEYS), JSON), JSON)
def test_random_messages_are_parsed_or_refused(kind: str, fields: Any, id: Any) -> None:
    text = json.dumps({"type": kind, "id": id, **fields})
    with contextlib.suppress(MessageError):
        assert parse(text).id == id
