"""Games under way: what a reader sees of them, and that no disk harms them."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from core.game.rules import Rule
from tournaments.model import TimedMove
from tournaments.play.live_games import LiveClock, LiveGame, from_json, live_games, to_json
from tournaments.play.store import Store

LIVE = LiveGame(
    number=7,
    round=4,
    black="alpha",
    white="βeta",
    rule=Rule.RENJU,
    size=15,
    opening_plies=1,
    moves=(TimedMove(7, 7), TimedMove(8, 8, 120, ("MESSAGE value +0.25",))),
    started="2026-11-21T10:00:00+00:00",
    black_clock=LiveClock(12.5, 5.0, 1_800_000_000.25),
    white_clock=LiveClock(None, 1.0),
)


@contextmanager
def played(folder: Path) -> Iterator[None]:
    """Hold the lock of a tournament's folder, as its runner does."""
    with closing(Store.create(folder)) as store, store.locked():
        yield


def put(folder: Path, name: str, text: str) -> None:
    (folder / "live").mkdir(exist_ok=True)
    (folder / "live" / name).write_text(text)


def test_a_game_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert from_json(to_json(LIVE)) == LIVE
    put(tmp_path, "7.json", to_json(LIVE))
    put(tmp_path, "3.json", to_json(replace(LIVE, number=3)))
    with played(tmp_path):
        assert live_games(tmp_path) == [replace(LIVE, number=3), LIVE]


def test_files_of_a_killed_runner_are_no_games(tmp_path: Path) -> None:
    put(tmp_path, "7.json", to_json(LIVE))
    assert live_games(tmp_path) == []


def test_half_a_file_is_no_game(tmp_path: Path) -> None:
    whole = to_json(LIVE)
    for at in range(0, len(whole), 7):
        put(tmp_path, f"{at}.json", whole[:at])
    put(tmp_path, ".7.json.12.unfinished", whole)
    values = json.loads(whole)
    for number, (key, wrong) in enumerate(
        {"size": "15", "moves": [[1]], "black_clock": {"left": "much"}, "black": None}.items()
    ):
        put(tmp_path, f"{1000 + number}.json", json.dumps(values | {key: wrong}))
    with played(tmp_path):
        assert live_games(tmp_path) == []


def test_clocks_tick_while_an_engine_thinks() -> None:
    thinking, waiting = LiveClock(60.0, 5.0, asked=1000.0), LiveClock(60.0, 5.0)
    assert (thinking.thinks(1002.5), thinking.left_at(1002.5)) == (2.5, 57.5)
    assert (waiting.thinks(1002.5), waiting.left_at(1002.5)) == (0.0, 60.0)
    assert thinking.thinks(990.0) == 0.0  # the clock of another machine
    assert LiveClock(asked=1000.0).left_at(1002.5) is None
