"""A tournament as a file in TOML: the options of the command line, read and written."""

import json
import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from core.system.text import did_you_mean, shown
from tournaments.cli.engine_list import (
    engine_text,
    engine_texts,
    load_toml,
    placed,
    scalar,
    table_of,
)
from tournaments.cli.engine_options import EngineSettings, engine_settings, shared_settings
from tournaments.cli.setting_keys import split, to_text
from tournaments.model import TournamentError

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def read_plan_file(
    path: Path,
    options: Mapping[str, click.Option],
    opening_keys: Iterable[str],
    each: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the settings of a plan file as values of the command line's options.

    Paths in the file are relative to its folder, which is also where its engines run, unless the
    table `each` or `--each` names another.

    Args:
        path: the file.
        options: the options that it may hold, by their names without dashes.
        opening_keys: keys of a table `openings`.
        each: values of `--each` given in addition to the file.
    Returns:
        values by the name of the parameter.
    Raises:
        TournamentError: the file cannot be read, or has an unknown key or a value that does not
            fit. The text names both.
    """
    table = load_toml(path)
    values: dict[str, Any] = {}
    shared = table.pop("each", None)
    if shared is not None:
        where = f"{path}: each"
        values["each"] = (engine_text(table_of(shared, where), path, where),)
    runs_here = not _have_dir((*values.get("each", ()), *each))
    for key, value in table.items():
        where = f"{path}: {key}"
        if key == "engine":
            values["engines"] = tuple(engine_texts(value, path, runs_here=runs_here))
        elif key == "openings":
            values["opening_set"] = _openings(value, path, opening_keys)
        elif key in options:
            option = options[key]
            values[option.name or key] = _converted(value, option, where)
        else:
            raise TournamentError(f"{path}: unknown key {key!r}: {did_you_mean(key, options)}")
    return values


def _have_dir(each: Iterable[str]) -> bool:
    """Return whether values of `--each` name the folder that engines run in."""
    return "dir" in shared_settings(each).values


def _openings(value: object, path: Path, keys: Iterable[str]) -> str:
    """Return the openings, given as text or as a table, in the notation of `--openings`."""
    where = f"{path}: openings"
    if isinstance(value, str):
        return value
    pairs = {}
    for key, setting in table_of(value, where).items():
        if key not in keys:
            raise TournamentError(f"{where}: unknown key {key!r}: {did_you_mean(key, keys)}")
        text = scalar(setting, f"{where}: {key}")
        pairs[key] = str(path.absolute().parent / text) if key == "file" else text
    return to_text(pairs)


def _converted(value: object, option: click.Option, where: str) -> Any:
    """Return a value as click converts that of the option."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise TournamentError(f"{where}: write true or false")
        return value
    if isinstance(value, bool):
        raise TournamentError(f"{where}: true and false are no values of it")
    try:
        return option.type.convert(scalar(value, where), option, None)
    except click.BadParameter as error:
        raise TournamentError(f"{where}: {error.message}") from error


def plan_file_text(
    values: Mapping[str, Any], options: Mapping[str, click.Option], folder: Path, heading: str
) -> str:
    """Return the text of a plan file.

    Args:
        values: values of the command line's options, by the name of the parameter; None and ()
            are left out.
        options: the options by their names without dashes.
        folder: where the file is to be.
        heading: lines of a comment at its top.

    Raises:
        TournamentError: a value that such a file cannot hold.
    """
    lines = [f"# {line}" for line in heading.splitlines()]
    for key, option in options.items():
        value = values.get(option.name or "")
        if value is not None and not option.multiple and key != "openings":
            lines.append(f"{key} = {_toml(value)}")
    openings = values.get("opening_set")
    if openings and "=" not in openings:
        lines.append(f"openings = {_toml(openings)}")
    elif openings:
        pairs = dict(word.partition("=")[::2] for word in split(openings))
        if "file" in pairs:
            pairs["file"] = _from_here(pairs["file"], folder)
        lines += ["", "[openings]", *_entries(pairs)]
    if each := values.get("each"):
        lines += ["", "[each]", *_engine_entries(shared_settings(each), folder, runs_here=True)]
    runs_here = not _have_dir(each or ())
    for text in values.get("engines") or ():
        lines += ["", "[[engine]]", *_engine_entries(engine_settings(text), folder, runs_here)]
    return "\n".join(lines) + "\n"


def _engine_entries(given: EngineSettings, folder: Path, runs_here: bool) -> list[str]:
    settings = placed(given.values, lambda path: _from_here(path, folder), runs_here)
    if settings.get("dir") == ".":
        del settings["dir"]
    inline = ", ".join(_entries(given.options))
    return [*_entries(settings), *([f"option = {{ {inline} }}"] if given.options else [])]


def _entries(pairs: Mapping[str, str]) -> list[str]:
    return [
        f"{key if _BARE_KEY.fullmatch(key) else _toml(key)} = {_toml(value)}"
        for key, value in pairs.items()
    ]


def _toml(value: object) -> str:
    """Return a value of TOML, whose strings are escaped like those of JSON.

    Raises:
        TournamentError: a number that is not finite, or text that is not Unicode.
    """
    if isinstance(value, float) and not math.isfinite(value):
        raise TournamentError(f"{value} is not a number")
    text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise TournamentError(f"{shown(text)}: a plan file holds Unicode text only") from error
    return text


def _from_here(path: str, folder: Path) -> str:
    """Return a path of the current folder as seen from another, if that is shorter to write."""
    seen = os.path.relpath(os.path.abspath(path), folder.absolute())
    if os.path.isabs(path) and seen.startswith(".."):
        return path
    return os.path.join(".", seen) if seen != "." and not seen.startswith("..") else seen
