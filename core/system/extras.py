"""Imports of packages that only an extra of this project installs, and how to install an extra."""

import importlib
import os
import re
import sys
from typing import Any

from core.system.errors import UserError

_OURS = ("board", "core", "fukumi", "pbrain", "tournaments", "training")

_REMARKS = {
    "train": " (without a GPU add --extra-index-url https://download.pytorch.org/whl/cpu, "
    "a tenth of the download)"
}


def import_extra(module: str, extra: str) -> Any:
    """Import and return a module that needs an extra, such as `train`.

    Raises:
        UserError: a package is not installed; the message has the command that installs the extra.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise missing_package(error, extra) from error


def missing_package(error: ModuleNotFoundError, extra: str) -> UserError:
    """Return the error to show for an import that failed in a command that needs an extra.

    Raises:
        ModuleNotFoundError: the missing module is one of ours, which no extra installs.
    """
    if not error.name or error.name.split(".")[0] in _OURS:
        raise error
    return UserError(f"{error.name} is not installed: {install_command(extra)}")


def install_command(extra: str) -> str:
    """Return a command that installs the packages of an extra into the running Python.

    It names the packages themselves: with them pip leaves Fukumi as it is installed, where
    `fukumi[extra]` needs a release on PyPI, and `.[extra]` a checkout.
    """
    packages = requirements(extra) or [f"fukumi[{extra}]"]
    words = [_program(), "-m", "pip", "install", *packages]
    return " ".join(map(_quoted, words)) + _REMARKS.get(extra, "")


def requirements(extra: str) -> list[str]:
    """Return the requirements of an extra, none if Fukumi is not installed but run in place."""
    from importlib import metadata  # takes a third of the start of a command that needs no extra

    try:
        stated = metadata.requires("fukumi") or []
    except metadata.PackageNotFoundError:
        return []
    condition = re.compile(rf"extra == ['\"]{re.escape(extra)}['\"]")
    return [line.partition(";")[0].strip() for line in stated if condition.search(line)]


def _program() -> str:
    """Return the running Python, relative to the current folder if it lies in it."""
    here = os.path.join(os.getcwd(), "")
    return sys.executable.removeprefix(here) or "python"


def _quoted(word: str) -> str:
    """Return a word for the shells of Linux, macOS and Windows."""
    return word if re.fullmatch(r"[\w./\\:+-]+", word) else f'"{word}"'
