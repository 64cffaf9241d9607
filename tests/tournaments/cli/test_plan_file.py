"""Tournaments as files: what they say is what the command line would say, and errors name both."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.game.rules import Rule
from fukumi.command_line import main
from tests.tournaments.engines import RANDOM
from tournaments.cli.engine_options import engine_specs
from tournaments.cli.plan_options import PlanOptions, as_plan_file, plan_of
from tournaments.model import TournamentError
from tournaments.play.league import LEAGUES
from tournaments.play.schedule import Format

PLAN = """
league = "renju"
format = "gauntlet"
rounds = 3
repeat = false
draw-after = 100
openings = { order = "random", srand = 3 }

[each]
tc = "0/0.5"
tolerance = 2

[[engine]]
cmd = "random seed=3"
name = "A player"
option = { seed = 4, "two words" = "a b" }

[[engine]]
cmd = "./mine --fast"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a program, which is not the current folder."""
    there, here = tmp_path / "there", tmp_path / "here"
    for made in (there, here):
        made.mkdir()
    (there / "mine").write_text("#!/bin/sh\n")
    (there / "mine").chmod(0o755)
    monkeypatch.chdir(here)
    return there


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_is_read_as_windows_writes_it(encoding: str, folder: Path) -> None:
    path = folder / "plan.toml"
    path.write_text(PLAN, encoding=encoding)
    assert plan_of(PlanOptions(plan=path)) == plan_of(PlanOptions(plan=written(folder, PLAN)))


def test_a_file_says_what_the_command_line_would(folder: Path) -> None:
    plan = plan_of(PlanOptions(plan=written(folder, PLAN)))
    assert (plan.rule, plan.format, plan.rounds, plan.repeat) == (
        *(Rule.RENJU, Format.GAUNTLET, 3, False),
    )
    assert plan.draw_after == 100
    first, mine = plan.engines
    assert first.name == "A player"
    assert first.options == (("seed", "4"), ("two words", "a b"))
    assert [spec.clock.turn for spec in plan.engines] == [0.5, 0.5]
    assert mine.command == (str(folder / "mine"), "--fast")  # paths are relative to the file
    assert mine.directory == str(folder)


def test_the_command_line_overrides_the_file(folder: Path) -> None:
    path = written(folder, PLAN)
    plan = plan_of(PlanOptions(plan=path, rounds=1, each=("tolerance=9",), rule="caro"))
    assert (plan.rounds, plan.rule, plan.games) == (1, Rule.CARO, 2)
    assert [(spec.clock.turn, spec.tolerance) for spec in plan.engines] == [(0.5, 9.0)] * 2
    others = plan_of(PlanOptions(plan=path, engines=("random", "heuristic")))
    assert others.names == ["random", "heuristic"]


def test_engines_run_where_each_says(folder: Path) -> None:
    (folder / "sub").mkdir()
    engine = '[[engine]]\ncmd = "./mine"\nname = '
    text = f'[each]\ndir = "sub"\n{engine}"a"\n{engine}"b"\ndir = "."\n'
    plan = plan_of(PlanOptions(plan=written(folder, text)))
    assert [spec.directory for spec in plan.engines] == [str(folder / "sub"), str(folder)]
    (folder.parent / "here" / "other").mkdir()
    path = written(folder, f'{engine}"a"\n{engine}"b"\n')
    plan = plan_of(PlanOptions(plan=path, each=("dir=other",)))
    assert [spec.directory for spec in plan.engines] == [str(Path("other").absolute())] * 2
    choices = PlanOptions(engines=(f"{folder}/mine", "random"), each=("dir=other",))
    again = plan_of(PlanOptions(plan=written(folder, as_plan_file(choices, folder))))
    assert again.engines == plan_of(choices).engines


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('leage = "renju"', "unknown key 'leage': did you mean 'league'?"),
        ('league = "chess"', "league: 'chess' is not one of"),
        ("rounds = 0", "rounds: 0 is not in the range"),
        ("rounds = true", "rounds: true and false are no values"),
        ('repeat = "yes"', "repeat: write true or false"),
        ("rounds = [1]", "rounds: write a text or a number"),
        ("engine = 3", "write each engine as a table [[engine]]"),
        ('[[engine]]\nnmae = "x"', "engine 1: unknown key 'nmae': did you mean 'name'?"),
        ("[[engine]]\noption = 3", "engine 1: option: write it as a table"),
        ('openings = { ordr = "random" }', "openings: unknown key 'ordr': did you mean 'order'?"),
        ("rounds = ", "is not TOML"),
    ],
)
def test_an_error_names_the_key_and_how_to_mend_it(folder: Path, text: str, words: str) -> None:
    with pytest.raises(TournamentError) as error:
        plan_of(PlanOptions(plan=written(folder, text)))
    assert words in str(error.value)
    assert "plan.toml" in str(error.value)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="cannot be read: No such file"):
        plan_of(PlanOptions(plan=tmp_path / "none.toml"))


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rounds=st.none() | st.integers(1, 50),
    league=st.none() | st.sampled_from(list(LEAGUES)),
    repeat=st.none() | st.booleans(),
    turn=st.integers(1, 9),
    name=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1).filter(
        lambda text: text.isprintable() and not set(text) & set("\\'\"#")
    ),
)
def test_a_written_plan_is_read_as_it_was(
    folder: Path,
    rounds: int | None,
    league: str | None,
    repeat: bool | None,
    turn: int,
    name: str,
) -> None:
    engines = (f"cmd='random seed=3' name='{name} x' option.a=b", f"cmd={folder}/mine tc=0/{turn}")
    choices = PlanOptions(
        engines=engines, each=(f"tc=0/{turn}",), rounds=rounds, league=league, repeat=repeat
    )
    path = written(folder, as_plan_file(choices, folder))
    plan, again = plan_of(choices), plan_of(PlanOptions(plan=path))
    assert again.engines[0] == plan.engines[0]
    assert again.engines[1].command == plan.engines[1].command
    assert (again.rounds, again.league, again.repeat) == (plan.rounds, plan.league, plan.repeat)
    assert again.openings == plan.openings


@pytest.mark.parametrize("league", LEAGUES)
def test_the_template_of_each_league_makes_its_tournament(
    league: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pbrain-mine").write_text("#!/bin/sh\n")
    (tmp_path / "pbrain-mine").chmod(0o755)
    done = CliRunner().invoke(main, ["tournament", "plan", "--league", league, "--out", "x.toml"])
    assert done.exit_code == 0, done.output
    plan = plan_of(PlanOptions(plan=Path("x.toml")))
    assert (plan.league, plan.rule, plan.rounds) == (league, LEAGUES[league].rule, 12)
    assert len(plan.engines) == 2


def test_engines_of_a_list_are_taken_by_name(folder: Path) -> None:
    (folder / "engines.toml").write_text(
        '[[engine]]\nname = "Mine"\ncmd = "./mine"\nmaxmemory = 1000\n'
        '[[engine]]\nname = "R"\ncmd = "random"\n'
    )
    listed = f"list={folder}/engines.toml"
    mine, other = engine_specs([f"conf=Mine {listed}", f"conf=R {listed} name=S"], ["tc=0/3"])
    assert (mine.name, mine.max_memory, mine.clock.turn) == ("Mine", 1000, 3.0)
    assert mine.command == (str(folder / "mine"),)
    assert other.name == "S"
    plan = written(folder, '[[engine]]\nconf = "Mine"\n[[engine]]\nconf = "R"\n')
    assert plan_of(PlanOptions(plan=plan)).names == ["Mine", "R"]  # of the list next to the plan
    with pytest.raises(TournamentError, match="no such engine: did you mean 'Mine'"):
        engine_specs([f"conf=Mime {listed}", "random"], [])


def test_what_the_list_says_of_an_engine_overrides_each(folder: Path) -> None:
    (folder / "engines.toml").write_text(
        '[[engine]]\nname = "Slow"\ncmd = "random"\ntc = "0/5"\nmaxmemory = 0\n'
    )
    listed = f"list={folder}/engines.toml"
    slow, one = engine_specs(
        [f"conf=Slow {listed}", f"conf=Slow {listed} name=S tc=0/2"], ["tc=0/1 tolerance=3"]
    )
    assert (slow.clock.turn, slow.max_memory, slow.tolerance) == (5.0, 0, 3.0)
    assert one.clock.turn == 2.0
    (both,) = {
        spec.clock.turn
        for spec in engine_specs(["name=A", "name=B"], [f"conf=Slow {listed} tc=0/1"])
    }
    assert both == 1.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[engine]]\ncmd = "random"', "engine 1 has no name"),
        ('[[engine]]\nname = "R"\n[[engine]]\nname = "R"', "engine 2 has the name 'R' of another"),
        ('rounds = 3\n[[engine]]\nname = "R"', "unknown key 'rounds'"),
    ],
)
def test_a_wrong_list_is_explained(folder: Path, text: str, words: str) -> None:
    (folder / "engines.toml").write_text(text)
    with pytest.raises(TournamentError, match=words):
        engine_specs([f"conf=R list={folder}/engines.toml", "random"], [])


def test_a_tournament_is_played_from_a_file(tmp_path: Path) -> None:
    text = f"rounds = 1\nboardsize = 5\n[each]\ntolerance = 300\n{'[[engine]]' + chr(10)}"
    path = written(tmp_path, f'{text}cmd = "random"\n[[engine]]\ncmd = "heuristic"\n')
    games = tmp_path / "games"
    done = CliRunner().invoke(main, ["tournament", "run", str(games), "--plan", str(path)])
    assert done.exit_code == 0, done.output
    assert "2 of 2 games, complete" in done.output
    again = CliRunner().invoke(
        main, ["tournament", "run", str(games), "--plan", str(path), "--engine", RANDOM]
    )
    assert again.exit_code != 0
