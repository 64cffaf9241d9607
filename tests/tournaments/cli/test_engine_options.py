"""The values of --engine, --each and tc=, and the messages for wrong ones."""

import os
import sys
from pathlib import Path

import pytest

from tournaments.bots.adp import WEIGHTS
from tournaments.cli.engine_options import engine_specs, pairs_of
from tournaments.engine.game_clock import EngineClock, parse_time_control
from tournaments.model import Restart, TimeControl, TournamentError


def test_a_bundled_bot_may_have_options_behind_its_name() -> None:
    """A path of its own is made absolute, since engines run in other folders."""
    path = os.path.relpath(WEIGHTS)
    specs = engine_specs([f"cmd='uctadppb weights={path} k2=0.3'", "cmd=adp"], [])
    assert specs[0].command[3:] == (
        *("tournaments.bots.uctadppb", "--weights", str(WEIGHTS), "--k2", "0.3"),
    )
    with pytest.raises(TournamentError, match="bot adp has no option 'k2'"):
        engine_specs(["cmd='adp k2=1'", "cmd=random"], [])


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10", TimeControl(10.0, None, 0.0)),
        ("180/30", TimeControl(180.0, 30.0, 0.0)),
        ("0/1", TimeControl(None, 1.0, 0.0)),
        ("/0.5", TimeControl(None, 0.5, 0.0)),
        ("10+0.1", TimeControl(10.0, None, 0.1)),
        ("60/5+1", TimeControl(60.0, 5.0, 1.0)),
    ],
)
def test_time_controls(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control


@pytest.mark.parametrize("text", ["", "0", "0/0", "fast", "1/2/3", "-5", "10+x", "nan", "1e9"])
def test_a_bad_time_control_is_explained(text: str) -> None:
    with pytest.raises(TournamentError, match="write match/turn\\+increment in seconds"):
        parse_time_control(text)


def test_the_clock_runs_down_and_gains_its_increment() -> None:
    clock = EngineClock(TimeControl(match=10.0, turn=3.0, increment=1.0))
    assert clock.limit == 3.0
    clock.spend(2.5)
    assert clock.time_left_ms == 8500
    for _ in range(4):
        clock.spend(3.0)
    assert clock.limit == 0.5
    clock.spend(2.0)
    assert clock.limit == -0.5
    assert clock.time_left_ms == -500


def test_an_unlimited_clock_says_so_in_the_protocol() -> None:
    clock = EngineClock(TimeControl(turn=1.5))
    clock.spend(100.0)
    assert clock.time_left_ms == 2147483647
    assert clock.infos() == [("timeout_turn", 1500), ("timeout_match", 0)]
    assert EngineClock(TimeControl(match=20.0)).infos()[0] == ("timeout_turn", 20000)


def test_engines_by_command_by_bundled_name_and_with_common_settings() -> None:
    specs = engine_specs(
        ["cmd=heuristic tc=0/2 option.seed=7", f'name=Mine cmd="{sys.executable} -c pass" dir=.'],
        ["tc=5 tolerance=0.2", "maxmemory=1000"],
    )
    bot, mine = specs
    assert bot.name == "heuristic"
    assert "tournaments.bots.heuristic" in bot.command
    assert bot.clock == TimeControl(turn=2.0)
    assert bot.options == (("seed", "7"),)
    assert mine.name == "Mine"
    assert mine.command[1:] == ("-c", "pass")
    assert mine.clock == TimeControl(match=5.0)
    assert (mine.tolerance, mine.max_memory, mine.directory) == (0.2, 1000, os.getcwd())


def test_what_is_bundled_runs_anywhere_and_handicaps_are_per_engine() -> None:
    weak, strong = engine_specs(["heuristic nodes=0", "cmd=alphabeta depth=2"], ["nodes=500"])
    assert (weak.nodes, weak.depth) == (None, None)
    assert (strong.nodes, strong.depth) == (500, 2)
    assert weak.directory is strong.directory is None


def test_our_own_brain_is_run_as_a_protocol_engine() -> None:
    first, second = engine_specs(["fukumi", "cmd=fukumi name=Twin"], [])
    assert first.command == second.command
    assert first.command[-2:] == ("-m", "pbrain.main")


def test_our_own_command_with_options_needs_no_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    net, folder = WEIGHTS.name, WEIGHTS.parent
    text = f"cmd='fukumi brain --net {net}' name=mine dir={folder}"
    own, _ = engine_specs([text, "cmd=random"], [])
    assert own.command == (sys.executable, "-P", "-m", "fukumi", "brain", "--net", net)


@pytest.mark.parametrize(
    ("engines", "words"),
    [
        (["heuristic"], "name at least two engines"),
        (["heuristic", "heuristic"], "two engines are called 'heuristic'"),
        (["heuristic", "nmae=x cmd=random"], "unknown key 'nmae' .* did you mean 'name'"),
        (["heuristic", "name=x"], "engine 'x' has no cmd="),
        (["heuristic", "cmd='alphazero net=nowhere.net'"], "nowhere.net"),
        (["heuristic", "cmd='fukumi brain --net nowhere.net'"], "nowhere.net"),
        (["heuristic", "cmd='fukumi brain --net=nowhere.net'"], "nowhere.net"),
        (["heuristic", "cmd=./nowhere/pbrain-x"], "no program './nowhere/pbrain-x'"),
        (["heuristic", "cmd=random tolerance=soon"], "tolerance=soon: write a number"),
        (["heuristic", "cmd=random tolerance=nan"], "tolerance=nan: write a number"),
        (["heuristic", "cmd=random tolerance=inf"], "tolerance=inf: write a number"),
        (["heuristic", "cmd=random maxmemory=-4"], "maxmemory=-4: write a whole number"),
        (["heuristic", "cmd=random nodes=many"], "nodes=many: write a whole number"),
        (["heuristic", "cmd=random depth=-1"], "depth=-1: write a whole number"),
        (["heuristic", "cmd=' ' name=x"], "engine 'x' has no cmd="),
        (["heuristic", "cmd=random dir=./nowhere"], "there is no such folder"),
        (["heuristic", "cmd='random"], "No closing quotation"),
        (["heuristic", "cmd=random 'name=a\nb'"], r"called 'a\\nb': give it a name that can"),
        (["heuristic", "cmd=random name=\x1b[31m"], "that can be seen"),
        (["heuristic", "cmd=random 'name=  '"], "that can be seen"),
        (["heuristic", "cmd=random name=\udcff"], "that can be seen"),
        (["heuristic", "cmd=random 'option.k=1\nEND'"], "option.k='1.nEND': give a single line"),
        (["heuristic", "cmd=random fast"], "'fast' .* write it as key=value"),
    ],
)
def test_a_bad_engine_is_explained(engines: list[str], words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        engine_specs(engines, [])


@pytest.mark.parametrize("each", ["5/1", "option.seed", "tc=1 fast"])
def test_settings_of_all_engines_have_no_command_alone(each: str) -> None:
    with pytest.raises(TournamentError, match="write it as key=value"):
        engine_specs(["heuristic", "random"], [each])


@pytest.mark.parametrize(
    "text", ["cmd=random cmd=heuristic", "random cmd=adp", "cmd=adp option.x=1 option.x=2"]
)
def test_a_key_that_is_given_twice_is_refused(text: str) -> None:
    with pytest.raises(TournamentError, match="= is given twice in "):
        engine_specs([text, "heuristic"], [])


def test_the_last_value_for_every_engine_counts() -> None:
    specs = engine_specs(["random", "heuristic tc=0/3"], ["tc=0/1 option.tc=x", "tc=0/2"])
    assert [spec.clock.turn for spec in specs] == [2.0, 3.0]


def test_pairs_reject_unknown_keys_and_bare_words() -> None:
    assert pairs_of("file='a b.txt' srand=3", ("file", "srand")) == {
        "file": "a b.txt",
        "srand": "3",
    }
    with pytest.raises(TournamentError, match="did you mean 'order'"):
        pairs_of("ordre=random", ("file", "order"))
    with pytest.raises(TournamentError, match="write it as key=value"):
        pairs_of("random", ("order",))


def test_restart_is_read_and_a_wrong_word_is_explained() -> None:
    one, other = engine_specs(["cmd=random name=a restart=auto", "cmd=random"], [])
    assert (one.restart, other.restart) == (Restart.AUTO, Restart.ON)
    with pytest.raises(TournamentError, match="restart=often: write on"):
        engine_specs(["random restart=often", "heuristic"], [])


@pytest.mark.skipif(sys.platform == "win32", reason="files there have no executable bit")
def test_a_program_that_is_not_executable_is_told_from_one_that_is_missing(tmp_path: Path) -> None:
    engine = tmp_path / "engine.sh"
    engine.write_text("#!/bin/sh\n")
    with pytest.raises(TournamentError, match=r"engine\.sh is not executable; run chmod"):
        engine_specs([f"cmd={engine}", "cmd=random"], [])
