"""The error of packaging."""

from core.system.errors import UserError


class PackagingError(UserError):
    """A package cannot be made. The text is one line: what is wrong and how to fix it."""
