"""Complaints of the server's event loop: one line where asyncio shows thousands of tracebacks."""

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
"""Seconds between two lines about the same."""

_log = logging.getLogger(__name__)


@asynccontextmanager
async def lifespan(_app: Starlette) -> AsyncIterator[None]:
    """Hear the complaints of the loop for as long as it serves."""
    asyncio.get_running_loop().set_exception_handler(Complaints().hear)
    yield


class Complaints:
    """An exception handler for event loops.

    Where no more files may be open, asyncio tries to accept as many connections as its backlog
    holds, complains of each, and tries all of them again a second later.
    """

    def __init__(self) -> None:
        self._told = -math.inf

    def hear(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Tell of too many connections, now and then; pass on what else there is."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in FULL:
            if time.monotonic() - self._told > INTERVAL:
                self._told = time.monotonic()
                _log.warning("too many connections are open: new ones wait until others have left")
        elif "._start_serving(" not in context["message"]:  # tried again, but nothing serves now
            loop.default_exception_handler(context)
