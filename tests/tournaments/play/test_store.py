"""The store: finished games stay, each once, and the plan is the one that was begun."""

import dataclasses
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.game.rules import Rule
from core.system.text import quoted
from tests.tournaments.samples import sample
from tournaments.model import (
    Adjudication,
    EngineSpec,
    Reason,
    Restart,
    Result,
    TimeControl,
    TournamentError,
)
from tournaments.play import plan_text
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.play.store import DATABASE, Store
from tournaments.ratings.sprt import Sprt
from tournaments.records import records

ONE = EngineSpec("one", ("python", "-m", "one"), TimeControl(10.0, None, 0.1), nodes=100)
TWO = EngineSpec("two", ("two",), options=(("seed", "1"),), directory="here", depth=3)
PLAN = TournamentPlan(
    engines=(ONE, TWO),
    rule=Rule.CARO_EXACT,
    size=9,
    openings=(((4, 4), (3, 4)), ()),
    format=Format.SPRT,
    rounds=7,
    sprt=Sprt(0, 5, beta=0.1),
    league="caro",
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store.create(tmp_path / "new" / "folder")
    store.begin(PLAN)
    return store


def reopened(store: Store) -> Store:
    store.close()
    return Store.open(store.folder)


def test_games_come_back_in_the_order_in_which_they_ended(store: Store) -> None:
    games = [sample(3), sample(1, detail="won by “five” ☺"), sample(2, result=Result.DRAW)]
    for game in games:
        store.add(game)
    store = reopened(store)
    assert store.records() == games
    assert store.count() == 3


def test_a_plan_comes_back_whole(store: Store) -> None:
    assert reopened(store).plan == PLAN


def test_the_rules_of_adjudication_come_back_and_are_compared(store: Store) -> None:
    plan = replace(PLAN, adjudication=Adjudication(resign=0.9))
    store.begin(plan)
    assert reopened(store).plan == plan
    assert "adjudication.resign (none before, 0.9 now)" in plan_text.differences(PLAN, plan)


def test_programs_of_ours_that_were_stored_without_it_run_with_a_safe_path(store: Store) -> None:
    bot, brain = ("tournaments.bots.random_mover", "--seed", "3"), ("pbrain.main",)
    old = replace(PLAN, engines=(replace(ONE, command=("python", "-m", *bot)), TWO))
    new = replace(PLAN, engines=(replace(ONE, command=("python", "-P", "-m", *bot)), TWO))
    store.begin(old)
    store.add(sample(1))
    assert store.plan == new
    store.begin(new)  # which is the same plan
    assert plan_text.from_json(plan_text.to_json(new)) == new
    for command in (("python", "-m", *brain), ("python", "-m", "theirs"), ("./engine",)):
        engines = (replace(ONE, command=command), TWO)
        read = plan_text.from_json(plan_text.to_json(replace(PLAN, engines=engines)))
        safe = ("python", "-P", "-m", *brain) if brain[0] in command else command
        assert read.engines[0].command == safe


def test_a_plan_of_a_version_without_restart_starts_engines_for_each_game() -> None:
    kept = replace(PLAN, engines=(replace(ONE, restart=Restart.AUTO), TWO))
    fields = json.loads(plan_text.to_json(kept))
    assert plan_text.from_json(json.dumps(fields)) == kept
    assert plan_text.differences(PLAN, kept) == ["one.restart (on before, auto now)"]
    for engine in fields["engines"]:
        del engine["restart"]
    assert plan_text.from_json(json.dumps(fields)) == PLAN


def test_a_game_cannot_be_stored_twice(store: Store) -> None:
    store.add(sample(1))
    with pytest.raises(TournamentError, match="UNIQUE"):
        store.add(sample(1, result=Result.WHITE))
    assert store.records() == [sample(1)]


def test_other_settings_are_refused_and_named_once_games_are_finished(store: Store) -> None:
    slower = replace(ONE, clock=TimeControl(20.0), command=("other",))
    other = replace(PLAN, engines=(slower, TWO), rounds=8, openings=())
    store.begin(other)
    store.begin(PLAN)
    store.add(sample(1))
    store.begin(PLAN)
    with pytest.raises(TournamentError, match="holds games of other settings") as error:
        store.begin(other)
    assert set(plan_text.differences(PLAN, other)) == {
        "rounds (7 before, 8 now)",
        "openings",
        "one.command (python -m one before, other now)",
        "one.clock.match (10.0 before, 20.0 now)",
        "one.clock.increment (0.1 before, 0.0 now)",
    }
    assert "rounds (7 before, 8 now)" in str(error.value)
    assert store.plan == PLAN
    store.forget_games()
    store.begin(other)
    assert store.plan == other


@pytest.mark.parametrize("name", ["size", "rounds", "engines", "plan", "engine", "one.clock"])
def test_no_name_of_an_engine_hides_a_setting(name: str) -> None:
    plan = replace(PLAN, engines=(replace(ONE, name=name), TWO))
    other = replace(plan, size=10, rounds=8)
    assert set(plan_text.differences(plan, other)) == {
        "size (9 before, 10 now)",
        "rounds (7 before, 8 now)",
    }
    assert plan_text.differences(plan, plan) == []


def test_another_engine_is_reported_by_its_name() -> None:
    other = replace(PLAN, engines=(ONE, replace(TWO, name="three")))
    assert plan_text.differences(PLAN, other) == ["engines (one, two before, one, three now)"]


def test_void_games_can_be_deleted_alone(store: Store) -> None:
    store.add(sample(1))
    store.add(sample(2, result=Result.VOID, reason=Reason.VOID))
    store.forget_void_games()
    assert store.records() == [sample(1)]


def test_one_process_plays_at_a_time_and_others_see_it(store: Store) -> None:
    with closing(Store.open(store.folder)) as other:
        assert not other.in_use
        with store.locked():
            assert other.in_use
            with pytest.raises(TournamentError, match="another process plays"), other.locked():
                pass
        assert not other.in_use


def test_the_lock_goes_with_a_killed_process(store: Store) -> None:
    code = (
        "import sys; from pathlib import Path; from tournaments.play.store import Store\n"
        "with Store.open(Path(sys.argv[1])).locked(): print('locked', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(store.folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        assert store.in_use
        other.kill()
    with store.locked():
        pass


def test_the_wish_to_stop_is_seen_by_the_playing_process(store: Store) -> None:
    with closing(Store.open(store.folder)) as other:
        assert not store.stop_asked
        other.ask_to_stop()
        assert store.stop_asked
        store.ask_to_stop(False)
        assert not other.stop_asked


def test_a_folder_without_a_tournament_is_explained(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="holds no tournament: begin one with"):
        Store.open(tmp_path)
    Store.create(tmp_path).close()  # killed before its plan was stored
    with pytest.raises(TournamentError, match="holds no tournament"):
        Store.open(tmp_path)


def test_what_is_no_tournament_of_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_text("not a database, but text that is long enough for one" * 20)
    with pytest.raises(TournamentError, match="file is not a database"):
        Store.open(tmp_path)
    assert (tmp_path / DATABASE).read_text().startswith("not a database")


@pytest.mark.parametrize("sql", ["PRAGMA user_version = 99", "CREATE TABLE theirs (x)"])
def test_another_versions_tables_are_refused(tmp_path: Path, sql: str) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute(sql)
    with pytest.raises(TournamentError, match="not made by this version"):
        Store.create(tmp_path)


def test_a_place_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TournamentError, match="cannot keep a tournament in"):
        Store.create(tmp_path / "file")


def fill(store: Store) -> None:
    for number in range(2, 200):
        store.add(sample(number))


def lose(store: Store) -> None:
    store.path.unlink()


def move_away(store: Store) -> None:
    store.path.rename(store.folder / "moved")
    Store.create(store.folder).close()  # another store under its name


def cut_off(store: Store) -> None:
    os.truncate(store.path, store.path.stat().st_size // 2)


def overwrite(store: Store) -> None:
    store.path.write_bytes(b"x" * store.path.stat().st_size)


def test_a_schema_that_is_no_text_is_one_clear_line(store: Store) -> None:
    store.add(sample(1))
    store.close()
    data = store.path.read_bytes()
    harmed = data.replace(b"tablegamesgames", b"table\xf1amesgames").replace(
        b"CREATE TABLE games", b"CREATX TABLE games"
    )
    assert harmed != data
    store.path.write_bytes(harmed)
    with pytest.raises(TournamentError, match="gone or damaged: restore it from a copy"):
        Store.open(store.folder)


@pytest.mark.skipif(os.name == "nt", reason="an open file stays there")
@pytest.mark.parametrize("harm", [lose, move_away, cut_off, overwrite])
def test_nothing_is_called_safe_once_the_file_is_gone_or_damaged(
    store: Store, harm: Callable[[Store], None]
) -> None:
    store.add(sample(1))
    harm(store)
    with pytest.raises(TournamentError, match="gone or damaged: restore it from a copy") as error:
        store.add(sample(2))
    assert "what is finished" not in str(error.value)


HARMED: dict[str, Callable[[str], str | bytes]] = {
    "torn": lambda text: text[:-20],
    "another number": lambda text: text.replace('"number": 2', '"number": 9'),
    "no text": lambda text: text.replace('"alpha"', "7"),
    "no UTF-8": lambda text: text.encode().replace(b'"five"', b'"f\xe9ve"'),
    "nothing": lambda _: "",
}


@pytest.mark.parametrize("at_a_time", [1, 2, 1000])
@pytest.mark.parametrize("harm", HARMED)
def test_a_damaged_game_does_not_hide_the_others_and_can_be_played_again(
    store: Store, harm: str, at_a_time: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.play.store._AT_A_TIME", at_a_time)
    for number in (1, 2, 3):
        store.add(sample(number))
    harmed = HARMED[harm](records.to_json(sample(2)))
    store._execute("UPDATE games SET record = CAST(? AS TEXT) WHERE number = 2", harmed)
    assert store.records() == [sample(1), sample(3)]
    assert store.damaged == (2,)
    assert store.forget_damaged_games() == (2,)
    store.add(sample(2))
    assert store.records() == [sample(1), sample(3), sample(2)]
    assert not store.forget_damaged_games()


@pytest.mark.parametrize(
    "changed",
    [
        {"rounds": {}},
        {"size": "9"},
        {"league": 7},
        {"openings": [[[4.5, 4]]]},
        {"engines": [{**dataclasses.asdict(ONE), "name": ["one"]}]},
    ],
)
def test_settings_of_a_wrong_type_are_one_clear_line(
    changed: dict[str, object], store: Store
) -> None:
    fields = {**json.loads(plan_text.to_json(PLAN)), **changed}
    store._execute("UPDATE tournament SET plan = ?", json.dumps(fields))
    with pytest.raises(TournamentError, match="its settings are damaged"):
        reopened(store)


@pytest.mark.parametrize("plan", ['{"engines": []}', "[" * 100_000])
def test_damaged_settings_are_one_clear_line(plan: str, store: Store) -> None:
    store._execute("UPDATE tournament SET plan = ?", plan)
    with pytest.raises(TournamentError, match="its settings are damaged"):
        Store.open(store.folder)


def test_a_full_disk_is_reported_and_finished_games_stay(store: Store) -> None:
    store.add(sample(1))
    pages = store._rows("PRAGMA page_count")[0][0]
    store._execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(TournamentError, match=r"full; the \d+ finished games are safe"):
        fill(store)
    assert reopened(store).records()[0] == sample(1)


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_a_folder_that_cannot_be_written_is_not_called_a_damaged_tournament(tmp_path: Path) -> None:
    (tmp_path / DATABASE).symlink_to(tmp_path / "nowhere" / DATABASE)  # for root too
    with pytest.raises(TournamentError, match="the folder cannot be written"):
        Store.create(tmp_path)


def test_a_suggested_command_quotes_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    with pytest.raises(TournamentError) as refused:
        Store.open(folder)
    assert f"`fukumi tournament run {quoted(str(folder))} --engine" in str(refused.value)
    assert quoted(str(folder)) != str(folder)
