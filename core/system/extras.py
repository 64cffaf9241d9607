"""Imports of packages that only an extra of this project installs."""

import importlib
from typing import Any

from core.system.errors import UserError

_OURS = ("board", "core", "fukumi", "pbrain", "tournaments", "training")


def import_extra(module: str, extra: str) -> Any:
    """Import and return a module that needs an extra, such as `train`.

    Raises:
        UserError: a package is not installed; the message names the extra.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = error.name or module
        if missing.split(".")[0] in _OURS:
            raise
        raise UserError(f"{missing} is not installed: pip install 'fukumi[{extra}]'") from error
