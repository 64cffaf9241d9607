"""The command `fukumi tune`."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fukumi.command_line import main
from tests.tournaments.play.test_runner import HereAndNow
from tests.tournaments.samples import sample
from tournaments.cli import tune_command
from tournaments.model import GameRecord, ScheduledGame
from tournaments.play.referee import void_record

ENGINE = "cmd=puremcts nodes={n}"
NODES = "name=n start=20 low=1 high=200 step=10"


def call(folder: Path, engine: str, *parameters: str, pairs: int = 2) -> Result:
    words = ["tune", str(folder), "--engine", engine, "--pairs", str(pairs), "--boardsize", "6"]
    for parameter in parameters:
        words += ["--parameter", parameter]
    return CliRunner().invoke(main, words)


def test_an_engine_is_tuned_and_the_command_repeated(tmp_path: Path) -> None:
    done = call(tmp_path / "run", ENGINE, NODES)
    assert done.exit_code == 0, done.output
    assert done.output.endswith("(it was 20)\n")
    again = call(tmp_path / "run", ENGINE, NODES)
    assert again.output.startswith("continuing after 2 of 2 pairs")
    assert again.output.splitlines()[-1] == done.output.splitlines()[-1]
    other = call(tmp_path / "run", ENGINE, NODES, pairs=3)
    assert other.exit_code == 2
    assert "its pairs is 2" in other.stderr


def test_pairs_with_void_games_are_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(game: ScheduledGame) -> GameRecord:
        if game.number == 1:
            return void_record(game, "disk on fire")
        return sample(game.number, game.black.name, game.white.name, round=game.round)

    monkeypatch.setattr(tune_command, "LocalGameWorkers", lambda count: HereAndNow(count, play))
    done = call(tmp_path / "run", ENGINE, NODES)
    assert "1 of 2 pairs had void games: the same command plays them" in done.output
    monkeypatch.undo()
    assert "had void games" not in call(tmp_path / "run", ENGINE, NODES).output


@pytest.mark.parametrize(
    ("engine", "parameters", "error"),
    [
        ("cmd=puremcts", [NODES], "--engine has no {n}"),
        (ENGINE, [NODES, NODES], "'n' is given twice"),
        (ENGINE, ["name=n start=20 low=1 high=200"], "has no step="),
        (ENGINE, ["name=n start=many low=1 high=200 step=1"], "are numbers"),
        (ENGINE, ["name=n start=20 low=30 high=200 step=1"], "low <= start <= high"),
        (ENGINE, ["name=n start=20 low=1 high=200 step=0"], "step above 0"),
        (ENGINE, ["name=n start=20 low=1 high=inf step=1"], "low <= start <= high"),
        (ENGINE, ["name=n start=nan low=1 high=2 step=1"], "low <= start <= high"),
        (ENGINE, ["name=n from=20"], "unknown key 'from'"),
        (f"{ENGINE} name=mine", [NODES], "leave out name=, the versions are plus and minus"),
        ("cmd=nosuchprogram nodes={n}", [NODES], "cannot be started"),
    ],
)
def test_senseless_settings_are_refused_before_anything_is_made(
    engine: str, parameters: list[str], error: str, tmp_path: Path
) -> None:
    done = call(tmp_path / "run", engine, *parameters)
    assert done.exit_code == 2
    assert error in done.stderr
    assert not (tmp_path / "run").exists()
