"""The error of requests that the board cannot fulfil."""

from core.system.errors import UserError


class BoardError(UserError):
    """A request that cannot be fulfilled. The text is one line: what is wrong and how to fix it."""
