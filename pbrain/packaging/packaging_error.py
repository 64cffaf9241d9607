"""What goes wrong when a package is made."""

from core.system.errors import UserError


class PackagingError(UserError):
    """The package cannot be made. The text is one line that says what and how to mend it."""
