"""Games under way: what a reader sees of them, and that nothing about them harms a game."""

import errno
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from core.game.board import BLACK, WHITE
from core.game.rules import Rule
from tests.patience import PATIENCE, wait_until
from tests.tournaments.engines import command_of
from tests.tournaments.samples import live_sample, sample
from tournaments.engine.client import Client
from tournaments.model import EngineSpec, GameRecord, Reason, ScheduledGame, TimeControl, TimedMove
from tournaments.play import live_folder, live_writer
from tournaments.play.live_folder import LiveFolder
from tournaments.play.live_games import (
    LiveClock,
    LiveGame,
    find_live_games,
    from_json,
    live_games,
    run_begun,
    to_json,
)
from tournaments.play.live_writer import LiveWriter
from tournaments.play.referee import play_game
from tournaments.play.store import Store

LIVE = live_sample(
    7,
    round=4,
    white="βeta",
    rule=Rule.RENJU,
    black_clock=LiveClock(12.5, 5.0, 1_800_000_000.25),
    white_clock=LiveClock(None, 1.0),
)
SIMPLE = EngineSpec("simple", command_of("simple"), TimeControl(60, 30), PATIENCE)


@contextmanager
def played(folder: Path) -> Iterator[None]:
    """Hold the lock of a tournament's folder, as the process that plays it does."""
    with closing(Store.create(folder)) as store, store.locked():
        yield


def put(folder: Path, name: str, text: str) -> None:
    (folder / "live").mkdir(exist_ok=True)
    (folder / "live" / name).write_text(text)


def waiting(release: Path) -> EngineSpec:
    """Return an engine that thinks about its first answer until there is a file."""
    clock = TimeControl(2 * PATIENCE, PATIENCE)
    return EngineSpec("waits", (*command_of("waits"), str(release)), clock, PATIENCE)


def game(black: EngineSpec, white: EngineSpec, **settings: object) -> ScheduledGame:
    fields: dict[str, object] = {"opening": ((7, 7),), "draw_after": 4, **settings}
    return ScheduledGame(3, 2, black, white, Rule.FREESTYLE, 15, **fields)  # type: ignore[arg-type]


@contextmanager
def seen(folder: Path, planned: ScheduledGame, plies: int) -> Iterator[LiveGame]:
    """Play a game in a thread, and yield it once it is seen with this many moves."""
    found: list[LiveGame] = []
    with played(folder), LiveFolder(folder) as live:
        thread = threading.Thread(target=play_game, args=(planned, None, live.path))
        thread.start()
        try:
            wait_until(lambda: [g for g in live_games(folder) if len(g.moves) == plies])
            found += live_games(folder)
            yield found[0]
        finally:
            (folder / "go").touch()
            thread.join()
        assert live_games(folder) == []


def test_a_game_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert from_json(to_json(LIVE)) == LIVE
    put(tmp_path, "7.json", to_json(LIVE))
    put(tmp_path, "3.json", to_json(replace(LIVE, number=3)))
    with played(tmp_path):
        assert live_games(tmp_path) == [replace(LIVE, number=3), LIVE]


def test_a_game_is_seen_with_its_clocks_until_it_ends(tmp_path: Path) -> None:
    before = time.time()
    with seen(tmp_path, game(SIMPLE, waiting(tmp_path / "go")), plies=1) as live:
        assert (live.number, live.round, live.black, live.white) == (3, 2, "simple", "waits")
        assert (live.opening_plies, live.moves) == (1, (TimedMove(7, 7),))
        assert live.black_clock == LiveClock(60.0, 30.0)
        assert (live.white_clock.left, live.white_clock.turn) == (2 * PATIENCE, PATIENCE)
        wait_until(lambda: live_games(tmp_path)[0].white_clock.asked)
        asked = live_games(tmp_path)[0].white_clock.asked
        assert asked is not None
        assert before <= asked <= time.time()


def test_of_an_engines_messages_the_evaluation_is_seen(tmp_path: Path) -> None:
    move = TimedMove(8, 8, 120, ("MESSAGE depth 3", "MESSAGE value +0.250", "MESSAGE done"))
    clients = {colour: Client(SIMPLE, Rule.FREESTYLE, 15) for colour in (BLACK, WHITE)}
    with played(tmp_path), LiveFolder(tmp_path) as live:
        with LiveWriter(live.path, game(SIMPLE, SIMPLE), "2026-11-21T10:00:00+00:00") as writer:
            writer.note([TimedMove(7, 7), move, TimedMove(6, 6, 5)], 1, clients)
            wait_until(lambda: live_games(tmp_path))
            (found,) = live_games(tmp_path)
        assert found.moves[1] == TimedMove(8, 8, 120, ("MESSAGE value +0.250",))
        assert found.moves[2] == TimedMove(6, 6, 5)
        assert live_games(tmp_path) == []


def test_during_swap2_the_engine_that_chooses_is_seen_thinking(tmp_path: Path) -> None:
    planned = game(SIMPLE, waiting(tmp_path / "go"), opening=(), swap2=True)
    with seen(tmp_path, planned, plies=3) as live:
        assert (live.black, live.white, live.opening_plies) == ("simple", "waits", 3)
        assert live.black_clock.asked is None
        assert live.white_clock.asked is not None


def test_files_of_a_killed_runner_are_no_games(tmp_path: Path) -> None:
    put(tmp_path, "7.json", to_json(LIVE))
    put(tmp_path, ".8.json.12.unfinished", "{")
    assert live_games(tmp_path) == []
    with played(tmp_path), LiveFolder(tmp_path) as live:
        assert live_games(tmp_path) == []
        assert os.listdir(live.path) == ["begun.txt"]
    assert not (tmp_path / "live").exists()


def test_the_files_of_others_stay(tmp_path: Path) -> None:
    put(tmp_path, "mine.json", "{}")
    with played(tmp_path), LiveFolder(tmp_path):
        pass
    assert (tmp_path / "live" / "mine.json").read_text() == "{}"


def test_a_game_whose_worker_was_killed_is_no_longer_seen(tmp_path: Path) -> None:
    with played(tmp_path), LiveFolder(tmp_path) as live:
        put(tmp_path, "7.json", to_json(LIVE))
        assert live_games(tmp_path) == [LIVE]
        live.end(sample(7))
        assert live_games(tmp_path) == []


def test_a_reader_writes_nothing(tmp_path: Path) -> None:
    assert live_games(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_named_and_leaves_the_other_games(tmp_path: Path) -> None:
    put(tmp_path, "7.json", to_json(LIVE))
    put(tmp_path, "8.json", "{")
    with played(tmp_path):
        assert find_live_games(tmp_path) == ([LIVE], [tmp_path / "live" / "8.json"])


def test_half_a_file_is_no_game(tmp_path: Path) -> None:
    whole = to_json(LIVE)
    for at in range(0, len(whole), 7):
        put(tmp_path, f"{at}.json", whole[:at])
    put(tmp_path, ".7.json.12.unfinished", whole)
    (tmp_path / "live" / "binary.json").write_bytes(b"\xff\xfe")
    values = json.loads(whole)
    wrong = {"size": "15", "moves": [[1]], "black_clock": {"left": "much"}, "black": None}
    for number, (key, value) in enumerate(wrong.items()):
        put(tmp_path, f"{1000 + number}.json", json.dumps(values | {key: value}))
    with played(tmp_path):
        assert live_games(tmp_path) == []


def test_a_file_that_another_process_removed_comes_again(tmp_path: Path) -> None:
    with seen(tmp_path, game(SIMPLE, waiting(tmp_path / "go")), plies=1):
        wait_until(lambda: live_games(tmp_path)[0].white_clock.asked)
        (tmp_path / "live" / "3.json").unlink()
        wait_until(lambda: live_games(tmp_path))


def test_a_reader_never_sees_half_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_writer, "INTERVAL", 0)
    clients = {colour: Client(SIMPLE, Rule.FREESTYLE, 15) for colour in (BLACK, WHITE)}
    moves: list[TimedMove] = []
    with (
        played(tmp_path),
        LiveFolder(tmp_path) as live,
        LiveWriter(live.path, game(SIMPLE, SIMPLE), "2026-11-21T10:00:00+00:00") as writer,
    ):
        writer.note(moves, 0, clients)
        wait_until(lambda: live_games(tmp_path))
        for n in range(225):
            moves.append(TimedMove(n % 15, n // 15, n, (f"MESSAGE value +0.5 {'x' * 300}",)))
            writer.note(moves, 0, clients)
            (found,) = live_games(tmp_path)
            assert list(found.moves) == moves[: len(found.moves)]
        wait_until(lambda: len(live_games(tmp_path)[0].moves) == 225)


def _full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("how", ["full disk", "no folder", "a file instead"])
def test_a_disk_that_takes_no_file_harms_no_game(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_writer, "INTERVAL", 0)
    folder = tmp_path / "tournament"
    if how == "full disk":
        folder.mkdir()
        monkeypatch.setattr(live_writer, "write_whole", _full)
        monkeypatch.setattr(live_folder, "write_whole", _full)
    elif how == "a file instead":
        folder.mkdir()
        (folder / "live").write_text("mine")
    with LiveFolder(folder) as live:
        record: GameRecord = play_game(game(SIMPLE, SIMPLE, draw_after=20), None, live.path)
        assert (record.reason, len(record.moves)) == (Reason.DRAW_AFTER, 20), record.detail
        live.end(record)
    if how == "a file instead":
        assert (folder / "live").read_text() == "mine"


def test_the_beginning_of_the_run_is_known_while_it_lasts(tmp_path: Path) -> None:
    with LiveFolder(tmp_path):
        begun = run_begun(tmp_path)
        assert begun is not None
        assert abs(begun.timestamp() - time.time()) < PATIENCE
    assert run_begun(tmp_path) is None


def test_clocks_tick_while_an_engine_thinks() -> None:
    thinking, resting = LiveClock(60.0, 5.0, asked=1000.0), LiveClock(60.0, 5.0)
    assert (thinking.thinks(1002.5), thinking.left_at(1002.5)) == (2.5, 57.5)
    assert (resting.thinks(1002.5), resting.left_at(1002.5)) == (0.0, 60.0)
    assert thinking.thinks(990.0) == 0.0  # by the clock of another machine
    assert LiveClock(asked=1000.0).left_at(1002.5) is None
