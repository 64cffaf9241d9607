"""The training's user errors, shown as one line, and imports of optional packages."""

import importlib
from typing import Any

from core.system.errors import UserError


class TrainingError(UserError):
    """An error of training that the user can fix; the text says how."""


def optional(module: str, extra: str) -> Any:
    """Import and return a module that needs an extra of this package.

    Raises:
        TrainingError: it is not installed; the message names the extra.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = error.name or module
        if missing.split(".")[0] in ("core", "fukumi", "training"):
            raise
        raise TrainingError(f"{missing} is not installed: pip install 'fukumi[{extra}]'") from error
