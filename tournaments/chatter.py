"""What an engine says while it thinks, bounded: one that talks a lot must not fill the disk."""

from collections import deque

MOST_CHARACTERS = 1200
"""Characters kept for one move; the last ones, where an engine has its final evaluation."""

LONGEST = 400
"""Characters kept of one line."""


class Chatter:
    """The last lines of one move."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._characters = 0

    def add(self, text: str) -> None:
        """Takes a line in, and forgets the first ones where they are too many."""
        self._lines.append(text[:LONGEST])
        self._characters += len(self._lines[-1])
        while self._characters > MOST_CHARACTERS:
            self._characters -= len(self._lines.popleft())

    @property
    def lines(self) -> tuple[str, ...]:
        """What is kept, in the order it was said."""
        return tuple(self._lines)
