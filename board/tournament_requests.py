"""The requests of one page about the tournament, and the news that it gets."""

import asyncio
import contextlib

from starlette.websockets import WebSocketDisconnect

from board.board_error import BoardError
from board.messages import (
    FollowGame,
    GetGame,
    ListGames,
    OfTournament,
    StopWatching,
    WatchTournament,
)
from board.search_lane import Reply, Send
from board.tournament_watch import TournamentWatch


class TournamentRequests:
    """The requests of one page: `answer` them one after the other, then `close`.

    Args:
        send: sends a reply; called from several tasks.
        watch: the tournament, None if none was opened.
    """

    def __init__(self, send: Send, watch: TournamentWatch | None) -> None:
        self._send = send
        self._watch = watch
        self._taking: asyncio.Task[None] | None = None

    async def answer(self, message: OfTournament) -> Reply:
        """Return the reply to a request.

        Raises:
            BoardError: it cannot be fulfilled.
        """
        watch = self._watch
        if watch is None:
            raise BoardError("no tournament was opened: start with fukumi play --tournament DIR")
        match message:
            case ListGames(find=find, offset=offset):
                return {"type": "games", **await asyncio.to_thread(watch.games.rows, find, offset)}
            case GetGame(index=index):
                return {"type": "tree", **await asyncio.to_thread(watch.games.tree, index)}
            case FollowGame(number=number, known=known):
                return {"type": "followed", **await watch.follow(number, known)}
            case WatchTournament():
                await self.close()
                self._taking = asyncio.create_task(self._take_news(watch, message.id))
                return {"type": "watching"}
            case StopWatching():
                await self.close()
                return {"type": "stopped"}

    async def close(self) -> None:
        """End the watch."""
        task, self._taking = self._taking, None
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    async def _take_news(self, watch: TournamentWatch, id: int) -> None:
        news = watch.news()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page has left
            async with contextlib.aclosing(news):
                async for reply in news:
                    await self._send({"type": "news", "id": id, **reply})
