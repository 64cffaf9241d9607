"""Sources of game records: a tournament's folder, or files of any known format."""

import errno
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.game.rules import Rule
from tournaments.model import GameRecord, TournamentError
from tournaments.play.store import DATABASE, Store
from tournaments.records.import_records import record_of_psq, record_of_sgf
from tournaments.records.pgn import from_pgn
from tournaments.records.records import from_json
from tournaments.records.sgf_collection import split_sgf

GAMES = "games.jsonl"
SUFFIXES = (".jsonl", ".sgf", ".psq", ".pgn")
"""Known formats, from the one that keeps the most of a game to the one that keeps the least."""

SHOWN = 200
"""Characters of an error that are shown: some errors quote the file."""


@dataclass(slots=True)
class LoadedGames:
    """Games that were read, and one line for each thing that could not be read.

    `repeated` counts the games that an earlier source has too: with the same players, moves and
    result.
    """

    records: list[GameRecord] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    repeated: int = 0


def load_games(paths: Iterable[Path], rule: Rule = Rule.FREESTYLE) -> LoadedGames:
    """Read the games of all these folders and files, in order, each of them once.

    Games in files of their own are numbered in that order. Torn, damaged and unreadable records are
    left out and reported.

    Args:
        rule: the rule of games whose record does not give one.
    Raises:
        TournamentError: a path does not exist or is in none of the formats, or nothing could be
            read.
    """
    games, earlier = LoadedGames(), set[int]()
    for path in {path.resolve(): path for path in paths}.values():
        begin = len(games.records)
        if not path.exists():
            raise TournamentError(f"cannot read games from {path}: there is no such file")
        if (path / DATABASE).is_file():
            _read_store(path, games)
        else:
            for file in _files(path):
                _read_file(file, rule, games)
        # Within one source, engines without chance may have played a game twice.
        own = [record.fingerprint for record in games.records[begin:] if record.moves]
        games.repeated += sum(game in earlier for game in own)
        earlier.update(own)
    if games.problems and not games.records:
        more = f" (and {len(games.problems) - 1} more)" if len(games.problems) > 1 else ""
        raise TournamentError(f"no game can be read: {games.problems[0]}{more}")
    return games


def _read_store(folder: Path, games: LoadedGames) -> None:
    try:
        with closing(Store.open(folder)) as store:
            games.records += [_with_log(record, folder) for record in store.records()]
            games.problems += [f"{store.path}: game {n} is damaged" for n in store.damaged]
    except TournamentError as error:
        games.problems.append(str(error))


def _with_log(record: GameRecord, folder: Path) -> GameRecord:
    """Return a record of this tournament with the whole path of its log, empty if it is gone."""
    log = folder / record.log
    return replace(record, log=str(log) if record.log and log.is_file() else "")


def _files(path: Path) -> list[Path]:
    """Return the files to read. For a folder, that is its games.jsonl or else every game in it; of
    a game stored in two formats under one name, the richer one."""
    if not path.is_dir():
        return [path]
    if (path / GAMES).is_file():
        return [path / GAMES]
    best: dict[str, Path] = {}
    try:
        entries = list(path.iterdir())
    except OSError as error:
        raise TournamentError(f"cannot read games from {path}: {error.strerror}") from error
    for suffix in SUFFIXES:
        for file in entries:
            if file.suffix.lower() == suffix:
                best.setdefault(file.stem, file)
    files = sorted(best.values())
    if not files:
        raise TournamentError(f"{path} holds neither {GAMES} nor .psq, .sgf or .pgn files")
    return files


def _read_file(path: Path, rule: Rule, games: LoadedGames) -> None:
    try:
        if not path.is_file():  # reading a pipe would block
            raise FileNotFoundError(errno.ENOENT, "there is no such file")
        data = path.read_bytes()
    except OSError as error:
        games.problems.append(f"{path}: {error.strerror}")
        return
    for read_one in _games_of(path, data, rule):
        if isinstance(read_one, ValueError):
            games.problems.append(f"{path}: {read_one!s:.{SHOWN}}")
        elif path.suffix.lower() in (".psq", ".sgf"):
            games.records.append(replace(read_one, number=len(games.records) + 1))
        else:
            games.records.append(replace(read_one, log=""))  # a path of another folder


def _games_of(path: Path, data: bytes, rule: Rule) -> Iterator[GameRecord | ValueError]:
    text = data.decode("utf-8-sig", errors="replace")
    match path.suffix.lower():
        case ".jsonl":
            return _lines(text)
        case ".pgn":
            return from_pgn(text, rule)
        case ".psq":
            return _psq_game(text, rule)
        case ".sgf":
            return _sgf_games(data, rule)
    raise TournamentError(
        f"{path} is neither a tournament's folder nor a .jsonl, .sgf, .psq or .pgn file"
    )


def _lines(text: str) -> Iterator[GameRecord | ValueError]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield from_json(line)
        except ValueError as error:
            yield ValueError(f"line {number} is skipped: {error}")


def _sgf_games(data: bytes, rule: Rule) -> Iterator[GameRecord | ValueError]:
    games = split_sgf(data) or [data]  # without a game, its error is worth reading
    for number, game in enumerate(games, 1):
        try:
            yield record_of_sgf(game, rule)
        except (ValueError, LookupError) as error:  # LookupError: an unknown encoding
            where = f"game {number} of {len(games)}: " if games[1:] else ""
            yield ValueError(f"{where}{error}")


def _psq_game(text: str, rule: Rule) -> Iterator[GameRecord | ValueError]:
    try:
        yield record_of_psq(text, rule)
    except ValueError as error:
        yield error
