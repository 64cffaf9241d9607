"""A lane of searches: one at a time, each ending the one before, in a thread of their own."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from board.board_error import BoardError

Reply = dict[str, Any]
Send = Callable[[Reply], Awaitable[None]]
Steps = Callable[[threading.Event], Iterator[Reply]]

LONGEST_ERROR = 500
"""Limit in characters of an error reply: some errors quote a file."""

_CANCEL_INTERVAL = 0.1
_END: Reply = {}

_log = logging.getLogger(__name__)


class SearchLane:
    """Searches that run one after the other, in parallel with those of other lanes.

    Args:
        send: sends a reply; called from the task of the search.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._thread = ThreadPoolExecutor(1, "page")
        self._stop = threading.Event()
        self._search: asyncio.Task[None] | None = None
        self._cancel: Callable[[], None] | None = None

    async def start(self, id: int, steps: Steps) -> None:
        """Start a search, whose replies carry this id, after the current one has ended.

        Args:
            id: of the request.
            steps: yields the replies, each made in the lane's thread, until its event is set.
        """
        await self.end()
        self._stop = threading.Event()
        self._search = asyncio.create_task(self._run(id, steps(self._stop), self._stop))

    async def end(self) -> None:
        """End the current search, if there is one, and wait until it has ended."""
        task, self._search = self._search, None
        self._stop.set()
        while task is not None and not task.done():
            if self._cancel is not None:
                await asyncio.to_thread(self._cancel)
            await asyncio.wait({task}, timeout=_CANCEL_INTERVAL)
        if task is not None and not task.cancelled() and task.exception() is not None:
            _log.debug("a page closed during a search: %s", task.exception())

    def release(self, last: Callable[[], None]) -> None:
        """Let the thread end after the current search and a call of `last`; start no other."""
        self._stop.set()
        self._thread.submit(last)
        self._thread.shutdown(wait=False)

    @contextlib.contextmanager
    def cancelled_by(self, cancel: Callable[[], None]) -> Iterator[None]:
        """Have `end` call this function, in another thread, while the context lasts."""
        self._cancel = cancel
        try:
            yield
        finally:
            self._cancel = None

    async def _run(self, id: int, steps: Iterator[Reply], stop: threading.Event) -> None:
        """Send the replies of a search, each made in the lane's thread."""
        loop = asyncio.get_running_loop()
        while not stop.is_set():
            reply = await caught(loop.run_in_executor(self._thread, next, steps, _END))
            if reply is _END or stop.is_set():
                return
            await self._send({**reply, "id": id})


async def caught(answer: Awaitable[Reply]) -> Reply:
    """Return the answer, or an error reply if it raised."""
    try:
        return await answer
    except BoardError as error:
        return error_reply(error)
    except Exception as error:  # a bug of ours: the page shows it and continues
        _log.exception("a request failed")
        return error_reply(BoardError(f"Fukumi failed: {type(error).__name__}: {error}"))


def error_reply(error: BoardError) -> Reply:
    """Return the reply that shows an error on the page."""
    reply: Reply = {"type": "error", "text": str(error)[:LONGEST_ERROR]}
    if error.key:
        values = error.values.items()
        short = {name: v if isinstance(v, int) else v[:LONGEST_ERROR] for name, v in values}
        reply |= {"key": error.key, "values": short}
    return reply
