"""The session of a page that may only look at a tournament."""

import json
import re

from board.messages import MessageError, OfTournament, parse
from board.search_lane import Reply, Send, caught, error_reply
from board.tournament_requests import TournamentRequests
from board.tournament_watch import TournamentWatch

LONGEST_REQUEST = 4096
"""Limit of a viewer's message in bytes; the longest one holds a name to find."""

MOST_VIEWERS = 500
"""Limit of open pages; each takes one of the usual 1,024 files of a process."""

_CHARACTER = r"(?:[^\s\"'`/\\:;,<>|]|\\u[0-9a-f]{4})"
_FOLDERS = re.compile(
    r"(?:(?<![\w.~:/\\])|(?<=\\[nrt])|(?<=\\u[0-9a-f]{4}))"
    rf"(?:~?/|[A-Za-z]:\\\\)(?:{_CHARACTER}+(?:/|\\\\))+"
)
"""The folders of an absolute path, as JSON has them; its last part stays."""


class ViewerSession:
    """The session of one page: `handle` its messages one after the other, then `close` it.

    It has no engine, opens no file, and refuses every request but those of `messages.OF_VIEWERS`.
    """

    def __init__(self, send: Send, watch: TournamentWatch) -> None:
        self._send = send
        self._requests = TournamentRequests(send, watch)

    async def handle(self, text: str) -> None:
        """Handle one message; an invalid one gets an error reply."""
        try:
            message = parse(text, is_viewer=True)
        except MessageError as error:
            await self._send({**error_reply(error), "id": error.id})
            return
        assert isinstance(message, OfTournament)
        reply = await caught(self._requests.answer(message))
        await self._send({**reply, "id": message.id})

    async def close(self) -> None:
        """End the watch of the tournament."""
        await self._requests.close()


def written_for_viewers(reply: Reply) -> str:
    """Return a reply as JSON without the folders of this machine, which errors and the words of
    engines may name."""
    return _FOLDERS.sub("", json.dumps(reply))
