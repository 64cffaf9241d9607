"""Damaged tournaments, game records, openings and figures: commands neither misbehave nor lose
anything."""

import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from board import game_files as trees
from board.board_error import BoardError
from core.game.board import Board
from core.game.notation import format_moves
from core.game.rules import Rule
from fukumi import bench_results
from tests.torture.commands import Outcome, refused, run, snapshot
from tests.torture.damage import damaged
from tests.tournaments.samples import sample
from tournaments.model import EngineSpec, GameRecord, Reason, Result, TimedMove
from tournaments.openings.openings import format_offsets
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.play.store import DATABASE, Store
from tournaments.records.export_records import ONE_FILE, export_games
from tournaments.records.recorded_outcome import natural_end
from tournaments.records.records import from_json

SIZE = 9
GAMES = 4
FORMATS = ("jsonl", "pgn", "psq", "sgf")
ENGINES = ("Alpha", "B\u00eata 2")


def random_record(rng: random.Random, number: int) -> GameRecord:
    """Return a game of random moves up to its end, or up to a draw by length."""
    board = Board(SIZE, Rule.FREESTYLE)
    moves: list[TimedMove] = []
    while board.legal_moves() and len(moves) < 30:
        x, y = rng.choice(board.legal_moves())
        board.play(x, y)
        moves.append(TimedMove(x, y, rng.randrange(1, 500), ("MESSAGE value +0.1 [x] \\",)))
    result, reason = natural_end(board) or (Result.DRAW, Reason.DRAW_AFTER)
    black, white = ENGINES if number % 2 else ENGINES[::-1]
    return sample(
        number, black, white, result, reason, size=SIZE, opening_plies=0, moves=tuple(moves)
    )


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Damage `effort` files, each in a folder of its own, and run commands on them.

    Raises:
        AssertionError: a traceback, an unclear error, a file changed, or whole games left out.
    """
    rng = random.Random(seed)
    done = Counter[str]()
    for number in range(effort):
        kind = rng.choice([*FORMATS, "database", "database", "openings", "figures"])
        here = folder / f"{number:04d}-{kind}"
        here.mkdir()
        target = OTHERS.get(kind, _records)
        done.update({kind: 1, f"{kind} refused": target(rng, here, kind)})
    return done


def _spoil(rng: random.Random, path: Path, other: Path) -> None:
    path.write_bytes(damaged(rng, path.read_bytes(), other.read_bytes()))


def _unchanged(folder: Path, command: Callable[[], Outcome]) -> Outcome:
    """Run a command that must leave a folder unchanged."""
    before = snapshot(folder)
    outcome = command()
    assert snapshot(folder) == before
    return outcome


# Figures of `fukumi bench`


def _figures(rng: random.Random, here: Path, _kind: str) -> bool:
    kept = [here / f"{letter}.json" for letter in "ab"]
    for path in kept:
        rates = {board: {"visits": rng.uniform(1, 1e6)} for board in ("15x15", "20x20")}
        bench_results.BenchRun("avx2", rates).save(path)
    whole = bench_results.load_run(kept[1])
    _spoil(rng, *kept)
    try:
        ratios = bench_results.load_run(kept[0]).over(whole)
    except bench_results.BenchError as error:
        return bool(str(error))
    return not bench_results.format_table("ratio", ratios, str)


# Records


def _records(rng: random.Random, here: Path, kind: str) -> bool:
    source = here / "source"
    source.mkdir()
    records = [random_record(rng, number) for number in range(1, GAMES + 1)]
    export_games(records, kind, source / f"games.{kind}" if kind in ONE_FILE else source)
    whole = {path: path.read_bytes() for path in sorted(source.iterdir())}
    spoilt = rng.choice(list(whole))
    _spoil(rng, spoilt, rng.choice(list(whole)))
    command = rng.choice([_exported, _imported, _reported])
    outcome = _unchanged(source, lambda: command(here, source))
    gone = refused(outcome)
    if not gone:
        assert command is _reported or _kept(whole, spoilt) <= _moves_in(here / "out.jsonl")
    _open_in_board(spoilt)
    if kind == "sgf":
        refused(run("analyse", spoilt, "--visits", "1"))
        refused(run("solve", spoilt, "--by", "vcf"))
    return gone


def _exported(here: Path, source: Path) -> Outcome:
    return run("tournament", "export", source, "--format", "jsonl", "--out", here / "out.jsonl")


def _imported(here: Path, source: Path) -> Outcome:
    """Import the file after other games, which must stay."""
    into = here / "out.jsonl"
    export_games([random_record(random.Random(1), 1)], "jsonl", into)
    before = into.read_bytes()
    outcome = run("tournament", "import", source, "--into", into)
    assert into.read_bytes().startswith(before)
    return outcome


def _reported(here: Path, source: Path) -> Outcome:
    return run("tournament", "report", source, "--out", here / "report.html")


Moves = tuple[tuple[int, int], ...]


def _kept(whole: dict[Path, bytes], spoilt: Path) -> set[Moves]:
    """Return the moves of the games that the damage has not touched."""
    files = {path: data for path, data in whole.items() if path != spoilt}
    kept = {
        tuple((node.x, node.y) for node in trees.read(data, Rule.FREESTYLE).nodes)
        for path, data in files.items()
        if path.suffix in (".psq", ".sgf")
    }
    if spoilt.suffix == ".jsonl":
        lines = set(spoilt.read_bytes().split(b"\n")) & set(whole[spoilt].split(b"\n")) - {b""}
        kept |= {_points(from_json(line.decode())) for line in lines}
    return kept


def _moves_in(path: Path) -> set[Moves]:
    return {_points(from_json(line)) for line in path.read_text().split("\n") if line}


def _points(record: GameRecord) -> Moves:
    return tuple((move.x, move.y) for move in record.moves)


def _open_in_board(path: Path) -> None:
    with suppress(BoardError):
        trees.read(path.read_bytes(), Rule.FREESTYLE)


# Tournaments


def make_tournament(folder: Path, records: list[GameRecord]) -> Path:
    """Create the database of a tournament with these games."""
    specs = tuple(EngineSpec(name, ("true",)) for name in ENGINES)
    plan = TournamentPlan(
        engines=specs,
        rule=Rule.FREESTYLE,
        size=SIZE,
        openings=((), ()),
        format=Format.ROUND_ROBIN,
        rounds=len(records) // 2,
    )
    with closing(Store.create(folder)) as store:
        store.begin(plan)
        for record in records:
            store.add(record)
    return folder / DATABASE


def _spoil_text(rng: random.Random, database: Path) -> None:
    """Damage the plan or a record in a database that stays whole."""
    table, column = rng.choice([("tournament", "plan"), ("games", "record")])
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
        number, text = rng.choice(rows)
        changed = damaged(rng, text.encode(), rows[0][1].encode()).decode(errors="replace")
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (changed, number))
        connection.commit()


def _database(rng: random.Random, here: Path, _kind: str) -> bool:
    source = here / "source"
    records = [random_record(rng, number) for number in range(1, GAMES + 1)]
    database = make_tournament(source, records)
    if rng.random() < 0.5:
        _spoil(rng, database, make_tournament(here / "other", records[:2]))
    else:
        _spoil_text(rng, database)
    commands: list[Callable[[], Outcome]] = [
        lambda: run("tournament", "show", source),
        lambda: _exported(here, source),
        lambda: _reported(here, source),
        lambda: run("tournament", "stop", source),
    ]
    (source / ".running").touch()
    return refused(_unchanged(source, rng.choice(commands)))


# Openings


def _openings(rng: random.Random, here: Path, _kind: str) -> bool:
    kind = rng.choice(["offset", "pos", "sgf"])
    names = [here / f"{letter}.{kind}" for letter in "ab"]
    for name in names:
        _write_openings(rng, name, kind)
    _spoil(rng, *names)
    command = (
        "openings",
        "check",
        names[0],
        "--type",
        kind,
        "--boardsize",
        str(SIZE),
        "--visits",
        "1",
    )
    return refused(_unchanged(here, lambda: run(*command)))


def _write_openings(rng: random.Random, path: Path, kind: str) -> None:
    if kind == "sgf":
        export_games([random_record(rng, 1)], "sgf", path.parent / f"{path.stem}-games")
        (written,) = (path.parent / f"{path.stem}-games").iterdir()
        path.write_bytes(written.read_bytes())
        return
    points = [(x, y) for x in range(2, 7) for y in range(2, 7)]
    lines = [tuple(rng.sample(points, rng.randint(1, 5))) for _ in range(5)]
    texts = (
        format_offsets(at, SIZE) if kind == "offset" else format_moves(at, SIZE) for at in lines
    )
    path.write_text("".join(f"{text}\n" for text in texts))


OTHERS: dict[str, Callable[[random.Random, Path, str], bool]] = {
    "database": _database,
    "openings": _openings,
    "figures": _figures,
}
"""By kind, a function that damages a file other than a record, runs a command on it, and returns
whether that refused."""
