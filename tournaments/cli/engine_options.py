"""Parser of --engine and --each: `key=value` pairs, as in c-gomoku-cli."""

import itertools
import math
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from core.eval.netfile import NetError, read_net
from core.search.search_settings import DEFAULT_MEMORY
from core.system.text import did_you_mean
from tournaments.bots import ALL_NAMES, command_line, python_module
from tournaments.cli.engine_list import ENGINE_LIST, NET_OPTIONS, OWN_ENGINE, load_engine_list
from tournaments.cli.setting_keys import ENGINE_KEYS, OPTION, split
from tournaments.engine.game_clock import parse_time_control
from tournaments.model import EngineSpec, Restart, TournamentError

_T = TypeVar("_T", int, float)


@dataclass(slots=True)
class EngineSettings:
    """Settings of one engine as text; `options` are the `option.K=V` ones."""

    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)


def engine_specs(engines: Sequence[str], each: Sequence[str]) -> tuple[EngineSpec, ...]:
    """Return the participants; settings of `--each` apply to every engine that does not override
    them.

    Raises:
        TournamentError: an unknown key, a value that cannot be read, a missing program, the
            same name twice, or fewer than two engines.
    """
    specs = tuple(engine_spec(text, each) for text in engines)
    if len(specs) < 2:
        raise TournamentError("name at least two engines: --engine cmd=... --engine cmd=...")
    names = [spec.name for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise TournamentError(f"two engines are called {name!r}: give one another name=...")
    return specs


def engine_spec(text: str, each: Sequence[str] = ()) -> EngineSpec:
    """Return the engine of one value of `--engine`, with the settings of `--each`.

    Raises:
        TournamentError: an unknown key, a value that cannot be read, or a missing program.
    """
    shared = shared_settings(each)
    own = engine_settings(text)
    listed = _listed(_merge((shared, own)))
    # Settings of an engine's own conf= are its own.
    parts = (shared, listed, own) if "conf" in own.values else (listed, shared, own)
    return _spec(_merge(parts))


def shared_settings(each: Iterable[str]) -> EngineSettings:
    """Return the settings of all values of `--each`."""
    return _merge(engine_settings(part, bare_command=False) for part in each)


def _listed(pairs: EngineSettings) -> EngineSettings:
    """Return the settings that the engine list has under the name in conf=; none without one."""
    name = pairs.values.get("conf")
    if name is None:
        return EngineSettings()
    path = Path(pairs.values.get("list", ENGINE_LIST))
    listed = load_engine_list(path)
    if name not in listed:
        raise TournamentError(
            f"conf={name}: {path} has no such engine: {did_you_mean(name, listed)}"
        )
    return engine_settings(listed[name])


def pairs_of(text: str, known: Iterable[str]) -> dict[str, str]:
    """Split `a=1 b="x y"` into a mapping; keys outside `known` are an error."""
    pairs = {}
    for word in split(text):
        key, equals, value = word.partition("=")
        if not equals:
            raise TournamentError(f"{word!r} in {text!r}: write it as key=value")
        if key not in known:
            raise TournamentError(f"unknown key {key!r} in {text!r}: {did_you_mean(key, known)}")
        if key in pairs:
            raise _given_twice(key, text)
        pairs[key] = value
    return pairs


def _given_twice(key: str, text: str) -> TournamentError:
    return TournamentError(f"{key}= is given twice in {text!r}")


def engine_settings(text: str, *, bare_command: bool = True) -> EngineSettings:
    """Return the settings in a value of `--engine` or `--each`.

    Args:
        bare_command: a first word without `=` is the command, and no key may come twice. In values
            of `--each`, which may themselves be repeated, the last one counts.

    Raises:
        TournamentError: an unknown key, one that is given twice, or a word that is no setting.
    """
    pairs, seen = EngineSettings(), set[str]()
    for word in split(text):
        key, equals, value = word.partition("=")
        if not equals and bare_command and not pairs.values:
            key, value = "cmd", word
        elif not equals:
            raise TournamentError(f"{word!r} in {text!r}: write it as key=value")
        if bare_command and key in seen:
            raise _given_twice(key, text)
        seen.add(key)
        if key.startswith(OPTION) and len(key) > len(OPTION):
            pairs.options[key.removeprefix(OPTION)] = value
        elif key in ENGINE_KEYS:
            pairs.values[key] = value
        else:
            known = (*ENGINE_KEYS, "option.NAME")
            raise TournamentError(f"unknown key {key!r} in {text!r}: {did_you_mean(key, known)}")
    return pairs


def _merge(parts: Iterable[EngineSettings]) -> EngineSettings:
    merged = EngineSettings()
    for part in parts:
        merged.values |= part.values
        merged.options |= part.options
    return merged


def _spec(pairs: EngineSettings) -> EngineSpec:
    values = pairs.values
    if not split(values.get("cmd", "")):
        raise TournamentError(
            f"engine {values.get('name', '')!r} has no cmd=...".replace(" ''", "")
        )
    for name, value in pairs.options.items():
        if not set("\r\n").isdisjoint(name + value):
            raise TournamentError(f"{OPTION}{name}={value!r}: give a single line")
    return EngineSpec(
        name=_printable(values.get("name") or _default_name(values["cmd"])),
        command=_command(values["cmd"], values.get("dir", ".")),
        clock=parse_time_control(values.get("tc", "0/1")),
        tolerance=_number("tolerance", values.get("tolerance", "1"), float),
        max_memory=_number("maxmemory", values.get("maxmemory", str(DEFAULT_MEMORY)), int),
        options=tuple(pairs.options.items()),
        directory=_directory(values["cmd"], values.get("dir")),
        nodes=_handicap("nodes", values),
        depth=_handicap("depth", values),
        restart=_restart(values.get("restart", Restart.ON)),
    )


def _default_name(command: str) -> str:
    return os.path.basename(split(command)[0])


def _printable(name: str) -> str:
    if not name.isprintable() or name.isspace():
        raise TournamentError(f"an engine is called {name!r}: give it a name that can be seen")
    return name


def _handicap(key: str, values: Mapping[str, str]) -> int | None:
    """Return a limit of the search; 0 and a missing key both mean none."""
    return _number(key, values.get(key, "0"), int) or None


def _restart(text: str) -> Restart:
    try:
        return Restart(text)
    except ValueError:
        raise TournamentError(
            f"restart={text}: write on (start the engine for each game), auto (keep it where it "
            "answers RESTART) or off (keep it)"
        ) from None


def _number(key: str, text: str, kind: Callable[[str], _T]) -> _T:
    try:
        number = kind(text)
    except ValueError:
        number = kind("-1")
    if not 0 <= number < math.inf:
        whole = "whole " if kind is int else ""
        raise TournamentError(f"{key}={text}: write a {whole}number of 0 or more")
    return number


def _directory(command: str, directory: str | None) -> str | None:
    """Return the engine's working directory as an absolute path, so that a tournament can be
    continued from any folder; None for bundled engines, which run anywhere."""
    bundled = split(command)[0] in ALL_NAMES or command in OWN_ENGINE
    if directory is None and bundled:
        return None
    if directory is not None and not os.path.isdir(directory):
        raise TournamentError(f"dir={directory}: there is no such folder")
    return os.path.abspath(directory or ".")


def _command(text: str, directory: str) -> tuple[str, ...]:
    """Return the command line of a bundled bot, of our own brain, or of any program."""
    if text in OWN_ENGINE:
        return python_module("pbrain.main")
    words = split(text)
    if words and words[0] in ALL_NAMES:
        return _bundled(words[0], words[1:])
    if words and words[0] == "fukumi":  # this installation, also where none is on the PATH
        for word, following in itertools.pairwise([*words, ""]):
            option, equals, value = word.partition("=")
            if option == "--net":
                _net_file(os.path.join(directory, value if equals else following))
        return (*python_module("fukumi"), *words[1:])
    program = shutil.which(words[0]) if words else None
    if program is None and words and os.path.isfile(words[0]):
        raise TournamentError(
            f"engine {text!r} cannot be started: {words[0]} is not executable; run chmod +x, or "
            "give the command that runs it, such as python"
        )
    if program is None:
        bundled = ", ".join((*ALL_NAMES, *OWN_ENGINE))
        raise TournamentError(
            f"engine {text!r} cannot be started: no program {words[0] if words else text!r}; "
            f"give a path, a program on PATH, or a bundled bot ({bundled})"
        )
    return (os.path.abspath(program), *words[1:])


def _bundled(name: str, words: list[str]) -> tuple[str, ...]:
    """Return the command line of a bundled bot, such as `ppo` or `alphazero net=FILE
    playouts=N`."""
    options = dict(word.partition("=")[::2] for word in words)
    for key in options.keys() & NET_OPTIONS:
        options[key] = _net_file(options[key])
    try:
        return tuple(command_line(name, options))
    except ValueError as error:
        raise TournamentError(str(error)) from error


def _net_file(path: str) -> str:
    """Return the absolute path of a net file, read once: an engine without its net would lose all
    its games.

    Raises:
        TournamentError: there is no such file, or it is damaged.
    """
    try:
        read_net(Path(path))
    except NetError as error:
        raise TournamentError(str(error)) from error
    return os.path.abspath(path)
