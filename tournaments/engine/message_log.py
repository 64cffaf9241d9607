"""What an engine says while it thinks, bounded: one that talks a lot must not fill the disk."""

from collections import deque

MOST_CHARACTERS = 1200
"""Characters kept for one move; the last ones, where an engine has its final evaluation."""

LONGEST = 400
"""Characters kept of one line."""


class MessageLog:
    """The last lines of one move.

    Args:
        most: characters kept of all of them together.
    """

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._most = most
        self._lines: deque[str] = deque()
        self._characters = 0

    def add(self, text: str) -> None:
        """Takes a line in, and forgets the first ones where they are too many."""
        self._lines.append(text[: min(LONGEST, self._most)])
        self._characters += len(self._lines[-1])
        while self._characters > self._most:
            self._characters -= len(self._lines.popleft())

    @property
    def lines(self) -> tuple[str, ...]:
        """What is kept, in the order it was said."""
        return tuple(self._lines)
