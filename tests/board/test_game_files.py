"""Game trees in files: written, read, and refused."""

import base64
import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.board_error import BoardError
from board.game_files import GameHead, heads, read, to_sgf, write
from board.game_tree import GameTree, TreeNode, tree_of
from core.game.rules import Rule
from tests.board.talk import page, server
from tests.tournaments.samples import sample
from tournaments.model import Reason, Result, TimedMove
from tournaments.records.import_records import record_of_sgf
from tournaments.records.records import from_psq
from tournaments.records.records import to_sgf as record_to_sgf


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Draw trees whose nodes play on free points."""
    size = draw(st.integers(5, 22))
    taken: list[set[tuple[int, int]]] = [set()]
    nodes: list[TreeNode] = []
    for _ in range(draw(st.integers(0, 12))):
        parent = draw(st.integers(0, len(nodes)))
        point = (draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1)))
        used = {(nodes[parent - 1].x, nodes[parent - 1].y)} if parent else set()
        if point in taken[parent] | used or any(
            node.parent == parent and (node.x, node.y) == point for node in nodes
        ):
            continue
        taken.append(taken[parent] | used)
        comment = draw(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"))))
        nodes.append(TreeNode(parent, *point, comment, 0))
    return GameTree(size, draw(st.sampled_from(Rule)), "Ann", "Bob [1]", "begin", tuple(nodes))


def paths(tree: GameTree) -> set[tuple[Any, ...]]:
    """Return every node as its moves and comments from the root, independent of its number."""
    found: list[tuple[Any, ...]] = [()]
    for node in tree.nodes:
        found.append((*found[node.parent], (node.x, node.y, node.comment)))
    return set(found)


@settings(max_examples=60)
@given(trees())
@pytest.mark.slow
def test_sgf_keeps_the_whole_tree(tree: GameTree) -> None:
    again = read(to_sgf(tree), Rule.FREESTYLE)
    assert paths(again) == paths(tree)
    assert (again.size, again.rule, again.black) == (tree.size, tree.rule, tree.black)
    assert (again.white, again.comment) == (tree.white, tree.comment)


def save(format: str, *nodes: TreeNode) -> bytes:
    return write(GameTree(15, Rule.RENJU, "Ann", "Bob", nodes=nodes), format)


LINE = (
    TreeNode(0, 7, 7, "", 10),
    TreeNode(1, 8, 8, "a, b", 20),
    TreeNode(0, 3, 3, "", 0),
    TreeNode(2, 9, 9, "", 5),
)


def test_psq_is_the_main_line_with_its_times() -> None:
    text = save("psq", *LINE).decode()
    size, moves, *_ = from_psq(text)
    assert (size, moves) == (15, [TimedMove(7, 7, 10), TimedMove(8, 8, 20), TimedMove(9, 9, 5)])
    assert [(node.x, node.y, node.ms) for node in read(text.encode(), Rule.CARO).nodes] == [
        (7, 7, 10),
        (8, 8, 20),
        (9, 9, 5),
    ]


def test_tournaments_read_our_sgf() -> None:
    moves = record_of_sgf(save("sgf", *LINE), Rule.CARO).moves
    assert moves == (TimedMove(7, 7), TimedMove(8, 8, messages=("a, b",)), TimedMove(9, 9))


def test_a_game_as_deep_as_the_largest_board() -> None:
    points = [(x, y) for y in range(22) for x in range(22)]
    nodes = tuple(TreeNode(i, x, y, "", 0) for i, (x, y) in enumerate(points))
    again = read(to_sgf(GameTree(22, Rule.FREESTYLE, nodes=nodes)), Rule.FREESTYLE)
    assert len(again.nodes) == 484


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("renju 15 h8i9g7", (15, Rule.RENJU, [(7, 7), (8, 6), (6, 8)])),
        ("freestyle 20 t20 a1", (20, Rule.FREESTYLE, [(19, 0), (0, 19)])),
        ("h8i9", (15, Rule.CARO, [(7, 7), (8, 6)])),
        ("standard 9", (9, Rule.STANDARD, [])),
        ("(;SZ[15]AB[hh][ii]AW[jj];W[aa])", (15, Rule.CARO, [(7, 7), (9, 9), (8, 8), (0, 0)])),
        ("\ufeffPiskvorky 20x20, 11:11, 0\n8,8,0\n", (20, Rule.CARO, [(7, 7)])),
        ("Piskvorky 15x15, 11:11, 0\n8,8\n9,9,\n", (15, Rule.CARO, [(7, 7), (8, 8)])),
    ],
)
def test_pasted_text_is_read(text: str, expected: tuple[int, Rule, list[object]]) -> None:
    tree = read(text.encode(), Rule.CARO)
    assert (tree.size, tree.rule, [(node.x, node.y) for node in tree.nodes]) == expected


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "renju 15 h8i9g7"),
        ("hello", "write them like h8i9g7"),
        ("renju 40 h8", "40x40"),
        ("renju 15 h8h8", "move 2: h8 is taken"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,1\n9;9;2\n8,9,3", "move 2 is not written like 8,8,123"),
        ("(;SZ[15];B[hh];B[ii])", "out of turn: Black must begin, and the sides must alternate"),
        ("(;SZ[15];W[hh];B[ii])", "out of turn: Black must begin"),
        ("(;SZ[15];B[hh];W[])", "pass"),
        ("(;SZ[15];B[hh];W[hh])", "h8 is taken or outside"),
        ("(;SZ[15];B[aa];W[bb](;B[cc];W[dd])(;B[ff];W[aa]))", "move 4: a15 is taken"),
        ("(;SZ[25];B[hh])", "25x25"),
        ("(;SZ[15]AB[hh][ii][jj])", "3 black and 0 white"),
        ("(;SZ[15];B[hh];AB[ii])", "after its beginning"),
        ("(;SZ[15];B[hh];AE[hh])", "after its beginning"),
        ("(;SZ[15", "game cannot be shown"),
        ("(;SZ[15:16];B[hh])", r"cannot be shown: SZ\[15:16\] is not a square board"),
        ("(;SZ[];B[hh])", r"SZ\[\] is not a square board"),
        ("(;SZ[15];B[HH])", r"cannot be shown: B\[HH\] is not a point"),
        ("(;SZ[15];B[hh];W[h8])", r"W\[h8\] is not a point"),
        ("(;SZ[15]AB[hh][zz]AW[ii])", "a stone of AB or AW is not on the board"),
        ("Piskvorky 20x19, 11:11, 0", "square"),
        ("Piskvorky 20x20, 11:11, 0\n21,1,0", "outside"),
    ],
)
def test_an_invalid_game_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        read(text.encode(), Rule.FREESTYLE)


@pytest.mark.parametrize(("player", "encoding"), [("Žďár", "utf-8"), ("René", "latin-1")])
def test_a_file_that_names_no_encoding_may_be_utf8(player: str, encoding: str) -> None:
    data = f"(;GM[4]SZ[15]PB[{player}];B[hh])".encode(encoding)
    assert read(data, Rule.FREESTYLE).black == player


@settings(max_examples=150)
@given(st.binary(max_size=60) | st.text("();BWSZAC[]hi15\\").map(str.encode))
def test_random_files_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(BoardError):
        assert read(data, Rule.FREESTYLE).size in range(5, 23)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"(;GM[4]SZ[15]" + b";" * 60_000 + b")", "more than 40,000 semicolons"),
        (b"(;GM[4]SZ[15]" + b"(;" * 60_000 + b")" * 60_000 + b")", "more than 40,000 semicolons"),
        (b"(;GM[4]SZ[15]CA[punycode]C[" + b"a" * 999 + b"-aaa];B[aa])", "save the file as UTF-8"),
        (b"(;GM[4]SZ[15]CA[zlib];B[aa])", "save the file as UTF-8"),
    ],
    ids=["empty nodes", "nested nodes", "punycode", "no text"],
)
def test_an_sgf_that_costs_much_is_refused(data: bytes, complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        read(data, Rule.FREESTYLE)


def test_a_collection_of_too_many_games_is_to_be_split() -> None:
    games = b"(;GM[4]SZ[15]" + b";B[aa];W[bb]" * 30 + b")"
    with pytest.raises(BoardError, match="split it") as refused:
        heads(games * 700)
    assert refused.value.key == "file-too-long"


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1", "GB18030", "Shift_JIS", "EUC-JP"])
def test_an_sgf_is_read_in_common_encodings(encoding: str) -> None:
    text = {"ISO-8859-1": "Bj\u00f6rn"}.get(encoding, "\u56f2\u68cb")
    data = f"(;GM[4]SZ[15]CA[{encoding}]PB[{text}];B[aa])".encode(encoding)
    assert read(data, Rule.FREESTYLE).black == text


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("(;GM[4]SZ[15]CA[GB2312]PB[\u9673\u56cd];B[aa])".encode("gbk"), "\u9673\u56cd"),
        (b"(;GM[4]SZ[15]CA[UTF-8]PB[Ann \xe9\x99];B[aa])", "Ann \ufffd"),
        (b"(;GM[4]SZ[15]PB[Ann][A.];B[aa])", "Ann A."),
    ],
    ids=["more than the encoding has", "half a character", "two values"],
)
def test_a_bad_name_does_not_spoil_the_game(data: bytes, name: str) -> None:
    tree = read(data, Rule.FREESTYLE)
    assert (tree.black, len(tree.nodes)) == (name, 1)


def test_comments_of_nodes_without_a_move_are_kept() -> None:
    data = b"(;GM[4]SZ[15]C[a];C[b];B[aa]C[c];C[d](;W[bb];C[e])(;C[f];W[cc]))"
    tree = read(data, Rule.FREESTYLE)
    assert tree.comment == "a\nb"
    assert [node.comment for node in tree.nodes] == ["c\nd\nf", "e", ""]


@pytest.mark.parametrize("size", ["15:15", " 15 ", "15 : 15"])
def test_a_square_board_may_be_written_with_both_edges(size: str) -> None:
    tree = read(f"(;GM[4]SZ[{size}];B[aa])".encode(), Rule.FREESTYLE)
    assert (tree.size, [(node.x, node.y) for node in tree.nodes]) == (15, [(0, 0)])


SEVERAL = b"(;GM[4]SZ[15]PB[Ann]PW[Bob]RE[B+];B[hh];W[ii])(;GM[4]SZ[9]PB[Cleo];B[aa])"


def test_a_file_of_several_games_is_listed_and_each_can_be_read() -> None:
    assert heads(SEVERAL) == [GameHead("Ann", "Bob", "B+", 2), GameHead("Cleo", "", "", 1)]
    assert heads(b"(;GM[4]SZ[15];B[hh])") == heads(b"renju 15 h8") == []
    assert [read(SEVERAL, Rule.CARO, index).size for index in (0, 1)] == [15, 9]
    with pytest.raises(BoardError, match="cannot be shown"):
        read(SEVERAL, Rule.CARO, 2)


def test_the_comments_of_a_recorded_game_become_evaluations() -> None:
    own = "MESSAGE visits 1200 value +0.250 pv h8 i9 rule caro build avx2"
    record = sample(1, moves=(TimedMove(7, 7, 90, (own,)), TimedMove(0, 0, 5, ("DEBUG thinking",))))
    for tree in (tree_of(record), read(record_to_sgf(record), Rule.CARO)):
        first, second = tree.as_fields()["nodes"]
        assert (first["comment"], first["said"]) == ("", "")
        report = first["report"]
        assert (report["value"], report["visits"]) == (0.25, 1200)
        assert report["candidates"][0]["pv"] == ((7, 7), (8, 6))
        assert (second["comment"], second["said"], second["report"]) == ("", "thinking", None)
        assert own in first["record"]


@pytest.mark.parametrize(
    "messages",
    [
        ("MESSAGE visits 5 value win in 3 pv h8 i9", "DEBUG hash 7 %"),
        ("MESSAGE (1) visits 5 value win in 3 pv h8 i9", "MESSAGE (2) visits 4 value -0.5 pv a1"),
    ],
)
def test_the_search_is_read_from_the_line_that_has_the_value(messages: tuple[str, ...]) -> None:
    report = tree_of(sample(1, moves=(TimedMove(7, 7, 90, messages),))).as_fields()["nodes"][0][
        "report"
    ]
    assert (report["visits"], report["value"], report["proof"]) == (5, 1.0, 3)
    assert report["candidates"][0]["pv"] == ((7, 7), (8, 6))


def test_a_line_of_nonsense_hides_no_game() -> None:
    said = "MESSAGE visits 5 value win in 3 pv h0"
    record = sample(1, moves=(TimedMove(7, 7, 90, (said,)),))
    assert tree_of(record).as_fields()["nodes"][0]["report"]["candidates"][0]["pv"] == ((7, 7),)


@pytest.mark.parametrize("format", ["sgf", "psq"])
def test_a_loss_on_time_is_saved_and_read(format: str) -> None:
    nodes = tuple(TreeNode(i, i, 0, "", 10) for i in range(4))
    data = write(GameTree(15, Rule.CARO, "Ann", "Bob", nodes=nodes, result="W+T"), format)
    assert (b"RE[W+T]" in data) == (format == "sgf")
    assert read(data, Rule.CARO).as_fields()["result"] == "W+T"


@pytest.mark.parametrize(
    ("moves", "result", "over"),
    [
        ("a1a15b1b15c1c15d1d15e1e15", "B+", "1 move after the end of the game left out"),
        ("a8a15b8c15c8e15e8g15f8i15g8k15d8", "W+F", "overline, and White wins"),
    ],
)
def test_a_game_that_goes_on_after_its_end_is_saved_and_read(
    moves: str, result: str, over: str
) -> None:
    tree = read(f"renju 15 {moves}".encode(), Rule.FREESTYLE)
    assert over in tree.game.note
    for format in ("sgf", "psq"):
        saved = read(write(tree, format), Rule.RENJU)
        points = [(node.x, node.y) for node in saved.main_line]
        assert points == [(node.x, node.y) for node in tree.main_line]
    assert saved.result in ("", result)  # a five needs no words
    assert write(saved, "sgf").count(f"RE[{result}".encode()) == 1


@pytest.mark.parametrize("result", ["B+R", "W+R", "B+", "0"])
def test_a_result_that_the_board_does_not_show_is_kept(result: str) -> None:
    nodes = tuple(TreeNode(i, i, 0, "", 10) for i in range(4))
    for format in ("sgf", "psq"):
        file = write(GameTree(15, Rule.CARO, nodes=nodes, result=result), format)
        assert read(file, Rule.CARO).result == result


def test_a_resigned_game_of_a_tournament_keeps_its_result() -> None:
    record = sample(result=Result.WHITE, reason=Reason.RESIGNATION)
    assert tree_of(record).result == "W+R"
    assert tree_of(sample(result=Result.VOID, reason=Reason.VOID)).result == ""


@pytest.mark.parametrize("text", ["opening by Sakata", "0 ms", "one\n\n\ntwo", "5 ms", "opening"])
def test_comments_of_people_are_kept(text: str) -> None:
    tree = GameTree(15, Rule.CARO, nodes=(TreeNode(0, 7, 7, text, 0),))
    fields = read(to_sgf(tree), Rule.CARO).as_fields()["nodes"][0]
    again = "\n".join(filter(None, (fields.get("record"), fields["comment"])))
    assert again == text


def test_the_result_on_the_board_is_saved() -> None:
    points = [(0, 0), (0, 5), (1, 0), (1, 5), (2, 0), (2, 5), (3, 0), (3, 5), (4, 0)]
    nodes = tuple(TreeNode(i, x, y, "", 0) for i, (x, y) in enumerate(points))
    data = write(GameTree(15, Rule.FREESTYLE, "Ann", "Bob", nodes=nodes), "sgf")
    assert b"RE[B+]" in data


def test_an_error_that_quotes_a_file_is_short() -> None:
    data = b"(;GM[4]SZ[" + b"9" * 100_000 + b"])"
    with server() as client, page(client) as one:
        reply = one.ask("open", data=base64.b64encode(data).decode(), rule="freestyle")
        assert reply["type"] == "error"
        assert len(reply["text"]) < 1000


def test_a_file_is_opened_and_saved_by_the_socket() -> None:
    with server() as client, page(client) as one:
        data = base64.b64encode(save("sgf", *LINE)).decode()
        tree = one.ask("open", data=data, rule="freestyle")
        assert tree["rule"] == "renju"
        del tree["type"], tree["id"]
        fields = tree
        file = one.ask("save", format="sgf", **fields)
        again = read(base64.b64decode(file["data"]), Rule.CARO)
        assert paths(again) == paths(read(save("sgf", *LINE), Rule.CARO))
