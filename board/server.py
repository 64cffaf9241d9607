"""The web server of the board: the page's files, and a websocket for each page."""

import asyncio
import json
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from board.access import LOCAL_NAMES, TokenGate, is_own_page
from board.choko_session import answer
from board.game_browser import TournamentGames
from board.loop_errors import lifespan
from board.messages import LONGEST_MESSAGE
from board.page_version import PageVersion
from board.players import FUKUMI
from board.puzzles import grades
from board.resources import most_resources, offer
from board.search_lane import Reply, Send
from board.session import PageSession
from board.tournament_watch import TournamentWatch
from board.viewer_session import (
    LONGEST_REQUEST,
    MOST_VIEWERS,
    ViewerSession,
    written_for_viewers,
)
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.search.play_levels import LEVELS
from tournaments.model import EngineSpec

PAGE = Path(__file__).parent / "page"

MOST_PAGES = 12
"""Limit of open pages: each may fill a search tree of 90 MiB, or of the memory it asked for."""

LIMITS: dict[str, Any] = {
    "ws_max_size": 4 * LONGEST_MESSAGE,
    "ws_max_queue": 1,
    "timeout_graceful_shutdown": 3,
}
"""Limits for uvicorn. Messages larger than a session accepts still reach it, so that the page gets
an error; one message of a page waits while another is answered."""

LIMITS_OF_VIEWERS: dict[str, Any] = {**LIMITS, "ws_max_size": LONGEST_REQUEST}
"""Limits for uvicorn of a server whose pages may only look: there may be many."""

REFUSED, TRY_LATER = 4403, 1013
"""Close codes of a websocket: for a page of another site, and for one page too many."""

_log = logging.getLogger(__name__)


class Session(Protocol):
    """The session of one page."""

    async def handle(self, text: str) -> None: ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Service:
    """The service of a server to its pages.

    Attributes:
        most: limit of open pages.
        greeting: the first message to each.
        session: begins the session of one.
        written: writes a reply as JSON.
        has_choko: the pages may play Choko.
    """

    most: int
    greeting: Reply
    session: Callable[[Send], Session]
    written: Callable[[Reply], str] = json.dumps
    has_choko: bool = True


def application(
    players: dict[str, EngineSpec],
    games: TournamentGames | None = None,
    names: tuple[str, ...] = LOCAL_NAMES,
    token: str | None = None,
    second: str | None = None,
) -> Starlette:
    """Return the server as an ASGI application.

    Args:
        players: the engines that may be asked for moves, by name.
        games: a tournament to look at.
        names: the accepted host names; any other is refused, so that no site can point its own
            name at this machine and talk to the server.
        token: the first part of every path, for a server that others can reach.
        second: the engine that pages ask for a second opinion, unless they choose another.
    """
    watch = TournamentWatch(games) if games else None
    most = most_resources(is_public=token is not None)
    greeting: Reply = {
        "players": list(players),
        "fukumi": FUKUMI,
        "second": second,
        "resources": offer(most),
        "puzzles": grades(),
        "levels": [level.name for level in LEVELS],
        "rules": [rule.label for rule in Rule],
        "sizes": [MIN_SIZE, MAX_SIZE],
        "games": games is not None,
        "readOnly": False,
    }
    return _served(
        Service(MOST_PAGES, greeting, lambda send: PageSession(send, players, watch, most)),
        names,
        token,
    )


def viewers_application(games: TournamentGames, names: tuple[str, ...] = LOCAL_NAMES) -> Starlette:
    """Return the server of a tournament for viewers, who may only look at it.

    Args:
        games: the tournament.
        names: the accepted host names, as for `application`.
    """
    watch = TournamentWatch(games)
    return _served(
        Service(
            MOST_VIEWERS,
            {"games": True, "readOnly": True},
            lambda send: ViewerSession(send, watch),
            written_for_viewers,
            has_choko=False,
        ),
        names,
        None,
    )


def _served(service: Service, names: tuple[str, ...], token: str | None) -> Starlette:
    version = PageVersion(PAGE)
    pages = OpenPages(service, version.digest)
    app = Starlette(
        lifespan=lifespan,
        routes=[
            WebSocketRoute("/session", pages.serve),
            WebSocketRoute("/choko-session", pages.serve_choko),
            Route("/version.js", version.script),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=list(names), www_redirect=False),
            Middleware(TokenGate, token=token),
        ],
    )
    app.state.pages = pages
    return app


class OpenPages:
    """The open pages.

    Args:
        service: the service to each.
        version: of the page's files.
    """

    def __init__(self, service: Service, version: str) -> None:
        self._service = service
        self._greeting: Reply = {"type": "hello", "version": version, **service.greeting}
        self._pages = 0
        self._left = math.inf  # when the last page was closed

    def closed_for(self) -> float:
        """Return the seconds since the last page was closed; 0 if one is open or none ever was."""
        return 0.0 if self._pages else max(0.0, time.monotonic() - self._left)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page of Gomoku until it closes."""
        await self._admit(socket, self._talk)

    async def serve_choko(self, socket: WebSocket) -> None:
        """Serve one page of Choko until it closes."""
        if self._service.has_choko:
            await self._admit(socket, _talk_choko)
        else:
            await socket.accept()
            await socket.close(REFUSED, "this board is read-only: it shows a tournament")

    async def _admit(self, socket: WebSocket, talk: Callable[[WebSocket], Awaitable[None]]) -> None:
        await socket.accept()
        if not is_own_page(socket):
            await socket.close(REFUSED, "only the board's own page may connect")
            return
        most = self._service.most
        if self._pages >= most:
            await socket.close(TRY_LATER, f"{most} pages are open: close one of them")
            return
        self._pages += 1
        try:
            await talk(socket)
        finally:
            self._pages -= 1
            self._left = time.monotonic()

    async def _talk(self, socket: WebSocket) -> None:
        lock = asyncio.Lock()

        async def send(reply: Reply) -> None:
            text = self._service.written(reply)
            async with lock:
                await socket.send_text(text)

        session = self._service.session(send)
        try:
            await send(self._greeting)
            while True:
                await session.handle(_text_of(await socket.receive()))
        except (WebSocketDisconnect, RuntimeError) as error:
            _log.debug("a page left: %s", error)
        finally:
            await session.close()


async def _talk_choko(socket: WebSocket) -> None:
    try:
        while True:
            await socket.send_text(json.dumps(await answer(_text_of(await socket.receive()))))
    except (WebSocketDisconnect, RuntimeError) as error:
        _log.debug("a page left: %s", error)


def _text_of(event: Mapping[str, Any]) -> str:
    """Return the text of a message; a binary message becomes a text that no session accepts."""
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text: str | None = event.get("text")
    return text if text is not None else "a message in bytes"
