"""A board that is read-only: what it shows, and all that it refuses."""

import contextlib
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from board import server as board_server
from board.game_browser import TournamentGames
from board.messages import OF_VIEWERS, READERS
from board.server import LIMITS_OF_VIEWERS, viewers_application
from board.viewer_session import MOST_VIEWERS, written_for_viewers
from fukumi.command_line import main
from tests.board.live import RunningTournament, move
from tests.board.page_driver import served
from tests.board.talk import EMPTY, page
from tests.board.test_messages import INVALID_JSON
from tests.patience import PATIENCE

REQUESTS: dict[str, dict[str, Any]] = {
    "look": {"position": EMPTY},
    "analyse": {"position": EMPTY},
    "review": {"position": EMPTY},
    "move": {"position": EMPTY, "player": "Fukumi", "visits": 1},
    "ponder": {"position": EMPTY},
    "resources": {"threads": 1, "memory": 1 << 30},
    "defend": {"position": EMPTY},
    "puzzle": {"rule": "renju", "grade": "vct", "index": 0},
    "swap2": {"position": EMPTY, "player": "Fukumi", "seconds": 1},
    "stop": {},
    "opinion": {"position": EMPTY, "player": "heuristic", "seconds": 1},
    "stop-opinion": {},
    "open": {"data": "", "rule": "renju"},
    "save": {"format": "sgf", "size": 15, "rule": "renju", "nodes": []},
}
"""A request of each type that a board to play on fulfils, and a read-only one refuses."""


HANDSHAKE = (
    b"GET /session HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
FRAME = b"\x81\xa5" + bytes(4) + b'{"type": "game", "id": 1, "index": 0}'
"""A request as a client sends it: a masked frame, whose mask is 0."""


@pytest.fixture
def client(tournament: RunningTournament) -> Iterator[TestClient]:
    app = viewers_application(TournamentGames(tournament.folder))
    with TestClient(app, base_url="http://localhost") as one:
        yield one


def test_every_request_is_either_looking_or_refused() -> None:
    assert set(REQUESTS) | OF_VIEWERS == set(READERS)
    assert not set(REQUESTS) & OF_VIEWERS


@pytest.mark.parametrize("kind", sorted(REQUESTS))
def test_a_viewer_is_refused_and_stays(client: TestClient, kind: str) -> None:
    with page(client) as one:
        reply = one.ask(kind, **REQUESTS[kind])
        assert (reply["type"], reply["key"]) == ("error", "read-only")
        assert "read-only" in reply["text"]
        assert one.ask("games", 2, find="", offset=0)["total"] == 1


def test_a_message_type_that_nobody_allowed_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(READERS, "new", READERS["stop"])
    with page(client) as one:
        assert one.ask("new")["key"] == "read-only"


def test_a_viewer_looks_at_games_and_standings(
    client: TestClient, tournament: RunningTournament
) -> None:
    tournament.play(2, [move(7, 7, 0.2)])
    with page(client) as one:
        assert one.hello["readOnly"] is True
        assert set(one.hello) == {"type", "version", "games", "readOnly"}
        assert one.ask("game", index=0)["outcome"]["result"] == "black"
        one.say("watch", 5)
        while (news := one.read())["type"] != "news":
            pass
        assert news["live"] == [2]
        assert one.ask("follow", number=2, known=0)["tree"]["nodes"][0]["move"] == [7, 7]


def test_a_viewer_cannot_play_choko(client: TestClient) -> None:
    with client.websocket_connect("ws://localhost/choko-session") as socket:
        with pytest.raises(WebSocketDisconnect) as refused:
            socket.receive_text()
        assert "read-only" in refused.value.reason


def test_invalid_messages_of_a_viewer_get_errors(client: TestClient) -> None:
    with page(client) as one:
        for text in INVALID_JSON:
            one.socket.send_text(text)
            assert one.read()["type"] == "error"
        assert one.ask("games", 7, find="", offset=0)["id"] == 7


def test_more_viewers_than_players_may_come(client: TestClient) -> None:
    with contextlib.ExitStack() as stack:
        pages = [stack.enter_context(page(client)) for _ in range(board_server.MOST_PAGES + 3)]
        assert all(one.ask("games", find="", offset=0)["total"] == 1 for one in pages)


def test_a_viewer_that_reads_nothing_holds_up_nobody(tournament: RunningTournament) -> None:
    app = viewers_application(TournamentGames(tournament.folder))
    with served(app) as address:
        port = int(address.rstrip("/").rpartition(":")[2])
        with socket.create_connection(("localhost", port)) as deaf:
            deaf.sendall(HANDSHAKE)
            assert b" 101 " in deaf.recv(1 << 16)
            deaf.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while deaf.send(FRAME) == len(FRAME):  # until the server stops reading as well
                    pass
            with connect(f"ws://localhost:{port}/session") as other:
                other.recv(PATIENCE)
                other.send('{"type": "games", "id": 2, "find": "", "offset": 0}')
                assert json.loads(other.recv(PATIENCE))["total"] == 1


def test_viewers_take_little_memory() -> None:
    assert MOST_VIEWERS * LIMITS_OF_VIEWERS["ws_max_size"] <= 16 << 20


def test_errors_name_the_tournament_without_its_place(
    client: TestClient, tournament: RunningTournament
) -> None:
    tournament.folder.rename(tournament.folder.with_name("away"))
    with page(client) as one:
        text = json.dumps(one.ask("games", find="", offset=0))
    assert "robin" in text
    assert str(tournament.folder.parent) not in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no file /srv/games/robin/x.txt here", "no file x.txt here"),
        ("at '/srv/games'", "at 'games'"),
        ("one\n/srv/games/é/one", "one\none"),
        ("é\u00ab/srv/jürgen/one\u00bb", "é\u00abone\u00bb"),
        ("~/nets/mine.net", "mine.net"),
        (r"C:\Games\robin\x.txt", "x.txt"),
        ("W-D-L 3/4 and/or 1/2", "W-D-L 3/4 and/or 1/2"),
        ("http://example.org/a/b", "http://example.org/a/b"),
        ("value +0.5 / 12", "value +0.5 / 12"),
        ('"quoted" \\ / \ud800', '"quoted" \\ / \ud800'),
    ],
)
def test_words_of_engines_are_shown_without_folders(text: str, shown: str) -> None:
    assert json.loads(written_for_viewers({"said": text})) == {"said": shown}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "--tournament"),
        (["--engine", "heuristic"], "leave out --engine"),
        (["--terminal"], "leave out --engine, --terminal"),
        (["--game", "choko"], "leave out --engine, --terminal and --game"),
    ],
)
def test_what_does_not_go_with_read_only_is_refused(arguments: list[str], complaint: str) -> None:
    result = CliRunner().invoke(main, ["play", "--read-only", *arguments])
    assert result.exit_code == 2
    assert complaint in result.output
