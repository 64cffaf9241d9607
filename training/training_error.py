"""The error of training, and the import of packages that only an extra installs."""

import importlib
from typing import Any

from core.system.errors import UserError


class TrainingError(UserError):
    """A training that cannot begin or go on."""


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
