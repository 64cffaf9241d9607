"""The session of one page: its requests, their replies, and at most one search at a time."""

import asyncio
import base64
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

from board import game_files, puzzles, swap2_engine
from board.analysis import PageEngine, as_fields
from board.board_error import BoardError
from board.game_browser import TournamentGames
from board.game_files import tree_after
from board.messages import (
    Analyse,
    AskDefence,
    AskMove,
    AskSwap2,
    GetFacts,
    GetGame,
    GetPuzzle,
    ListGames,
    Message,
    MessageError,
    OpenFile,
    ReviewGame,
    SaveFile,
    Search,
    Stop,
    parse,
)
from board.players import FUKUMI, EnginePlayer
from board.position_facts import facts
from tournaments.model import EngineSpec

Reply = dict[str, Any]
Send = Callable[[Reply], Awaitable[None]]

MOST_ENGINES = 2
"""Protocol engines that run for one page: enough for a game between two."""

LONGEST_ERROR = 500
"""Limit in characters of an error reply: some errors quote a file."""

_CANCEL_INTERVAL = 0.1
_END: Reply = {}

_log = logging.getLogger(__name__)


class PageSession:
    """The session of one page: `handle` its messages one after the other, then `close` it.

    Searches run in the session's own thread, so that pages do not wait for each other.

    Args:
        send: sends a reply; called from several tasks.
        players: the engines that may be asked for moves, by name.
        games: a tournament to browse, if there is one.
    """

    def __init__(
        self, send: Send, players: dict[str, EngineSpec], games: TournamentGames | None
    ) -> None:
        self._send = send
        self._players = players
        self._games = games
        self._fukumi = PageEngine()
        self._engines: dict[str, EnginePlayer] = {}
        self._thread = ThreadPoolExecutor(1, "page")
        self._stop = threading.Event()
        self._search: asyncio.Task[None] | None = None
        self._moving: EnginePlayer | None = None

    async def handle(self, text: str) -> None:
        """Handle one message; an invalid one gets an error reply."""
        try:
            message = parse(text)
        except MessageError as error:
            await self._send({**_error(error), "id": error.id})
            return
        if isinstance(message, Stop | Search):
            await self._end_search()
        if isinstance(message, Search):
            self._stop = threading.Event()
            self._search = asyncio.create_task(self._run(message, self._stop))
        else:
            reply = await self._caught(self._answer(message))
            await self._send({**reply, "id": message.id})

    async def close(self) -> None:
        """End the search and the engines.

        The task that awaits this may be cancelled; the session's thread is not.
        """
        self._stop.set()
        self._thread.submit(self._end_engines)
        self._thread.shutdown(wait=False)
        await self._end_search()

    def _end_engines(self) -> None:
        for player in self._engines.values():
            player.cancel()

    async def _caught(self, answer: Awaitable[Reply]) -> Reply:
        """Return the answer, or an error reply if it raised."""
        try:
            return await answer
        except BoardError as error:
            return _error(error)
        except Exception as error:  # a bug of ours: the page shows it and continues
            _log.exception("a request failed")
            return _error(BoardError(f"Fukumi failed: {type(error).__name__}: {error}"))

    # ---- immediate answers ------------------------------------------------------------------

    async def _answer(self, message: Message) -> Reply:
        match message:
            case GetFacts(board=board):
                return {"type": "facts", **facts(board)}
            case OpenFile(data=data, index=None) if heads := await asyncio.to_thread(
                game_files.heads, data
            ):
                return {"type": "several", "games": [asdict(head) for head in heads]}
            case OpenFile(data=data, rule=rule, index=index):
                tree = await asyncio.to_thread(game_files.read, data, rule, index or 0)
                return {"type": "tree", **tree.as_fields()}
            case GetPuzzle(rule=rule, grade=grade, index=index):
                boards = await asyncio.to_thread(puzzles.puzzles, rule, grade)
                number = index % len(boards)
                fields = tree_after(boards[number]).as_fields()
                return {"type": "puzzle", "number": number, "total": len(boards), "tree": fields}
            case SaveFile():
                data = await asyncio.to_thread(game_files.write, message)
                return {"type": "file", "data": base64.b64encode(data).decode()}
            case ListGames(find=find, offset=offset):
                return {"type": "games", **await asyncio.to_thread(self._store.rows, find, offset)}
            case GetGame(index=index):
                tree = await asyncio.to_thread(self._store.tree, index)
                return {"type": "tree", **tree.as_fields()}
            case _:
                return {"type": "stopped"}

    @property
    def _store(self) -> TournamentGames:
        if self._games is None:
            raise BoardError("no tournament was opened: start with fukumi play --tournament DIR")
        return self._games

    # ---- searches ---------------------------------------------------------------------------

    async def _run(self, message: Search, stop: threading.Event) -> None:
        """Send the reports of a search, each made in the session's own thread."""
        loop = asyncio.get_running_loop()
        steps = self._steps(message, stop)
        while not stop.is_set():
            reply = await self._caught(loop.run_in_executor(self._thread, next, steps, _END))
            if reply is _END or stop.is_set():
                return
            await self._send({**reply, "id": message.id})

    def _steps(self, message: Search, stop: threading.Event) -> Iterator[Reply]:
        if message.board.over and not isinstance(message, ReviewGame):
            raise BoardError("the game is over", "game-over")
        match message:
            case ReviewGame(board=board, visits=visits):
                yield from self._fukumi.review(board, visits, stop)
            case Analyse(board=board, visits=visits):
                yield from self._fukumi.analyse(board, visits, stop)
            case AskDefence(board=board):
                move, won = self._fukumi.defend(board, stop)
                yield {"type": "defence", "move": move, "won": won}
            case AskMove():
                yield self._move(message, stop)
            case AskSwap2(board=board, player=player, seconds=seconds):
                stones = swap2_engine.ask(self._player(player), board, seconds, stop)
                yield {"type": "swap2", "stones": stones}

    def _move(self, message: AskMove, stop: threading.Event) -> Reply:
        if message.level is not None:
            if message.player != FUKUMI:
                raise BoardError(f"{message.player} has no levels: give seconds")
            move, seconds = self._fukumi.move_at_level(message.board, message.level, stop)
            # no report: it would show the person the moves of a stronger player
            return {"type": "move", "move": move, "ms": round(seconds * 1000)}
        if message.player == FUKUMI:
            report = self._fukumi.move(message.board, message.seconds, message.visits, stop)
            fields = as_fields(report, report.seconds)
            ms = round(report.seconds * 1000)
            return {"type": "move", "move": report.move, "ms": ms, "report": fields}
        if message.seconds is None:
            raise BoardError(f"{message.player} has a time limit only: give seconds, not visits")
        self._moving = self._engine(message.player)
        try:
            answer = self._moving.move(message.board, message.seconds)
        finally:
            self._moving = None
        return {"type": "move", "move": (answer.x, answer.y), "ms": answer.ms}

    def _engine(self, name: str) -> EnginePlayer:
        """Return the engine of this name, ending the least recently used one beyond the limit."""
        player = self._engines.pop(name, None) or EnginePlayer(self._player(name))
        while len(self._engines) >= MOST_ENGINES:
            self._engines.pop(next(iter(self._engines))).cancel()
        self._engines[name] = player
        return player

    def _player(self, name: str) -> EngineSpec:
        if name not in self._players:
            text = f"unknown player {name!r}: choose one of {', '.join(self._players)}"
            raise BoardError(text, "unknown-player", name=name)
        return self._players[name]

    async def _end_search(self) -> None:
        """End the current search, if there is one, and wait until it has ended."""
        task, self._search = self._search, None
        self._stop.set()
        while task is not None and not task.done():
            if self._moving is not None:
                await asyncio.to_thread(self._moving.cancel)
            await asyncio.wait({task}, timeout=_CANCEL_INTERVAL)
        if task is not None and not task.cancelled() and task.exception() is not None:
            _log.debug("a page closed during a search: %s", task.exception())


def _error(error: BoardError) -> Reply:
    reply: Reply = {"type": "error", "text": str(error)[:LONGEST_ERROR]}
    if error.key:
        values = error.values.items()
        short = {name: v if isinstance(v, int) else v[:LONGEST_ERROR] for name, v in values}
        reply |= {"key": error.key, "values": short}
    return reply
