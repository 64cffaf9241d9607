"""Client side of a page's websocket, without a browser."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from board.game_browser import TournamentGames
from board.players import available_players, first_chosen
from board.server import application
from tests.patience import PATIENCE

ENGINES = Path(__file__).parents[1] / "engines"


def engine(name: str, *arguments: str, tolerance: float = PATIENCE) -> str:
    """Return one of the misbehaving engines as a value of `--engine`; tolerance in seconds."""
    command = " ".join((sys.executable, str(ENGINES / f"{name}.py"), *arguments))
    return f'cmd="{command}" name={name} tolerance={tolerance:g}'


def position(moves: list[list[int]], rule: str = "freestyle", size: int = 15) -> dict[str, Any]:
    return {"size": size, "rule": rule, "moves": moves}


SOCKET = "ws://localhost/session"
EMPTY = position([])
THREE = position([[7, 7], [0, 0], [8, 7], [0, 2], [9, 7], [0, 4]])
"""Black to move, with an open three: a win by fours."""


class Page:
    """A page that sends requests and reads replies."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.hello = self.read()

    def read(self) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(self.socket.receive_text())
        return reply

    def say(self, kind: str, id: int = 1, **fields: Any) -> None:
        self.socket.send_text(json.dumps({"type": kind, "id": id, **fields}))

    def ask(self, kind: str, id: int = 1, **fields: Any) -> dict[str, Any]:
        """Send a request and return the first reply to it."""
        self.say(kind, id, **fields)
        while (reply := self.read())["id"] != id:
            pass
        return reply


@contextmanager
def server(*engines: str, games: TournamentGames | None = None) -> Iterator[TestClient]:
    app = application(available_players(engines), games, second=first_chosen(engines))
    with TestClient(app, base_url="http://localhost") as client:
        yield client


@contextmanager
def page(client: TestClient) -> Iterator[Page]:
    with client.websocket_connect(SOCKET) as socket:
        yield Page(socket)
