"""The server and its pages: answers, searches, hostile messages, several pages at once."""

import contextlib
import json
from typing import Any

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from board import server as board_server
from tests.board.talk import EMPTY, SOCKET, THREE, engine, page, position, server
from tests.board.test_messages import INVALID_JSON, JSON
from tests.patience import PATIENCE, wait_until


def test_the_page_and_all_its_parts_are_served() -> None:
    files = [path for path in board_server.PAGE.rglob("*") if path.is_file()]
    names = [path.relative_to(board_server.PAGE).as_posix() for path in files]
    with server() as client:
        assert "<title>Fukumi</title>" in client.get("/").text
        assert all(client.get(f"/{name}").status_code == 200 for name in names)


def test_nothing_else_is_served() -> None:
    with server() as client:
        assert client.get("/../server.py").status_code == 404
        assert client.get("/%2e%2e/server.py").status_code == 404


def test_a_page_is_greeted_with_the_players() -> None:
    with server(engine("simple")) as client, page(client) as one:
        assert one.hello["players"][0] == "Fukumi"
        assert {"heuristic", "simple"} <= set(one.hello["players"])
        assert one.hello["games"] is False
        assert one.hello["levels"][0] == "Beginner"


def test_the_server_knows_how_long_all_pages_are_closed() -> None:
    with server() as client:
        pages = client.app.state.pages  # type: ignore[attr-defined]
        assert pages.closed_for() == 0  # none was open
        with page(client):
            assert pages.closed_for() == 0
        wait_until(lambda: pages.closed_for() > 0)


def test_a_level_moves_for_fukumi_only() -> None:
    with server() as client, page(client) as one:
        reply = one.ask("move", position=EMPTY, player="Fukumi", level=0)
        assert (reply["type"], "report" in reply) == ("move", False)
        reply = one.ask("move", position=EMPTY, player="heuristic", level=0)
        assert "has no levels" in reply["text"]
        assert one.ask("move", position=EMPTY, player="Fukumi", level=99)["type"] == "error"


def test_facts_of_a_position() -> None:
    double_three = [[7, 6], [0, 0], [7, 8], [0, 2], [6, 7], [0, 4], [8, 7], [2, 0]]
    won = [[4, 4], [0, 0], [5, 4], [0, 1], [6, 4], [0, 2], [7, 4], [0, 3], [8, 4]]
    with server() as client, page(client) as one:
        facts = one.ask("look", position=position(double_three, "renju"))
        assert [7, 7, "double three"] in facts["forbidden"]
        facts = one.ask("look", position=position(won))
        assert (facts["winner"], facts["over"]) == ("black", True)
        assert facts["line"] == [[x, 4] for x in range(4, 9)]


def test_an_analysis_shows_policy_then_visits_then_the_proof() -> None:
    with server() as client, page(client) as one:
        first = one.ask("analyse", 4, position=THREE)
        assert first["type"] == "policy"
        assert len(first["vcf"]) >= 3
        assert sum(prior for _, _, prior in first["policy"]) == pytest.approx(1, abs=0.1)
        report = one.read()
        assert (report["type"], report["id"], report["done"]) == ("analysis", 4, True)
        assert report["proof"] > 0
        assert report["candidates"][0]["pv"]


def test_an_analysis_continues_until_it_is_stopped() -> None:
    with server() as client, page(client) as one:
        assert one.ask("analyse", 2, position=EMPTY)["type"] == "policy"
        reports = [one.read() for _ in range(5)]
        assert {(report["type"], report["done"]) for report in reports} == {("analysis", False)}
        visits = [report["visits"] for report in reports]
        assert visits == sorted(set(visits))
        assert one.ask("stop", 3)["type"] == "stopped"
        assert one.ask("look", 4, position=EMPTY)["id"] == 4


def test_fukumi_wins_a_won_position() -> None:
    with server() as client, page(client) as one:
        reply = one.ask("move", position=THREE, player="Fukumi", visits=1)
        assert reply["move"] in ([6, 7], [10, 7])
        assert reply["report"]["proof"] > 0


@pytest.mark.parametrize("player", ["heuristic", "simple"])
def test_an_engine_continues_from_any_position(player: str) -> None:
    with server(engine("simple")) as client, page(client) as one:
        moves: list[list[int]] = [[7, 7]]
        for mine in ([3, 3], [11, 4]):
            reply = one.ask("move", position=position(moves), player=player, seconds=0.5)
            moves += [reply["move"], mine]
        elsewhere = position([[1, 1]], "renju", 9)
        reply = one.ask("move", position=elsewhere, player=player, seconds=0.5)
        assert reply["move"] != [1, 1]
        assert max(reply["move"]) < 9


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("dies_at_start", "dies_at_start: "),
        ("plays_outside", "outside"),
        ("plays_taken", "taken"),
        ("late", "no move within"),
    ],
)
def test_a_broken_engine_is_an_error_and_the_page_continues(name: str, complaint: str) -> None:
    tolerance = 0.3 if name == "late" else PATIENCE
    with server(engine(name, tolerance=tolerance)) as client, page(client) as one:
        reply = one.ask("move", position=position([[7, 7]]), player=name, seconds=0.1)
        assert reply["type"] == "error"
        assert complaint in reply["text"]
        reply = one.ask("move", 2, position=EMPTY, player="Fukumi", visits=1)
        assert reply["type"] == "move"


def test_fukumi_plays_swap2() -> None:
    with server() as client, page(client) as one:
        three = one.ask("swap2", position=EMPTY, player="Fukumi", seconds=0.3)["stones"]
        assert len(three) == 3
        answer = one.ask("swap2", position=position(three), player="Fukumi", seconds=0.3)
        assert len(answer["stones"]) < 3


def test_a_bot_without_swap2_is_an_error() -> None:
    with server() as client, page(client) as one:
        reply = one.ask("swap2", position=EMPTY, player="random", seconds=0.3)
        assert "random: refused swap2: " in reply["text"]


@pytest.mark.parametrize("kind", ["move", "swap2"])
def test_an_engine_that_sends_a_huge_number_is_an_error_that_names_it(kind: str) -> None:
    name = {"move": "answers", "swap2": "swaps"}[kind]
    for answer in ("99999999999,5", "9" * 5000 + ",5"):
        with server(engine(name, answer)) as client, page(client) as one:
            reply = one.ask(kind, position=EMPTY, player=name, seconds=0.3)
            assert reply["type"] == "error"
            assert reply["text"].startswith(f"{name}: ")
            assert "outside" in reply["text"]


@pytest.mark.parametrize(
    ("kind", "fields", "complaint"),
    [
        ("move", {"position": EMPTY, "player": "Nobody", "seconds": 1}, "unknown player 'Nobody'"),
        ("move", {"position": EMPTY, "player": "random", "visits": 5}, "time limit only"),
        ("swap2", {"position": position([[1, 1]]), "player": "x", "seconds": 1}, "0, 3 or 5"),
        ("games", {"find": "", "offset": 0}, "no tournament"),
        ("open", {"data": "???", "rule": "caro"}, "base64"),
    ],
)
def test_an_impossible_request_is_explained(
    kind: str, fields: dict[str, Any], complaint: str
) -> None:
    with server() as client, page(client) as one:
        assert complaint in one.ask(kind, **fields)["text"]


def test_a_finished_game_has_no_next_move() -> None:
    won = [[4, 4], [0, 0], [5, 4], [0, 1], [6, 4], [0, 2], [7, 4], [0, 3], [8, 4]]
    with server() as client, page(client) as one:
        assert "over" in one.ask("move", position=position(won), player="Fukumi", visits=1)["text"]


def test_a_slow_search_of_one_page_does_not_delay_another() -> None:
    with server(engine("never_start")) as client, page(client) as slow, page(client) as other:
        slow.say("move", position=EMPTY, player="never_start", seconds=60)
        reply = other.ask("move", position=EMPTY, player="Fukumi", visits=20)
        assert reply["type"] == "move"
        slow.say("stop", 9)
        assert slow.read() == {"type": "stopped", "id": 9}  # nothing came before it


def test_a_closed_page_ends_its_engines() -> None:
    def running() -> int:
        count = 0
        for child in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):  # the process may be exiting
                count += "tournaments.bots.heuristic" in child.cmdline()
        return count

    with server() as client:
        with page(client) as one:
            one.ask("move", position=EMPTY, player="heuristic", seconds=0.5)
            assert running() == 1
        wait_until(lambda: running() == 0)


def test_one_page_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_server, "MOST_PAGES", 1)
    with server() as client:
        with page(client):
            with pytest.raises(WebSocketDisconnect) as refused, page(client):
                pass
            assert "close one" in refused.value.reason
        with page(client) as again:
            assert again.hello["type"] == "hello"


def test_other_sites_cannot_connect_to_the_board() -> None:
    with server() as client:
        hostile = {"origin": "http://evil.example"}
        with (
            client.websocket_connect(SOCKET, headers=hostile) as socket,
            pytest.raises(WebSocketDisconnect),
        ):
            socket.receive_text()
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_each_invalid_message_gets_an_error() -> None:
    with server() as client, page(client) as one:
        one.socket.send_bytes(b"\xff\x00")
        assert one.read()["type"] == "error"
        for text in INVALID_JSON:
            one.socket.send_text(text)
            assert one.read()["type"] == "error"
        assert one.ask("look", 7, position=EMPTY)["id"] == 7


def test_random_text_does_not_end_a_session() -> None:
    @settings(max_examples=60)
    @given(st.text() | JSON.map(json.dumps))
    def throw(text: str) -> None:
        one.socket.send_text(text)
        assert one.read()["type"] == "error"

    with server() as client, page(client) as one:
        throw()
        assert one.ask("look", 7, position=EMPTY)["type"] == "facts"


def test_a_bug_of_ours_is_an_error_reply_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("nobody knows")

    monkeypatch.setattr("board.session.facts", broken)
    with server() as client, page(client) as one:
        assert "nobody knows" in one.ask("look", position=EMPTY)["text"]
        assert one.ask("stop", 2)["type"] == "stopped"


def test_an_analysis_continues_on_a_machine_that_gives_it_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("board.analysis.SLICE", 0.0)
    with server() as client, page(client) as one:
        assert one.ask("analyse", 2, position=EMPTY)["type"] == "policy"
        assert [one.read()["visits"] for _ in range(3)] == [1, 2, 3]
