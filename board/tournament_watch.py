"""The watch of a running tournament: its folder is read once for all pages that look at it."""

import asyncio
import dataclasses
import logging
import time
from collections.abc import AsyncGenerator, Sequence
from typing import Any, NamedTuple

from board.board_error import BoardError
from board.game_browser import TournamentGames
from board.game_tree import tree_of
from board.search_lane import Reply, error_reply
from tournaments.engine.evaluations import evaluation
from tournaments.model import GameRecord, TimedMove
from tournaments.play.live_games import LiveGame

INTERVAL = 0.5
"""Seconds between two looks at the folder."""

SHARE = 5.0
"""The pause is at least this many times as long as the look before it, so that reading a large
tournament takes no time from its games."""

_log = logging.getLogger(__name__)


class LiveView:
    """A game under way as pages show it; `version` is that of the watch when it changed."""

    def __init__(self, game: LiveGame, version: int) -> None:
        self.game = game
        self.version = version
        self.fields = _live_fields(game)
        self._tree: dict[str, Any] | None = None

    @property
    def tree(self) -> dict[str, Any]:
        """The game as a tree, made when the first page asks for it."""
        if self._tree is None:
            self._tree = tree_of(self.game).as_fields()
        return self._tree


class TournamentWatch:
    """A tournament as it was at the last look, and the news since.

    It looks only while a page takes `news`. All calls are from one event loop.
    """

    def __init__(self, games: TournamentGames) -> None:
        self.games = games
        self._version = 0
        self._looked: asyncio.Event = asyncio.Event()
        self._takers = 0
        self._looking: asyncio.Task[None] | None = None
        self._live: dict[int, LiveView] = {}
        self._records: Sequence[GameRecord] | None = None
        self._standings: list[dict[str, Any]] = []
        self._standings_version = 0
        self._error: Reply | None = None

    async def news(self) -> AsyncGenerator[Reply, None]:
        """Yield the state of the tournament, then the changes; a slow taker gets several at once.

        `live` are the numbers of the games under way, and `games` those of them that have changed;
        `now` is the time of the clocks. `standings`, with the numbers of games, is missing if it
        has not changed. `error` is why something cannot be read.
        """
        self._takers += 1
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_on())
        seen = 0
        try:
            while True:
                while seen == self._version:
                    await self._looked.wait()
                news, seen = self._since(seen), self._version
                yield news
        finally:
            self._takers -= 1
            if not self._takers:
                self._stop_looking()

    async def follow(self, number: int, known: int) -> Reply:
        """Return the moves of a game after the first `known` ones, as JSON for the page.

        `state` is "live", "over" or, between the two, "away"; a game that is over comes whole.
        """
        view = self._live.get(number)
        if view is not None:
            nodes = view.tree["nodes"]
            tree = {**view.tree, "nodes": nodes[known:]}
            return {"state": "live", "plies": len(nodes), "tree": tree}
        index = await asyncio.to_thread(self.games.index_of, number)
        if index is None:
            return {"state": "away"}
        return {"state": "over", "tree": await asyncio.to_thread(self.games.tree, index)}

    def _stop_looking(self) -> None:
        """Forget what was seen: the next page begins with a look of its own."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = self._records = self._error = None
        self._live = {}
        self._version = self._standings_version = 0

    async def _look_on(self) -> None:
        while True:
            found = await asyncio.to_thread(self._look)
            self._take(found)
            await asyncio.sleep(max(INTERVAL, SHARE * found.seconds))

    def _look(self) -> "_Found":
        """Read the folder, in a thread, whose processor time is measured."""
        began = time.thread_time()
        live: list[LiveGame] = []
        records, standings, error = self._records, self._standings, None
        try:
            live, damaged = self.games.live()
            error = _damage(damaged[0].name) if damaged else None
            records = self.games.records()
            if records is not self._records:
                standings = self.games.standings()
        except BoardError as failure:
            error = error_reply(failure)
        except Exception as failure:  # a bug of ours: the pages show it, and the watch goes on
            _log.exception("the tournament could not be read")
            error = error_reply(BoardError(f"Fukumi failed: {type(failure).__name__}: {failure}"))
        return _Found(live, records, standings, error, time.thread_time() - began)

    def _take(self, found: "_Found") -> None:
        """Compare what was found with the last look, and wake the takers if anything is new."""
        version = self._version + 1
        before = {number: view.game for number, view in self._live.items()}
        now = {game.number: game for game in found.live}
        is_same = found.records is self._records and (before, self._error) == (now, found.error)
        if is_same and self._version:
            return
        self._live = {
            number: self._live[number] if before.get(number) == game else LiveView(game, version)
            for number, game in now.items()
        }
        if found.records is not self._records:
            self._records, self._standings = found.records, found.standings
            self._standings_version = version
        self._error = found.error
        self._version = version
        looked, self._looked = self._looked, asyncio.Event()
        looked.set()

    def _since(self, seen: int) -> Reply:
        views = self._live.values()
        news: Reply = {
            "now": time.time(),
            "live": list(self._live),
            "games": [view.fields for view in views if view.version > seen],
            "error": self._error,
        }
        if self._standings_version > seen:
            news |= {
                "ended": len(self._records or ()),
                "scheduled": self.games.scheduled,
                "standings": self._standings,
            }
        return news


class _Found(NamedTuple):
    """The findings of one look, and the processor time that it took."""

    live: list[LiveGame]
    records: Sequence[GameRecord] | None
    standings: list[dict[str, Any]]
    error: Reply | None
    seconds: float


def _damage(name: str) -> Reply:
    text = f"the file {name} of a game under way is damaged: the other games are shown"
    return error_reply(BoardError(text, "live-damaged", file=name))


def _live_fields(game: LiveGame) -> dict[str, Any]:
    """Return a game under way as JSON for the page."""
    return {
        "number": game.number,
        "black": game.black,
        "white": game.white,
        "size": game.size,
        "moves": [_move_fields(move) for move in game.moves],
        "clocks": {
            "black": dataclasses.asdict(game.black_clock),
            "white": dataclasses.asdict(game.white_clock),
        },
    }


def _move_fields(move: TimedMove) -> tuple[int, int, int, float | None]:
    """Return column, row, milliseconds, and the chances that the engine gave itself."""
    found = evaluation(move.messages)
    chances = round((found.value + 1) / 2, 3) if found else None
    return move.x, move.y, move.ms, chances
