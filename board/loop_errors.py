"""Errors of the server: one line each where asyncio and uvicorn print tracebacks."""

import asyncio
import errno
import logging
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette

FULL = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
INTERVAL = 10.0
"""Seconds between two lines about the same error."""

_log = logging.getLogger(__name__)


def log_bad_text_in_one_line(record: logging.LogRecord) -> bool:
    """Drop the traceback of a client's bad UTF-8; a filter for uvicorn's log."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


@asynccontextmanager
async def lifespan(_app: Starlette) -> AsyncIterator[None]:
    """Handle the errors of the event loop and of clients while it serves."""
    asyncio.get_running_loop().set_exception_handler(LoopErrors().handle)
    logging.getLogger("uvicorn.error").addFilter(log_bad_text_in_one_line)  # added once only
    yield


class LoopErrors:
    """An exception handler for event loops.

    When no more files may be opened, asyncio tries to accept as many connections as its backlog
    holds, reports an error for each, and repeats this every second.
    """

    def __init__(self) -> None:
        self._logged_at = -math.inf

    def handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log too many connections once per `INTERVAL`; pass on other errors."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in FULL:
            if time.monotonic() - self._logged_at > INTERVAL:
                self._logged_at = time.monotonic()
                _log.warning("too many connections are open: new ones wait until others close")
        elif "._start_serving(" not in context["message"]:  # a retry after the server has closed
            loop.default_exception_handler(context)
