"""The recipes from the command to the page, with settings that take a moment."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from fukumi.command_line import main
from fukumi.papers_command import RECIPES
from tests.training.papers.tiny import SETTINGS
from tests.training.report.test_run_report import Page
from training.papers.alphago_zero import ablation, alphago_zero_page, alphago_zero_recipe
from training.papers.alphazero import alphazero_recipe
from training.papers.loop.alphazero_loop import entries_of
from training.papers.loop.loop_settings import LoopSettings
from training.papers.sizes import sizes_recipe

SMALL = replace(SETTINGS, size=6)
OPENINGS = ((14, 15, 20), (21, 8))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use weak opponents, small boards, and no search for openings."""
    monkeypatch.setattr(alphazero_recipe, "OPPONENT_PLAYOUTS", 30)
    monkeypatch.setattr(sizes_recipe, "FIRST_PLAYOUTS", 2)
    monkeypatch.setattr(alphago_zero_recipe, "OPPONENT_PLAYOUTS", 30)
    monkeypatch.setattr(alphago_zero_recipe, "openings", lambda _: OPENINGS)
    monkeypatch.setattr(sizes_recipe, "SIZES", (5, 6))
    monkeypatch.setattr(alphazero_recipe, "PUBLISHED", SMALL)
    monkeypatch.setattr(sizes_recipe, "PUBLISHED", SETTINGS)
    monkeypatch.setattr(alphago_zero_recipe, "GOMOKU", SMALL)
    monkeypatch.setattr(alphago_zero_recipe, "LADDER_GAMES", 2)
    for recipe, name in (
        (alphazero_recipe, "STEPS"),
        (sizes_recipe, "GAMES"),
        (alphago_zero_recipe, "STEPS"),
    ):
        monkeypatch.setattr(recipe, name, 8)
    monkeypatch.setattr(alphago_zero_recipe, "ABLATION_STEPS", 4)


def run(recipe: str, folder: Path, budget: str = "0.5") -> Page:
    """Run a recipe's command, and return its page."""
    done = CliRunner().invoke(main, ["papers", recipe, "--budget", budget, "--out", str(folder)])
    assert done.exit_code == 0, done.output
    assert f"Page: {folder / 'page.html'}" in done.stdout
    return Page(folder / "page.html")


@pytest.mark.parametrize(
    ("published", "expected"),
    [
        (alphazero_recipe.PUBLISHED, (8, 400, 5.0, 10_000, 512, 2e-3, 50)),
        (sizes_recipe.PUBLISHED, (9, 400, 5.0, 10_000, 512, 2e-3, 100)),
    ],
)
def test_the_published_settings_are_the_papers(
    published: LoopSettings, expected: tuple[float, ...]
) -> None:
    found = published
    assert expected == (
        found.size,
        found.playouts,
        found.exploration,
        found.window,
        found.batch,
        found.rate,
        found.match_every,
    )


@pytest.mark.slow
def test_alphazero_draws_its_figures_and_its_games(tmp_path: Path) -> None:
    page = run("alphazero", tmp_path)
    assert page.tags.count("svg") == 3
    assert [entry["step"] for entry in entries_of(tmp_path, "match")] == [0, 2, 4]
    assert "Nothing yet." not in page.texts
    assert any("0.4 to 0.7" in text for text in page.texts)
    for match in entries_of(tmp_path, "match"):
        assert [game[0] for game in match["records"]] == [True, False]
    # a finished recipe only writes its page
    before = {path: path.read_bytes() for path in tmp_path.glob("*.jsonl")}
    run("alphazero", tmp_path)
    assert before == {path: path.read_bytes() for path in tmp_path.glob("*.jsonl")}
    # and a larger budget resumes it
    run("alphazero", tmp_path, "0.75")
    assert [entry["step"] for entry in entries_of(tmp_path, "match")] == [0, 2, 4, 6]


@pytest.mark.slow
def test_sizes_trains_a_net_for_each(tmp_path: Path) -> None:
    page = run("sizes", tmp_path)
    assert page.tags.count("svg") == 4
    for size in (5, 6):
        folder = tmp_path / f"{size}x{size}"
        assert [entry["step"] for entry in entries_of(folder, "learn")] == [1, 2, 3, 4]
        assert next(entry["playouts"] for entry in entries_of(folder, "match")) == 2


def test_the_opponent_grows_when_it_loses_every_game() -> None:
    assert sizes_recipe.next_playouts(1000, 1.0) == 2000
    assert sizes_recipe.next_playouts(3000, 0.95) == 3000


@pytest.mark.slow
def test_alphago_zero_ranks_its_players_and_its_nets(tmp_path: Path) -> None:
    page = run("alphago-zero", tmp_path)
    gates = entries_of(tmp_path, "gate")
    assert [entry["step"] for entry in gates] == [2, 4]
    assert gates[0]["against"] == 0
    for entry in gates:
        assert entry["accepted"] is (entry["score"] >= 0.55)
    assert set(alphago_zero_page.ladder(tmp_path)) == set(alphago_zero_page.PLAYERS)
    nets = ablation.results(tmp_path / "ablation-2", SMALL)
    assert list(nets) == ["dual-res", "dual-conv", "sep-res", "sep-conv"]
    for net in nets.values():
        assert len(net["curve"]) == 2
        assert 0 <= net["accuracy"] <= 1
        assert 0 <= net["error"] <= 1
        assert "elo" in net
    assert nets["sep-conv"]["elo"] == 0
    assert any("rests on 6 games each" in text for text in page.texts)
    assert any("+2130 Elo" in text for text in page.texts)
    assert "Nothing yet." not in page.texts


@pytest.mark.slow
def test_a_net_that_wins_takes_over_and_one_that_does_not_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = iter([0.55, 0.5])
    monkeypatch.setattr(alphago_zero_recipe, "score", lambda _: next(scores, 0.5))
    run("alphago-zero", tmp_path)
    gates = entries_of(tmp_path, "gate")
    assert [(entry["against"], entry["accepted"]) for entry in gates] == [(0, True), (2, False)]


def test_every_recipe_can_be_asked_for_help() -> None:
    assert {"alphazero", "alphago-zero", "sizes"} <= set(RECIPES)
    for name in RECIPES:
        done = CliRunner().invoke(main, ["papers", name, "--help"])
        assert done.exit_code == 0
        assert "--budget" in done.stdout
