"""Recipes: the settings of whole runs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.eval.net_loader import WEIGHTS
from fukumi.command_line import main
from training import net_records
from training.config import RunConfig
from training.recipe import FOLDER, read_recipe
from training.run_folder import RunFolder
from training.training_error import TrainingError

NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_our_recipes_are_whole_runs_of_their_rule(name: str) -> None:
    recipe = read_recipe(name)
    config = RunConfig.of(dict(recipe.settings))
    assert config.rule == name
    assert config.games > max(phase.games for phase in config.phases)
    assert config.final_steps > 0
    assert (recipe.parent is None) == (name == "freestyle")
    assert recipe.parent is None or recipe.parent.exists()


def test_there_is_a_recipe_for_each_shipped_net() -> None:
    assert sorted(path.stem for path in WEIGHTS.glob("*.net")) == NAMES


def test_a_parent_may_lie_beside_the_recipe(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text('{"parent": "old.net", "batch": 64}')
    recipe = read_recipe(str(tmp_path / "mine.json"))
    assert (recipe.parent, recipe.settings) == (tmp_path / "old.net", {"batch": 64})


@pytest.mark.parametrize("text", ["", "[1]", "[" * 9999, '"text"'])
def test_a_file_that_is_no_recipe_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(text)
    with pytest.raises(TrainingError, match="cannot read the recipe"):
        read_recipe(str(tmp_path / "mine.json"))


def test_a_wrong_setting_of_a_recipe_is_named_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text('{"bach": 64}')
    with pytest.raises(TrainingError, match=r"recipe .*mine\.json: .* did you mean 'batch'"):
        read_recipe(str(tmp_path / "mine.json"))


def test_an_unknown_recipe_is_an_error_that_names_ours() -> None:
    with pytest.raises(TrainingError, match=r"no recipe 'gomoku': .* caro, freestyle, renju"):
        read_recipe("gomoku")


@pytest.mark.slow
def test_a_run_by_a_recipe_ends_by_itself(tmp_path: Path) -> None:
    recipe = {
        "phases": [{"games": 0, "visits": 4, "sizes": {"5": 1}}],
        "batch": 8,
        "min_samples": 10,
        "shard_games": 4,
        "gate_every": 10,
        "gate_pairs": 1,
        "games": 16,
        "final_steps": 5,
        "gate_visits": 4,
    }
    (tmp_path / "small.json").write_text(json.dumps(recipe))
    words = ["train", "run", str(tmp_path / "run"), "--recipe", str(tmp_path / "small.json")]
    done = CliRunner().invoke(main, [*words, "--set", "batch=4", "--concurrency", "1"])
    assert done.exit_code == 0, done.output
    run = RunFolder(tmp_path / "run")
    assert RunConfig.read(run).batch == 4
    last = net_records.newest(run)
    assert (last.games, last.against) == (16, last.generation - 1)
    assert run.net(last.generation).exists()
