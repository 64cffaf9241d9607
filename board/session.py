"""The session of one page: its requests and their replies, a search and a second engine."""

import asyncio
import base64
import contextlib
import math
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, replace

from starlette.websockets import WebSocketDisconnect

from board import game_files, puzzles, swap2_engine
from board.analysis import PageEngine, as_fields
from board.board_error import BoardError
from board.engine_words import line_of_play
from board.game_tree import tree_after
from board.messages import (
    Analyse,
    AskDefence,
    AskMove,
    AskOpinion,
    AskSwap2,
    GetFacts,
    GetPuzzle,
    Message,
    MessageError,
    OfTournament,
    OpenFile,
    Ponder,
    ReviewGame,
    SaveFile,
    Search,
    SetResources,
    StopOpinion,
    parse,
)
from board.players import FUKUMI, TOLERANCE, EnginePlayer, OutOfTime
from board.position_facts import facts
from board.resources import EngineResources, checked
from board.search_lane import Reply, SearchLane, Send, caught, error_reply
from board.tournament_requests import TournamentRequests
from board.tournament_watch import TournamentWatch
from core.search.time_management import Budget, Limits, budget
from tournaments.engine.evaluations import evaluation
from tournaments.model import EngineSpec

MOST_ENGINES = 2
"""Protocol engines that play for one page: enough for a game between two."""


class PageSession:
    """The session of one page: `handle` its messages one after the other, then `close` it.

    Searches run in the session's own threads, so that pages do not wait for each other, nor Fukumi
    for the second engine.

    Args:
        send: sends a reply; called from several tasks.
        players: the engines that may be asked for moves, by name.
        watch: a tournament to look at, if there is one.
        resources: the most that the page may ask for.
    """

    def __init__(
        self,
        send: Send,
        players: dict[str, EngineSpec],
        watch: TournamentWatch | None,
        resources: EngineResources,
    ) -> None:
        self._send = send
        self._resources = resources
        self._players = players
        self._tournament = TournamentRequests(send, watch)
        self._fukumi = PageEngine()
        self._engines: dict[str, EnginePlayer] = {}
        self._second: dict[str, EnginePlayer] = {}
        self._searches = SearchLane(send)
        self._opinions = SearchLane(send)
        self._opinion_order = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def handle(self, text: str) -> None:
        """Handle one message; an invalid one gets an error reply."""
        try:
            message = parse(text)
        except MessageError as error:
            await self._send({**error_reply(error), "id": error.id})
            return
        if isinstance(message, Search):
            await self._searches.start(message.id, lambda stop: self._steps(message, stop))
        elif isinstance(message, AskOpinion | StopOpinion):
            task = asyncio.create_task(self._handle_opinion(message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            reply = await caught(self._answer(message))
            await self._send({**reply, "id": message.id})

    async def _handle_opinion(self, message: AskOpinion | StopOpinion) -> None:
        """Start or end an opinion; the end of an engine takes time, in which nothing else waits."""
        async with self._opinion_order:
            if isinstance(message, AskOpinion):
                await self._opinions.start(message.id, lambda _: self._opinion(message))
                return
            await self._opinions.end()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page has left
            await self._send({"type": "stopped", "id": message.id})

    async def close(self) -> None:
        """End the searches and the engines.

        The task that awaits this may be cancelled; the session's threads are not.
        """
        self._searches.release(lambda: _end_all(self._engines))
        self._opinions.release(lambda: _end_all(self._second))
        for task in self._tasks:
            task.cancel()
        await self._tournament.close()
        await self._searches.end()
        await self._opinions.end()

    # ---- immediate answers ------------------------------------------------------------------

    async def _answer(self, message: Message) -> Reply:
        if isinstance(message, OfTournament):
            return await self._tournament.answer(message)
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
            case SaveFile(tree=tree, format=format):
                data = await asyncio.to_thread(game_files.write, tree, format)
                return {"type": "file", "data": base64.b64encode(data).decode()}
            case SetResources(resources=resources):
                self._fukumi.resources = checked(resources, self._resources)
                return {"type": "resources"}
            case _:
                await self._searches.end()
                return {"type": "stopped"}

    # ---- searches ---------------------------------------------------------------------------

    def _steps(self, message: Search, stop: threading.Event) -> Iterator[Reply]:
        if not isinstance(message, ReviewGame) and message.board.over:
            raise BoardError("the game is over", "game-over")
        match message:
            case ReviewGame(game=game, opening=opening):
                yield from self._fukumi.review(game, opening, stop)
            case Analyse(board=board):
                yield from self._fukumi.analyse(board, stop)
            case AskDefence(board=board):
                move, won = self._fukumi.defend(board, stop)
                yield {"type": "defence", "move": move, "won": won}
            case AskMove():
                yield self._move(message, stop)
            case Ponder(board=board):
                self._fukumi.ponder(board, stop)
            case AskSwap2(board=board, player=player, seconds=seconds):
                stones = swap2_engine.ask(
                    self._player(player), board, seconds, self._searches.cancelled_by
                )
                yield {"type": "swap2", "stones": stones}

    def _move(self, message: AskMove, stop: threading.Event) -> Reply:
        if message.level is not None:
            if message.player != FUKUMI:
                raise BoardError(f"{message.player} has no levels: give seconds")
            move, seconds = self._fukumi.move_at_level(message.board, message.level, stop)
            # no report: it would show the person the moves of a stronger player
            return {"type": "move", "move": move, "ms": round(seconds * 1000)}
        try:
            if message.player == FUKUMI:
                return self._fukumi_move(message, stop)
            return self._engine_move(message)
        except OutOfTime:
            if message.clock is None:
                raise
            return {"type": "flag"}

    def _fukumi_move(self, message: AskMove, stop: threading.Event) -> Reply:
        clock = message.clock
        report = self._fukumi.move(message.board, _budget(message), stop, message.reuse)
        if clock is not None and report.seconds > min(clock.turn, clock.left) + TOLERANCE:
            raise OutOfTime(f"{FUKUMI} moved after {report.seconds:.1f} s")
        fields = as_fields(report.value, report.proof, report.candidates, report.seconds)
        ms = round(report.seconds * 1000)
        return {"type": "move", "move": report.move, "ms": ms, "report": fields}

    def _engine_move(self, message: AskMove) -> Reply:
        if message.seconds is None and message.clock is None:
            raise BoardError(f"{message.player} has a time limit only: give seconds, not visits")
        engine = self._engine(message.player)
        with self._searches.cancelled_by(engine.cancel):
            answer = engine.move(message.board, _clock(message))
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

    # ---- the second engine ------------------------------------------------------------------

    def _opinion(self, message: AskOpinion) -> Iterator[Reply]:
        """Yield the move of the second engine, with its evaluation and line if it tells them."""
        board = message.board
        if board.over:
            raise BoardError("the game is over", "game-over")
        engine = self._second_engine(message.player)
        with self._opinions.cancelled_by(engine.cancel):
            answer = engine.move(board, Limits(message.seconds))
        found = evaluation(answer.messages)
        yield {
            "type": "opinion",
            "move": (answer.x, answer.y),
            "ms": answer.ms,
            "value": found and round(found.value, 4),
            "words": found.words if found else "",
            "pv": line_of_play(answer.messages, (answer.x, answer.y), board),
        }

    def _second_engine(self, name: str) -> EnginePlayer:
        """Return the second engine; another one that was chosen before is ended."""
        if name not in self._second:
            player = EnginePlayer(self._player(name))
            _end_all(self._second)
            self._second = {name: player}
        return self._second[name]


def _clock(message: AskMove) -> Limits:
    """Return the time limits of a move: of its request and of the clock, where there are both."""
    turn = math.inf if message.seconds is None else message.seconds
    clock = message.clock or Limits(math.inf)
    return Limits(min(turn, clock.turn), clock.left)


def _budget(message: AskMove) -> Budget:
    """Return the budget of a move of Fukumi's."""
    if message.clock is None:
        return Budget.from_now(message.seconds, message.visits)
    board = message.board
    found = budget(_clock(message), time.monotonic(), board.ply, board.size**2)
    return replace(found, visits=message.visits)


def _end_all(engines: dict[str, EnginePlayer]) -> None:
    for engine in engines.values():
        engine.cancel()
