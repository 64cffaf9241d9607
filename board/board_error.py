"""What the board tells people who asked for something that cannot be done."""


class BoardError(Exception):
    """The text is one line that says what was wrong and, where it can, what to do."""
