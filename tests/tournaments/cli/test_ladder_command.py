"""The command `fukumi ladder`."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fukumi.command_line import main
from tests.patience import wait_until
from tests.tournaments.engines import command_of, wait_for_the_end_of_all
from tournaments.play.store import Store

EACH = ("--each", "tc=0/5 tolerance=60", "--boardsize", "9")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    engines = tmp_path / "league" / "engines"
    engines.mkdir(parents=True)
    (engines / "strong.txt").write_text("# an anchor\ncmd=heuristic\nanchor=1500\n")
    (engines / "weak.txt").write_text("cmd=random")
    return tmp_path / "league"


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_a_ladder_is_played_shown_on_a_page_and_continued(folder: Path) -> None:
    done = call("ladder", folder, *EACH, "--games", 2, "--tmppsq", folder / "psq")
    assert done.exit_code == 0, done.output
    assert set(os.listdir(folder / "psq")) == {"tmp_strongxweak.psq", "tmp_weakxstrong.psq"}
    assert not (folder / "live").exists()
    assert "strong at 1500 fixed" in " ".join(done.output.split())
    page = (folder / "ratings.html").read_text(encoding="utf-8")
    assert "strong at 1500 fixed" in page
    assert "No games are being played" in page
    assert 'http-equiv="refresh"' not in page
    again = call("ladder", folder, "--games", 4)
    assert "4 games, complete" in again.output
    shown = call("tournament", "show", folder)
    assert "ladder, freestyle 9x9, 4 games, not being played" in shown.output
    assert call("tournament", "reset", folder, "--yes").exit_code == 0
    assert not (folder / "ratings.html").exists()


def test_other_commands_rate_on_the_scale_of_the_anchors_too(folder: Path) -> None:
    assert call("ladder", folder, *EACH, "--games", 2).exit_code == 0
    (folder / "engines" / "waiting.txt").write_text("cmd=random anchor=300")
    for command in ("show", "watch", "ratings"):
        done = call("tournament", command, folder)
        assert "strong at 1500 fixed" in " ".join(done.output.split()), command
        assert "waiting" not in done.output
    assert json.loads(call("tournament", "show", folder, "--json").output)["anchors"] == {
        "strong": 1500
    }
    own = call("tournament", "ratings", folder, "--anchor", "strong=900")
    assert "strong at 900 fixed" in " ".join(own.output.split())


def test_games_go_on_without_a_page(folder: Path) -> None:
    (folder / "ratings.html").mkdir()
    done = call("ladder", folder, *EACH, "--games", 2)
    assert done.exit_code == 0, done.output
    assert "ratings.html" in done.output
    assert "2 games, complete" in done.output


def test_a_broken_engine_is_on_the_page_and_costs_no_other(folder: Path) -> None:
    (folder / "engines" / "dies.txt").write_text(f"cmd='{' '.join(command_of('dies_at_start'))}'")
    (folder / "engines" / "<b>.txt").write_text("cmd=nosuchprogram")
    done = call("ladder", folder, *EACH, "--games", 2)
    assert done.exit_code == 0, done.output
    page = (folder / "ratings.html").read_text(encoding="utf-8")
    assert "dies is set aside: dies loses: exited unexpectedly" in page
    assert "&lt;b&gt; is set aside: engine &#x27;nosuchprogram&#x27; cannot be started" in page
    with closing(Store.open(folder)) as store:
        assert {record.black for record in store.records()} == {"strong", "weak"}


def test_paths_in_a_file_are_relative_to_it(folder: Path) -> None:
    script = folder / "engines" / "mine.sh"
    script.write_text(f"#!/bin/sh\nexec {' '.join(command_of('simple'))}\n")
    script.chmod(0o755)
    (folder / "engines" / "strong.txt").unlink()
    (folder / "engines" / "mine.txt").write_text("cmd=./mine.sh")
    done = call("ladder", folder, *EACH, "--games", 2)
    assert done.exit_code == 0, done.output


def test_a_folder_for_all_engines_is_relative_to_where_the_ladder_is_started(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    done = call("ladder", folder, *EACH, "--each", "dir=data", "--games", 2)
    assert "2 games, complete" in done.output
    with closing(Store.open(folder)) as store:
        assert f"dir={tmp_path / 'data'}" in store.plan.each


@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
def test_a_killed_ladder_loses_no_finished_game(folder: Path) -> None:
    command = [sys.executable, "-m", "fukumi", "ladder", str(folder), *EACH]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        wait_until(lambda: "game 3" in (run.stdout.readline() if run.stdout else ""))
        os.kill(run.pid, signal.SIGKILL)
    wait_for_the_end_of_all()
    with closing(Store.open(folder)) as store:
        before = store.records()
    assert len(before) >= 3
    wanted = len(before) + 2
    assert f"{wanted} games, complete" in call("ladder", folder, "--games", wanted).output
    with closing(Store.open(folder)) as store:
        assert store.records()[: len(before)] == before


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("cmd=random anchor=high", "anchor=high: write a number"),
        ("cmd=random anchor=inf", "anchor=inf: write a number"),
        ("cmd=random anchor=-50000", "anchor=-50000: write a number below 50000"),
        ("cmd=random name=other", "its file has the name"),
        ("cmd=random elo=3", "unknown key 'elo'"),
        ("cmd=random\ncmd=heuristic", "cmd= is given twice"),
        ("cmd=random anchor=1 anchor=2", "anchor= is given twice"),
        ("", "has no cmd="),
        ("cmd='random", "No closing quotation"),
    ],
)
def test_a_file_that_makes_no_engine_is_explained(folder: Path, text: str, error: str) -> None:
    (folder / "engines" / "weak.txt").write_text(text)
    done = call("ladder", folder, "--games", 2)
    assert done.exit_code == 2
    assert "weak is set aside until weak.txt changes" in done.output
    assert error in done.output
    assert "fewer than two engines can play" in done.stderr


def test_other_settings_and_other_folders_are_refused(folder: Path, tmp_path: Path) -> None:
    assert "has no engines: write a text file" in call("ladder", tmp_path / "new").stderr
    assert not (tmp_path / "new").exists()
    assert "unknown key 'time'" in call("ladder", folder, "--each", "time=3").stderr
    assert not (folder / "tournament.db").exists()
    call("ladder", folder, *EACH, "--games", 2)
    other = call("ladder", folder, "--rule", "renju")
    assert "rule (freestyle before, renju now)" in other.stderr
    assert f"give `fukumi ladder {folder}` alone" in other.stderr
    assert f"`fukumi ladder {folder}` plays" in call("tournament", "run", folder).stderr
    match = tmp_path / "match"
    call("tournament", "run", match, "--engine", "random", "--engine", "heuristic", *EACH)
    assert "is a tournament" in call("ladder", match).stderr
    (match / "engines").mkdir()
    (match / "engines" / "x.txt").write_text("cmd=random")
    assert "is a tournament" in call("ladder", match).stderr
