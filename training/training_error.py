"""What the trainer says in one line before it ends, and how it asks for missing packages."""

import importlib
from typing import Any

import click


class TrainingError(click.ClickException):
    """Something the user can mend; the text says what. Shown as one line."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Writes the line to standard error."""
        click.echo(f"fukumi train: {self.message}", err=True, file=file)


def optional(module: str, extra: str) -> Any:
    """A module that only an extra of this package installs.

    Raises:
        TrainingError: it is not installed; says which extra does that.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = error.name or module
        if missing.split(".")[0] in ("core", "fukumi", "training"):
            raise
        raise TrainingError(
            f"{missing} is not installed; pip install 'fukumi[{extra}]' brings it"
        ) from error
