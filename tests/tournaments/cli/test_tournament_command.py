"""The command `fukumi tournament`."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner, Result

from fukumi.command_line import main
from tests.patience import PATIENCE
from tests.tournaments.engines import (
    RANDOM,
    command_of,
    is_alive,
    option,
    wait_for_the_end_of_engines,
)
from tournaments.model import GameRecord, MachineLoad, Reason
from tournaments.model import Result as GameResult
from tournaments.play.store import Store
from tournaments.records.records import to_psq

MATCH = ["--engine", option("one"), "--engine", f"{RANDOM} name=two option.seed=3"]
VALUES = " ".join(command_of("values"))


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["tournament", *map(str, arguments)])


def stored(folder: Path) -> list[GameRecord]:
    with closing(Store.open(folder)) as store:
        return store.records()


def last_line(done: Result) -> str:
    return done.output.splitlines()[-1]


def test_a_match_is_played_kept_and_reported(tmp_path: Path) -> None:
    done = call("run", tmp_path, *MATCH, "--rounds", 2, "--concurrency", 2, "--rule", "standard")
    assert done.exit_code == 0, done.output
    assert "4/4" in done.output
    assert "one against two" in done.output
    assert last_line(done) == f"{tmp_path}: roundrobin, standard 15x15, 4 of 4 games, complete"
    games = {record.number: record for record in stored(tmp_path)}
    assert sorted(games) == [1, 2, 3, 4]
    assert games[1].moves[:3] == games[2].moves[:3]
    assert (games[1].black, games[2].black) == ("one", "two")
    shown = call("show", tmp_path)
    assert shown.exit_code == 0
    assert "Cross table" in shown.output
    assert last_line(shown) == last_line(done)
    read = json.loads(call("show", tmp_path, "--json").output)
    assert (read["state"], read["games"], read["total"]) == ("complete", 4, 4)
    assert {engine["name"] for engine in read["engines"]} == {"one", "two"}
    assert sum(read["engines"][0]["score"]) == 4
    assert read["sprt"] is None


@pytest.mark.slow
def test_the_folder_alone_or_the_same_command_goes_on(tmp_path: Path) -> None:
    command = ["run", tmp_path, *MATCH, "--boardsize", 9, "--rounds", 2]
    assert call(*command).exit_code == 0
    with closing(Store.open(tmp_path)) as store:
        games = store.records()
        store.forget_games()
        for game in games[:3]:
            store.add(game)
    again = call("run", tmp_path, "--concurrency", 2)
    assert again.exit_code == 0, again.output
    assert "continuing after 3 of 4 games" in again.output
    assert [record.number for record in stored(tmp_path)] == [game.number for game in games]
    assert stored(tmp_path)[:3] == games[:3]
    once_more = call(*command)
    assert "4 of 4 games, complete" in last_line(once_more)
    assert "continuing after" not in once_more.output


def test_a_damaged_game_is_reported_and_played_again(tmp_path: Path) -> None:
    assert call("run", tmp_path, *MATCH, "--boardsize", 9, "--rounds", 2).exit_code == 0
    with closing(Store.open(tmp_path)) as store:
        store._execute("UPDATE games SET record = '{' WHERE number = 3")
    shown = call("show", tmp_path)
    assert shown.exit_code == 0, shown.output
    assert "Damaged and left out: game 3" in shown.output
    assert "3 of 4 games, not being played" in last_line(shown)
    again = call("run", tmp_path)
    assert "the record of game 3 is damaged: it is played again" in again.output
    assert "4 of 4 games, complete" in last_line(again)


def test_other_settings_are_refused_until_the_games_are_deleted(tmp_path: Path) -> None:
    assert call("run", tmp_path, *MATCH, "--boardsize", 9).exit_code == 0
    other = ["run", tmp_path, *MATCH, "--boardsize", 10]
    refused = call(*other)
    assert refused.exit_code == 2
    assert "size (9 before, 10 now)" in refused.output
    assert len(stored(tmp_path)) == 2
    alone = call("run", tmp_path, "--rounds", 3)
    assert f"give `fukumi tournament run {tmp_path}` alone to continue it" in alone.stderr
    kept = CliRunner().invoke(main, ["tournament", "reset", str(tmp_path)], input="n\n")
    assert kept.exit_code == 1
    assert len(stored(tmp_path)) == 2
    assert "deleted 2 games" in call("reset", tmp_path, "--yes").output
    assert stored(tmp_path) == []
    assert call(*other).exit_code == 0
    assert {record.size for record in stored(tmp_path)} == {10}


def test_games_are_kept_for_broadcasts_by_the_numbers_of_their_engines(tmp_path: Path) -> None:
    done = call("run", tmp_path / "run", *MATCH, "--boardsize", 9, "--tmppsq", tmp_path / "psq")
    assert done.exit_code == 0, done.output
    games = {record.black: record for record in stored(tmp_path / "run")}
    for name, black in (("tmp_0x1.psq", "one"), ("tmp_1x0.psq", "two")):
        assert (tmp_path / "psq" / name).read_text() == to_psq(games[black])
    elsewhere = call("run", tmp_path / "run", "--tmppsq", tmp_path / "psq", "--cluster", "local")
    assert elsewhere.exit_code == 2
    assert "--tmppsq shows games of this machine" in elsewhere.output


@pytest.mark.slow
def test_an_sprt_ends_with_its_verdict_and_plays_no_more(tmp_path: Path) -> None:
    engines = ["--engine", option("simple"), "--engine", option("weak", "plays_taken")]
    sprt = ["--format", "sprt", "--elo1", 400, "--boardsize", 7, "--rounds", 50]
    done = call("run", tmp_path, *engines, *sprt)
    assert done.exit_code == 0, done.output
    assert last_line(done).startswith("SPRT of Elo +0 against +400: H1 accepted")
    games = stored(tmp_path)
    assert len(games) < 100
    assert "games, complete" in done.output
    assert last_line(call("run", tmp_path)) == last_line(done)
    assert stored(tmp_path) == games
    assert last_line(call("show", tmp_path)) == last_line(done)


def test_an_sprt_that_finds_nothing_says_so(tmp_path: Path) -> None:
    engines = ["--engine", option("one"), "--engine", option("two")]
    done = call("run", tmp_path, *engines, "--format", "sprt", "--boardsize", 7, "--rounds", 2)
    assert "inconclusive after 4 games" in last_line(done)
    read = json.loads(call("show", tmp_path, "--json").output)
    assert (read["sprt"]["verdict"], read["state"]) == (None, "complete")


def test_adjudicated_games_are_counted_with_their_rules(tmp_path: Path) -> None:
    rules = "resign=0.9 moves=2"
    engines = [
        word
        for name, value in (("winner", "1"), ("loser", "-1"))
        for word in ("--engine", f"name={name} cmd='{VALUES} {value}' tolerance={PATIENCE:g}")
    ]
    done = call("run", tmp_path, *engines, "--boardsize", "9", "--adjudicate", rules)
    assert done.exit_code == 0, done.output
    assert f"2 of 2 games were adjudicated ({rules})" in done.output
    shown = json.loads(call("show", tmp_path, "--json").output)
    assert shown["adjudication"] == rules
    assert shown["reasons"] == {"resignation": 2}


def test_a_league_is_named_and_what_departs_from_it_too(tmp_path: Path) -> None:
    league = ["--league", "fastgame", "--rounds", 1, "--boardsize", 9]
    done = call("run", tmp_path, *MATCH, *league)
    assert "differs from the league: board size: 9, in the league 20" in done.output
    assert last_line(done) == f"{tmp_path}: fastgame, freestyle 9x9, 2 of 2 games, complete"


def test_check_asks_every_engine_and_counts_nothing(tmp_path: Path) -> None:
    assert call("run", tmp_path, *MATCH, "--boardsize", 9).exit_code == 0
    games = stored(tmp_path)
    done = call("check", tmp_path)
    assert done.exit_code == 0, done.output
    first, second = done.output.splitlines()
    assert first.startswith('OK      one: name="Simple"')
    assert second.startswith('OK      two: name="random"')
    assert stored(tmp_path) == games


def test_check_tells_the_name_and_the_memory_of_an_engine_that_says_a_lot(tmp_path: Path) -> None:
    done = call("check", tmp_path / "new", "--engine", RANDOM, "--engine", option("one", "talks"))
    line = done.output.splitlines()[1]
    assert line.startswith('OK      one: name="Simple"')
    assert int(line.split()[-2]) > 0


def test_check_knows_the_stones_that_an_engine_has_placed(tmp_path: Path) -> None:
    engines = ["--engine", option("one", "strict_swap"), "--engine", option("two", "strict_swap")]
    done = call("check", tmp_path / "games", *engines, "--openings", "swap2")
    assert done.exit_code == 0, done.output
    assert [line.split()[0] for line in done.output.splitlines()] == ["OK", "OK"]


@pytest.mark.skipif(os.name == "nt", reason="names of files are Unicode there")
def test_text_that_is_no_unicode_reaches_engines_and_pages(tmp_path: Path) -> None:
    """Names on older disks and in older archives may be such."""
    name = os.fsdecode(b"caf\xe9")
    engines = ["--engine", f"heuristic option.folder={name}", "--engine", RANDOM]
    done = call("run", tmp_path / name, *engines, "--boardsize", 5, "--draw-after", 6)
    assert done.exit_code == 0, done.output
    assert {record.reason for record in stored(tmp_path / name)} == {Reason.DRAW_AFTER}
    for words in (["report"], ["ratings"]):
        page = tmp_path / f"{words[0]}.html"
        assert call(*words, tmp_path / name, "--title", name, "--out", page).exit_code == 0
        assert r"<title>caf\udce9" in page.read_text(encoding="utf-8")
    plan = call("plan", *engines, "--out", tmp_path / "plan.toml")
    assert "holds Unicode text only" in plan.stderr


def test_void_games_are_not_finished(tmp_path: Path) -> None:
    assert call("run", tmp_path / "whole", *MATCH, "--boardsize", 9).exit_code == 0
    with closing(Store.open(tmp_path / "whole")) as whole, closing(Store.create(tmp_path)) as store:
        store.begin(whole.plan)
        one, two = whole.records()
        store.add(one)
        store.add(replace(two, result=GameResult.VOID, reason=Reason.VOID))
    shown = json.loads(call("show", tmp_path, "--json").output)
    assert (shown["state"], shown["games"]) == ("not being played", 1)
    assert "1 of 2 games, not being played" in call("show", tmp_path).output


@pytest.mark.parametrize(
    "names",
    [("a[/red]", "b[red]"), ("Bot[new]", "Bot[old]"), (":bomb:", "[link=http://x]y"), ("[", "\\[")],
)
def test_names_are_no_markup(
    names: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    engines = [
        f"cmd={bot} 'name={name}' tolerance={PATIENCE:g}"
        for bot, name in zip(("random", "adp"), names, strict=True)
    ]
    done = call("run", tmp_path, "--engine", engines[0], "--engine", engines[1], "--boardsize", 5)
    shown = call("show", tmp_path)
    assert (done.exit_code, shown.exit_code) == (0, 0), done.output
    for name in names:
        assert f"{names[0]} - {names[1]}" in done.output
        for output in (done.output, shown.output):
            rows = [[cell.strip() for cell in row.split("│")] for row in output.splitlines()]
            assert len([row for row in rows if name in row]) >= 2


def harmless(output: str) -> bool:
    return output.replace("\n", "").isprintable()


def test_what_an_engine_prints_does_not_reach_the_terminal_as_it_is(tmp_path: Path) -> None:
    colours = option("colours", "colours")
    refuses = f'{colours[:-1]} refuses"'
    for engine, code in ((colours, 0), (refuses, 1)):
        done = call("check", tmp_path, "--engine", RANDOM, "--engine", engine)
        assert done.exit_code == code, done.output
        assert harmless(done.output)
        assert r"\x1b[2J\x1b]0;mine\x07\x9b31m\u202e" in done.output
    done = call("run", tmp_path, "--engine", RANDOM, "--engine", refuses, "--boardsize", 5)
    assert r"colours loses: refused START: ERROR \x1b[2J" in done.output
    assert harmless(done.output)


def test_the_name_of_a_folder_does_not_reach_the_terminal_as_it_is(tmp_path: Path) -> None:
    done = call("show", tmp_path / "\x1b[2J")
    assert done.exit_code == 2
    assert r"\x1b[2J holds no tournament" in done.output
    assert harmless(done.output)


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        ("dies_at_start", "exited unexpectedly with code 3"),
        ("plays_outside", "outside"),
        ("garbage", "no move within 0.3 s"),
        ("complains_at_start", "exited unexpectedly with code 1"),
    ],
)
def test_check_shows_what_a_failing_engine_said(engine: str, words: str, tmp_path: Path) -> None:
    tolerance = 0.1 if "no move" in words else PATIENCE
    bad = f"{option('bad', engine, tolerance)} tc=0/0.3"
    done = call("check", tmp_path / "new", "--engine", RANDOM, "--engine", bad)
    assert done.exit_code == 1, done.output
    ok, failed, *transcript = done.output.splitlines()
    assert ok.startswith("OK      random")
    assert failed.startswith("FAILED  bad: ")
    assert words in failed
    assert "          > START 15" in transcript
    if engine == "complains_at_start":
        assert "          ! RuntimeError: no net in this folder" in transcript
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted there")
def test_check_leaves_no_orphan(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    orphans = f'{option("bad", "leaves_an_orphan")[:-1]} {pids}"'
    done = call("check", tmp_path / "new", "--engine", "random", "--engine", orphans)
    assert done.exit_code == 0, done.output
    (pid,) = pids.read_text().split()
    assert not psutil.pid_exists(int(pid)) or not is_alive(psutil.Process(int(pid)))


def test_check_finds_who_does_not_speak_swap2(tmp_path: Path) -> None:
    one, two = ("--engine", RANDOM), ("--engine", f"{option('good', 'swaps')} option.x=1")
    done = call("check", tmp_path / "new", *one, *two, "--openings", "swap2")
    assert done.exit_code == 1
    assert "FAILED  random: refused swap2: UNKNOWN" in done.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rounds", "3"], "name at least two engines"),
        ([], "holds no tournament: begin one with"),
        (["--engine", "random", "--engine", "cmd=./gone name=x"], "no program './gone'"),
        (["--engine", "random", "--engine", "heuristic", "--each", "tc=x"], "time control 'x'"),
        (["--engine", "random", "--engine", "heuristic", "--rule", "go"], "unknown rule 'go'"),
        (
            ["--engine", "random", "--engine", "heuristic", "--openings", "file=./gone.txt"],
            "cannot read openings from ./gone.txt",
        ),
        (
            ["--engine", "random", "--engine", "heuristic", "--openings", "type=pos"],
            "names no file=",
        ),
        (
            ["--engine", "random", "--engine", "heuristic", "--openings", "file=x srand=z"],
            "cannot read openings",
        ),
        (["--engine", "random", "--engine", "heuristic", "--boardsize", "30"], "5<=x<=22"),
        (["--engine", "random", "--engine", "heuristic", "--round", "3"], "--rounds"),
        (["--engine", "random", "--engine", "heuristic", "--league", "go"], "'fastgame'"),
    ],
)
def test_bad_input_is_one_clear_line_and_makes_nothing(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    done = call("run", tmp_path / "new", *arguments)
    assert done.exit_code == 2
    assert words in done.output
    assert "Traceback" not in done.output
    assert done.output.count("fukumi tournament:") <= 1
    assert not (tmp_path / "new").exists()


def test_a_place_that_cannot_be_used_is_one_clear_line() -> None:
    done = call("run", "/dev/null/x", *MATCH)
    assert done.exit_code == 2
    assert "cannot keep a tournament in" in done.output


def test_a_tournament_that_is_not_played_cannot_be_stopped(tmp_path: Path) -> None:
    assert call("run", tmp_path, *MATCH, "--boardsize", 9).exit_code == 0
    done = call("stop", tmp_path)
    assert done.exit_code == 2
    assert "no process is playing" in done.output


@contextmanager
def long_run(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a tournament in a process of its own, and yield it once some games are finished."""
    command = [sys.executable, "-m", "fukumi", "tournament", "run", str(folder), *MATCH]
    command += ["--rounds", "500", "--concurrency", "2", "--boardsize", "9"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        yield process


@pytest.mark.slow
def test_stop_lets_the_games_under_way_end(tmp_path: Path) -> None:
    with long_run(tmp_path) as process:
        shown = call("show", tmp_path)
        assert "of 1000 games, being played" in last_line(shown)
        refused = call("run", tmp_path)
        assert refused.exit_code == 2
        assert "another process plays" in refused.output
        assert call("reset", tmp_path, "--yes").exit_code == 2
        assert "asked to stop" in call("stop", tmp_path).output
        output = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 0, output
    assert "of 1000 games, not being played" in output
    games = stored(tmp_path)
    assert 1 <= len(games) < 1000
    assert {record.reason for record in games} <= {Reason.FIVE, Reason.FULL_BOARD}
    wait_for_the_end_of_engines()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C reaches a whole console there")
@pytest.mark.slow
def test_ctrl_c_keeps_the_finished_games(tmp_path: Path) -> None:
    with long_run(tmp_path) as process:
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 0, output
    assert "stopped: the running games are cancelled" in output
    assert "Cross table" in output
    assert stored(tmp_path)
    wait_for_the_end_of_engines()


def test_clocks_that_cannot_be_trusted_are_reported(tmp_path: Path) -> None:
    call("run", tmp_path, *MATCH, "--boardsize", 9, "--rounds", 1)
    with closing(Store.open(tmp_path)) as store:
        games = store.records()
        store.forget_games()
        for game in games:
            store.add(replace(game, load=MachineLoad(200.0, 400.0, 50.0, 3.0, 0.0)))
    shown = call("show", tmp_path).output
    assert "The clocks of 2 of 2 games cannot be trusted" in " ".join(shown.split())
