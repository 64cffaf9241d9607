"""Engines that stay between games, with some that do not answer RESTART."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.game.rules import Rule
from core.system.workers import WorkerProcess
from tests.patience import PATIENCE
from tests.tournaments.engines import (
    command_of,
    wait_for_the_end_of_all,
    wait_for_the_end_of_engines,
)
from tournaments.engine import client
from tournaments.engine.kept_engines import KeptEngines
from tournaments.engine.process import EngineProcess
from tournaments.model import EngineSpec, GameRecord, Reason, Restart, ScheduledGame
from tournaments.play.game_workers import LocalGameWorkers, _run_worker
from tournaments.play.referee import play_game
from tournaments.play.runner import run_games


@pytest.fixture
def kept() -> Iterator[KeptEngines]:
    with KeptEngines() as kept:
        yield kept
    wait_for_the_end_of_all()


def noting(notes: Path, restart: Restart, *how: str, name: str = "noting") -> EngineSpec:
    command = (*command_of("notes_starts"), str(notes), *how)
    return EngineSpec(name, command, tolerance=PATIENCE, restart=restart)


SIMPLE = EngineSpec("simple", command_of("simple"), tolerance=PATIENCE)


def game(number: int, black: EngineSpec, white: EngineSpec = SIMPLE, **more: int) -> ScheduledGame:
    return ScheduledGame(number, 1, black, white, Rule.FREESTYLE, 9, **more)  # type: ignore[arg-type]


def played(kept: KeptEngines, engine: EngineSpec, games: int = 3) -> list[GameRecord]:
    return [
        play_game(game(n, *((engine, SIMPLE) if n % 2 else (SIMPLE, engine))), kept)
        for n in range(1, games + 1)
    ]


def notes_of(path: Path) -> tuple[list[str], int]:
    """Return the commands, and the number of processes that got them."""
    lines = [line.split() for line in path.read_text().splitlines()]
    return [command for command, _ in lines], len({pid for _, pid in lines})


@pytest.mark.parametrize(
    ("restart", "how", "commands", "processes"),
    [
        (Restart.ON, (), ["START"] * 3, 3),
        (Restart.AUTO, (), ["START", "RESTART", "RESTART"], 1),
        (Restart.AUTO, ("refuses",), ["START", "RESTART", "START", "START"], 3),
        (Restart.AUTO, ("dies",), ["START", "RESTART", "START", "START"], 3),
        (Restart.OFF, (), ["START", "RESTART", "RESTART"], 1),
        (Restart.OFF, ("refuses",), ["START", "RESTART", "START", "START"], 1),
        (Restart.OFF, ("dies",), ["START", "RESTART", "START", "START"], 2),
        (Restart.OFF, ("leaves",), ["START", "RESTART", "START", "START"], 2),
    ],
)
def test_an_engine_stays_as_its_setting_says(
    restart: Restart,
    how: tuple[str, ...],
    commands: list[str],
    processes: int,
    kept: KeptEngines,
    tmp_path: Path,
) -> None:
    notes = tmp_path / "notes"
    records = played(kept, noting(notes, restart, *how))
    assert [record.reason for record in records] == [Reason.FIVE] * 3
    assert notes_of(notes) == (commands, processes)


def test_an_engine_whose_end_is_seen_late_is_started_again(
    kept: KeptEngines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EngineProcess, "is_usable", True)
    records = played(kept, noting(tmp_path / "notes", Restart.OFF, "leaves"), 2)
    assert [record.reason for record in records] == [Reason.FIVE] * 2


def test_an_engine_that_is_silent_at_restart_is_started_again(
    kept: KeptEngines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    engine = noting(notes, Restart.AUTO, "silent")
    played(kept, engine, 1)
    monkeypatch.setattr(client, "START_GRACE", 0.1 - PATIENCE)  # and its tolerance
    monkeypatch.setattr(client.Client, "_launch", relenting(monkeypatch, client.Client._launch))
    assert play_game(game(2, engine), kept).reason is Reason.FIVE
    assert notes_of(notes)[0] == ["START", "RESTART", "START"]


def relenting(monkeypatch: pytest.MonkeyPatch, launch):  # type: ignore[no-untyped-def]
    """Return `launch` with ample time to start."""

    def launched(one: client.Client) -> None:
        monkeypatch.setattr(client, "START_GRACE", PATIENCE)
        launch(one)

    return launched


def test_a_loser_by_forfeit_is_started_again_and_its_opponent_stays(
    kept: KeptEngines, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    engine = noting(notes, Restart.AUTO)
    crashing = EngineSpec(
        "crashing", command_of("dies_in_game"), tolerance=PATIENCE, restart=Restart.OFF
    )
    records = [play_game(game(n, engine, crashing), kept) for n in (1, 2)]
    assert [record.loser for record in records] == ["crashing"] * 2
    assert notes_of(notes) == (["START", "RESTART"], 1)
    assert len(kept.pids) == 1


def test_only_the_engines_of_the_last_game_stay(kept: KeptEngines, tmp_path: Path) -> None:
    one, two, three = (
        noting(tmp_path / name, Restart.AUTO, name=name) for name in ("one", "two", "three")
    )
    for number, (black, white) in enumerate([(one, two), (one, three), (one, two)], 1):
        play_game(game(number, black, white), kept)
        assert len(kept.pids) == 2
    assert notes_of(tmp_path / "one") == (["START", "RESTART", "RESTART"], 1)
    assert notes_of(tmp_path / "two") == (["START", "START"], 2)


def test_kept_engines_end_with_a_worker_that_gets_no_more_games(tmp_path: Path) -> None:
    worker = WorkerProcess[ScheduledGame, GameRecord](_run_worker, play_game, (), "mark")
    worker.begin(game(1, noting(tmp_path / "notes", Restart.AUTO, "outlives")))
    record = worker.end().answer
    assert record is not None
    assert record.reason is Reason.FIVE
    worker.pipe.close()  # as a killed runner does
    worker.process.join(PATIENCE)
    wait_for_the_end_of_engines()


def test_kept_engines_end_with_the_run(tmp_path: Path) -> None:
    engine = noting(tmp_path / "notes", Restart.AUTO, "outlives")
    games = [game(n, engine) for n in (1, 2)]
    records = list(run_games(games, LocalGameWorkers(1)))
    assert [record.reason for record in records] == [Reason.FIVE] * 2
    assert notes_of(tmp_path / "notes") == (["START", "RESTART"], 1)
    wait_for_the_end_of_engines()
