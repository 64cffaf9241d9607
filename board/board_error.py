"""The error of requests that the board cannot fulfil."""

from core.system.errors import UserError


class BoardError(UserError):
    """A request that cannot be fulfilled. The text is one line: what is wrong and how to fix it.

    `key` names the text `error.KEY` of the page's languages, whose placeholders are `values`; an
    error without a key is shown in English.
    """

    def __init__(self, text: str, key: str = "", **values: str | int) -> None:
        super().__init__(text)
        self.key = key
        self.values = values
