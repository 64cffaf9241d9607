"""What goes wrong when a package is made."""


class PackagingError(Exception):
    """The package cannot be made. The text is one line that says what and how to mend it."""
