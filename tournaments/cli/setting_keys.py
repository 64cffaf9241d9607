"""Settings as `key=value` text and their keys, of `--engine`, `--openings` and files."""

import os
import shlex
from collections.abc import Mapping

from core.system.text import quoted
from tournaments.model import TournamentError

ENGINE_KEYS = (
    *("cmd", "conf", "depth", "dir", "list", "maxmemory", "name", "nodes", "restart", "tc"),
    "tolerance",
)
OPTION = "option."
"""Prefix of the keys that are sent to the engine as INFO."""


def split(text: str) -> list[str]:
    """Split a line into words, respecting quotes; on Windows a backslash is kept."""
    try:
        if os.name != "nt":
            return shlex.split(text)
        return [word.replace('"', "") for word in shlex.split(text, posix=False)]
    except ValueError as error:
        raise TournamentError(f"{text!r}: {error}") from error


def to_text(pairs: Mapping[str, str]) -> str:
    """Return a mapping as text that `split` takes apart again."""
    return " ".join(quoted(f"{key}={value}") for key, value in pairs.items())
