"""What the board tells people who asked for something that cannot be done."""

from core.system.errors import UserError


class BoardError(UserError):
    """The text is one line that says what was wrong and, where it can, what to do."""
