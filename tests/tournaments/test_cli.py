"""`fukumi tournament` as people call it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from tournaments.cli import tournament

ENGINES = Path(__file__).parent.parent / "engines"


def simple(name: str) -> str:
    return f'name={name} cmd="{sys.executable} {ENGINES / "simple.py"}"'


def test_a_match_is_played_recorded_and_told(tmp_path: Path) -> None:
    out = tmp_path / "records"
    arguments = ["--engine", simple("one"), "--engine", "cmd=random name=two option.seed=3"]
    arguments += ["--rounds", "2", "--concurrency", "2", "--rule", "standard", "--out", str(out)]
    done = CliRunner().invoke(tournament, arguments)
    assert done.exit_code == 0, done.output
    assert "4/4" in done.output
    assert "Cross table" in done.output
    assert "one against two" in done.output
    assert f"Records: {out}" in done.output.replace("\n", "")
    games = [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()]
    assert sorted(game["number"] for game in games) == [1, 2, 3, 4]
    assert {game["rule"] for game in games} == {"standard"}
    by_number = {game["number"]: game for game in games}
    assert [m[:2] for m in by_number[1]["moves"][:3]] == [m[:2] for m in by_number[2]["moves"][:3]]
    assert (by_number[1]["black"], by_number[2]["black"]) == ("one", "two")
    assert len(list(out.glob("*.psq"))) == len(list(out.glob("*.sgf"))) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name at least two engines"),
        (["--engine", "random", "--engine", "cmd=./gone name=x"], "no program './gone'"),
        (["--engine", "random", "--engine", "heuristic", "--each", "tc=x"], "time control 'x'"),
        (["--engine", "random", "--engine", "heuristic", "--rule", "go"], "unknown rule 'go'"),
        (
            ["--engine", "random", "--engine", "heuristic", "--openings", "file=./gone.txt"],
            "cannot read openings from ./gone.txt",
        ),
        (
            ["--engine", "random", "--engine", "heuristic", "--openings", "order=random"],
            "names no file=",
        ),
        (
            ["--engine", "random", "--engine", "heuristic", "--openings", "file=x srand=z"],
            "cannot read openings",
        ),
        (["--engine", "random", "--engine", "heuristic", "--boardsize", "30"], "5<=x<=22"),
        (["--engine", "random", "--engine", "heuristic", "--round", "3"], "--rounds"),
        (["--engine", "random", "--engine", "heuristic", "--out", "/dev/null/x"], "see --out"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(arguments: list[str], words: str) -> None:
    done = CliRunner().invoke(tournament, arguments)
    assert done.exit_code == 2
    assert words in done.output
    assert "Traceback" not in done.output
    assert done.output.count("fukumi tournament:") <= 1


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C reaches a whole console there")
def test_ctrl_c_keeps_the_finished_games(tmp_path: Path) -> None:
    out = tmp_path / "records"
    command = [sys.executable, "-m", "fukumi", "tournament", "--rounds", "500", "--out", str(out)]
    command += ["--engine", simple("one"), "--engine", simple("two")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
        deadline = time.monotonic() + 60
        while not list(out.glob("*.sgf")) and time.monotonic() < deadline:
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        output = run.communicate(timeout=60)[0].decode()
    assert run.returncode == 0, output
    assert "stopped: the games under way are broken off" in output
    assert "Cross table" in output
    games = (out / "games.jsonl").read_text().splitlines()
    assert games
    assert all(json.loads(line)["reason"] == "five" for line in games)
