"""Logs of the engines' pipes: complete, in order, bounded, and found again from the report."""

import base64
import errno
import json
import os
import re
import zlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from core.game.rules import Rule
from core.system import files
from tests.patience import PATIENCE
from tests.tournaments.engines import command_of, option
from tests.tournaments.samples import sample
from tournaments.cli.tournament_command import tournament
from tournaments.engine.kept_engines import KeptEngines
from tournaments.engine.pipe_log import MOST_LOGGED, PipeLog
from tournaments.model import EngineSpec, Reason, Restart, ScheduledGame
from tournaments.play.game_log import log_text
from tournaments.play.referee import play_game
from tournaments.play.store import Store

LINE = re.compile(r" *(\d+\.\d{3}) ([BW]) ([<>!~]) (.*)")


@given(st.lists(st.text(alphabet="aé五", max_size=30), max_size=60), st.integers(2, 2000))
def test_a_log_keeps_its_first_and_last_lines_within_bounds(lines: list[str], most: int) -> None:
    log = PipeLog(most)
    for at, line in enumerate(lines):
        log.add("<", float(at), line)
    kept = list(log.lines())
    real = [line for line in kept if line.mark == "<"]
    written = log_text(sample(), log, None, 0.0).splitlines(keepends=True)[3:]
    assert sum(len(line.encode()) for line in written if " B < " in line) <= most
    assert [lines[int(line.at)] for line in real] == [line.text for line in real]
    assert [line.at for line in kept] == sorted(line.at for line in kept)
    left_out = len(lines) - len(real)
    assert (f"... {left_out:,} lines are left out ..." in [x.text for x in kept]) == bool(left_out)


def game(black: str, *arguments: str, restart: Restart = Restart.ON) -> ScheduledGame:
    one, other = (
        EngineSpec(name, (*command_of(name), *words), tolerance=PATIENCE, restart=restart)
        for name, words in ((black, arguments), ("simple", ()))
    )
    return ScheduledGame(1, 1, one, other, Rule.FREESTYLE, 9, logged=True)


def lines_of(text: str) -> list[tuple[str, str]]:
    """Return (side and mark, text) of each line, after a check of the times."""
    header, body = text.split("standard error.\n")
    assert header.count("\n#") == 2
    found = [LINE.fullmatch(line) for line in body.splitlines()]
    assert all(found)
    times = [float(line[1]) for line in found if line]
    assert times == sorted(times)
    return [(f"{line[2]} {line[3]}", line[4]) for line in found if line]


def test_a_log_has_what_each_engine_was_told_and_said_and_its_standard_error() -> None:
    record = play_game(game("says_on_stderr"))
    assert record.reason is Reason.FIVE
    lines = lines_of(record.pipes)
    assert "says_on_stderr (Black) against simple (White), freestyle 9x9" in record.pipes
    assert lines[0] == ("B >", "ABOUT")
    first = lines.index(("B >", "BEGIN"))
    assert ("B !", "loading") in lines[:first]
    assert ("W >", f"TURN {record.moves[0].x},{record.moves[0].y}") not in lines
    assert ("B >", f"TURN {record.moves[1].x},{record.moves[1].y}") in lines
    for ply, move in enumerate(record.moves):
        assert ("BW"[ply % 2] + " <", f"{move.x},{move.y}") in lines
    assert sum(line == "B !" for line, _ in lines) == 1 + len(record.moves[::2])
    assert ("B >", "END") in lines


def test_the_last_words_of_a_dying_engine_are_kept() -> None:
    record = play_game(game("says_on_stderr", "dies"))
    assert record.reason is Reason.CRASH
    lines = lines_of(record.pipes)
    assert ("B !", "out of ideas") in lines
    assert ("B <", "7, (and no end of the line)") in lines


def test_a_flood_on_the_standard_error_neither_fills_the_log_nor_stops_the_engine() -> None:
    record = play_game(game("says_on_stderr", "floods"))
    assert record.reason is Reason.FIVE, record.detail
    assert len(record.pipes) < MOST_LOGGED * 1.5
    assert "lines are left out ..." in record.pipes
    assert ("B !", "thinking after 0") in lines_of(record.pipes)


def test_engines_that_stay_have_a_log_for_each_game() -> None:
    with KeptEngines() as kept:
        first, second = (
            play_game(game("says_on_stderr", restart=Restart.AUTO), kept) for _ in range(2)
        )
    assert ("B >", "START 9") in lines_of(first.pipes)
    lines = lines_of(second.pipes)
    assert next(line for line in lines if line[0] == "B >") == ("B >", "RESTART")
    assert ("B !", "thinking after 0") in lines
    assert ("B !", "loading") not in lines


def test_a_game_without_a_log_reads_no_standard_error() -> None:
    record = play_game(replace(game("says_on_stderr"), logged=False))
    assert (record.reason, record.pipes) == (Reason.FIVE, "")


def run(folder: Path, *words: str) -> Result:
    arguments = ["run", str(folder), "--engine", option("good"), "--boardsize", "9"]
    arguments += ["--engine", option("bad", "dies_in_game"), *words]
    return CliRunner().invoke(tournament, arguments, catch_exceptions=False)


def logs_of(folder: Path) -> list[str]:
    with closing(Store.open(folder)) as store:
        return [record.log for record in store.records()]


def test_the_report_links_to_the_logs_of_a_run(tmp_path: Path) -> None:
    """Also where the tournament's folder is a link to another."""
    (tmp_path / "real" / "deep").mkdir(parents=True)
    folder, page = tmp_path / "games", tmp_path / "pages" / "r.html"
    folder.symlink_to(tmp_path / "real" / "deep")
    logs = tmp_path / "my logs"
    done = run(folder, "--log", str(logs))
    assert done.exit_code == 0, done.output
    page.parent.mkdir()
    report = CliRunner().invoke(tournament, ["report", str(folder), "--out", str(page)])
    assert report.exit_code == 0, report.output
    packed = re.search(r'id="data">([^<]+)<', page.read_text())
    assert packed
    games = json.loads(zlib.decompress(base64.b64decode(packed[1])))["games"]
    targets = {(page.parent / unquote(game["log"])).resolve() for game in games}
    assert targets == {path.resolve() for path in logs.iterdir()}
    assert len(targets) == 2


def test_two_tournaments_keep_their_logs_in_one_folder(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    run(tmp_path / "first", "--log", str(logs))
    before = {path.name: path.read_text() for path in logs.iterdir()}
    run(tmp_path / "second", "--log", str(logs))
    assert {name: (logs / name).read_text() for name in before} == before
    kept = logs_of(tmp_path / "first") + logs_of(tmp_path / "second")
    assert {Path(log).name for log in kept} == {path.name for path in logs.iterdir()}
    assert len(set(kept)) == 4


@pytest.mark.parametrize(("name", "expected"), [("bad", 2), ("good", 0)])
def test_only_the_lost_games_of_an_engine_are_logged(
    name: str, expected: int, tmp_path: Path
) -> None:
    done = run(tmp_path / "games", "--log", str(tmp_path / "logs"), "--log-lost", name)
    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "logs").iterdir())) == expected
    assert sum(map(bool, logs_of(tmp_path / "games"))) == expected
    paths = re.findall(r"\(log: (.*)\)", done.output)
    assert [Path(path).parent for path in paths] == [tmp_path / "logs"] * expected
    assert all(Path(path).is_file() for path in paths)


def test_a_full_disk_costs_the_logs_and_not_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "write_whole", full)
    done = run(tmp_path / "games", "--log", str(tmp_path / "logs"))
    assert done.exit_code == 0, done.output
    assert f"the log of game 1 cannot be written: {os.strerror(errno.ENOSPC)}" in done.output
    assert "2 of 2 games, complete" in done.output
    assert logs_of(tmp_path / "games") == ["", ""]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--log-lost", "bad"), "--log-lost needs a folder"),
        (("--log", "LOGS", "--log-lost", "ugly"), "--log-lost ugly: the engines are good, bad"),
        (("--log", "FILE/logs"), "cannot write logs to"),
    ],
)
def test_wrong_log_options_are_explained_before_any_game(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    (tmp_path / "FILE").write_text("")
    placed = [str(tmp_path / word) if word.isupper() or "/" in word else word for word in words]
    with pytest.raises(Exception, match=re.escape(message)):
        run(tmp_path / "games", *placed)
    with closing(Store.open(tmp_path / "games")) as store:
        assert store.count() == 0
