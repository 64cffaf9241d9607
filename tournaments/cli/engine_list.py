"""Engines as tables in TOML, in engine lists and plan files."""

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from core.system.files import read_text
from core.system.text import did_you_mean, quoted
from tournaments.bots import ALL_NAMES
from tournaments.cli.setting_keys import ENGINE_KEYS, OPTION, split, to_text
from tournaments.model import TournamentError

ENGINE_LIST = "engines.toml"
"""Name of the list that `conf=` reads unless `list=` names another."""

OWN_ENGINE = ("fukumi", "pbrain")
"""Names for our own brain, run as the protocol engine it is."""

NET_OPTIONS = {"net", "weights"}
"""Options of bundled bots that name a file."""

Place = Callable[[str], str]
"""A function that makes a path, relative to one folder, fit another."""


def load_engine_list(path: Path) -> dict[str, str]:
    """Return the engines of a list, by name, in the notation of `--engine`.

    Raises:
        TournamentError: the file cannot be read, or an engine has an unknown key, no name, or
            the name of another.
    """
    table = load_toml(path)
    for key in table:
        if key != "engine":
            raise TournamentError(f"{path}: unknown key {key!r}: write engines as [[engine]]")
    engines: dict[str, str] = {}
    texts = engine_texts(table.get("engine", []), path)
    for fields, text in zip(table.get("engine", []), texts, strict=True):
        name = fields.get("name")
        if not name or str(name) in engines:
            fault = "has no name" if not name else f"has the name {name!r} of another"
            raise TournamentError(f"{path}: engine {len(engines) + 1} {fault}")
        engines[str(name)] = text
    return engines


def engine_text(
    fields: Mapping[str, Any], path: Path, where: str, *, runs_here: bool = True
) -> str:
    """Return a table of an engine's settings in the notation of `--engine`.

    Args:
        fields: the table.
        path: the file that has it.
        where: a name of the table for errors.
        runs_here: the engine runs in the file's folder, unless the table has another.

    Raises:
        TournamentError: an unknown key, or a value that is neither text nor a number.
    """
    pairs: dict[str, str] = {}
    for key, value in fields.items():
        if key == "option":
            for name, setting in table_of(value, f"{where}: option").items():
                pairs[f"{OPTION}{name}"] = scalar(setting, f"{where}: option.{name}")
        elif key in ENGINE_KEYS:
            pairs[key] = scalar(value, f"{where}: {key}")
        else:
            known = (*ENGINE_KEYS, "option")
            raise TournamentError(f"{where}: unknown key {key!r}: {did_you_mean(key, known)}")
    return to_text(placed(pairs, lambda text: str(path.absolute().parent / text), runs_here))


def engine_texts(value: object, path: Path, *, runs_here: bool = True) -> Iterator[str]:
    """Yield the engines of an array of tables in the notation of `--engine`, as `engine_text` does.

    Raises:
        TournamentError: as in `engine_text`, or it is no array of tables.
    """
    if not isinstance(value, list):
        raise TournamentError(f"{path}: engine: write each engine as a table [[engine]]")
    for number, fields in enumerate(value, 1):
        where = f"{path}: engine {number}"
        yield engine_text(table_of(fields, where), path, where, runs_here=runs_here)


def placed(pairs: Mapping[str, str], place: Place, runs_here: bool) -> dict[str, str]:
    """Return an engine's settings with each path put in its place, with `runs_here` also the folder
    that a program runs in."""
    found = dict(pairs)
    if "conf" in pairs or "list" in pairs:
        found["list"] = place(pairs.get("list", ENGINE_LIST))
    if "dir" in pairs:
        found["dir"] = place(pairs["dir"])
    words = split(pairs.get("cmd", ""))
    if not words or pairs["cmd"] in OWN_ENGINE:
        return found
    if words[0] in ALL_NAMES:
        words[1:] = [_with_placed_value(word, place) for word in words[1:]]
    else:
        if runs_here:
            found.setdefault("dir", place("."))
        if os.path.basename(words[0]) != words[0]:
            words[0] = place(words[0])
    found["cmd"] = " ".join(map(quoted, words))
    return found


def _with_placed_value(word: str, place: Place) -> str:
    key, equals, value = word.partition("=")
    return f"{key}={place(value)}" if equals and key in NET_OPTIONS else word


def table_of(value: object, where: str) -> Mapping[str, Any]:
    """Return a value, which must be a table.

    Raises:
        TournamentError: it is not.
    """
    if not isinstance(value, dict):
        raise TournamentError(f"{where}: write it as a table of key = value")
    return value


def scalar(value: object, where: str) -> str:
    """Return a text or a number as text.

    Raises:
        TournamentError: it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise TournamentError(f"{where}: write a text or a number")
    return str(value)


def load_toml(path: Path) -> dict[str, Any]:
    """Read a file.

    Raises:
        TournamentError: it cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(read_text(path))
    except OSError as error:
        raise TournamentError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TournamentError(f"{path} is not TOML: {error}") from error
