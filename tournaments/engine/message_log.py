"""Messages of a thinking engine, bounded so that a talkative one cannot fill the disk."""

from collections import deque

MOST_CHARACTERS = 1200
"""Characters kept for one move: the last ones, since an engine's final evaluation comes last."""

LONGEST = 400
"""Characters kept of one line."""


class MessageLog:
    """The last lines printed during one move.

    Args:
        most: characters kept of all lines together.
    """

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._most = most
        self._lines: deque[str] = deque()
        self._characters = 0

    def add(self, text: str) -> None:
        """Append a line; drop the oldest lines beyond the limit."""
        self._lines.append(text[: min(LONGEST, self._most)])
        self._characters += len(self._lines[-1])
        while self._characters > self._most:
            self._characters -= len(self._lines.popleft())

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines kept, oldest first."""
        return tuple(self._lines)
