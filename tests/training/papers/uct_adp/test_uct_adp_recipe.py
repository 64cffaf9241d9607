"""The recipe of UCT-ADP: positions that are as described, and a folder that can be resumed."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("numpy")
pytest.importorskip("matplotlib", reason="the extra `train` is not installed")

from core.eval.evaluate import LinesEvaluator
from core.eval.netfile import net_bytes
from core.game.board import WHITE
from core.search.mcts import Search
from core.search.search_settings import DEFAULTS
from core.threats.vct import Vct
from fukumi.command_line import main
from training.papers.uct_adp import agent_matches
from training.papers.uct_adp import uct_adp_recipe as recipes
from training.papers.uct_adp.agent_matches import MatchClock
from training.papers.uct_adp.convergence import rates
from training.papers.uct_adp.situations import SITUATIONS, Situation
from training.papers.uct_adp.temporal_difference import Perceptron
from training.papers.uct_adp.uct_adp_agents import AGENTS, Agent, AgentTree
from training.papers.uct_adp.uct_adp_page import write_page
from training.papers.uct_adp.uct_adp_recipe import Amounts, UctAdpRecipe
from training.training_error import TrainingError

LITTLE = Amounts(games=100, trees=2, seconds=0.05, match_games=2, clock=MatchClock(0.2, 0.1))


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.title[0])
def test_the_right_move_is_proved_to_win(situation: Situation) -> None:
    line = Vct().search(situation.board(), 100_000)
    assert line
    assert line[0] in situation.right


def test_the_lure_is_proved_to_lose() -> None:
    board = SITUATIONS[1].board()
    assert SITUATIONS[1].lure is not None
    board.play(*SITUATIONS[1].lure)
    assert board.to_move == WHITE
    search = Search(LinesEvaluator(), 1 << 27, DEFAULTS)
    search.reset(board)
    search.prepare(20_000)
    search.run(20_000)
    assert search.root_proof > 0


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_every_agent_grows_a_tree_and_answers(agent: Agent) -> None:
    board = SITUATIONS[0].board()
    tree = AgentTree(agent, Perceptron.begin(1).mlp, board, seed=1)
    tree.run(200)
    assert tree.iterations == 200
    assert tree.best() in board.legal_moves()


def test_rates_are_shares_of_the_trees() -> None:
    assert list(rates([[True, True], [True, False], [True, False]])) == [1.0, pytest.approx(1 / 3)]


def test_a_share_of_everything_is_done_but_something_of_each() -> None:
    whole, little = Amounts().scaled(1.0), Amounts().scaled(0.001)
    assert whole == Amounts()
    assert (little.games, little.trees, little.match_games) == (100, 2, 2)
    assert little.clock == MatchClock(9.0, 1.5)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use trees of 20 iterations, of the first situation alone, and no search for openings."""
    monkeypatch.setattr(agent_matches, "balanced_opening", lambda *_: ((7, 7), (9, 8), (6, 9)))
    one = Situation("1: small", SITUATIONS[0].stones, SITUATIONS[0].right, None, 20)
    monkeypatch.setattr(recipes, "SITUATIONS", (one,))
    monkeypatch.setattr("training.papers.uct_adp.uct_adp_page.SITUATIONS", (one,))
    monkeypatch.setattr(
        "training.papers.uct_adp.uct_adp_page.PAPER_STATEMENTS", {one.title: "said"}
    )
    lines = LinesEvaluator()
    weak = {"lines": lambda board, _: lines.priors(board)[0][0]}
    monkeypatch.setattr(recipes, "opponents", lambda: weak)


@pytest.mark.usefixtures("small")
@pytest.mark.slow
def test_a_folder_goes_on_where_it_was_left(tmp_path: Path) -> None:
    first: list[str] = []
    UctAdpRecipe(tmp_path, LITTLE, first.append).run()
    net, results = (tmp_path / "adp.net").read_bytes(), (tmp_path / "results.json").read_bytes()
    assert any("100 games" in line for line in first)
    again: list[str] = []
    recipe = UctAdpRecipe(tmp_path, LITTLE, again.append)
    recipe.run()
    assert not any("self-play" in line for line in again)
    games = recipe.results[recipe.game_table]
    assert {len(points) for points in games.values()} == {2}
    assert set(games) == {
        f"{name}/lines" for name in ("ADP", "UCT-SIMULATION", "UCT-ADP", "UCT-ADP-PB")
    }
    assert (tmp_path / "adp.net").read_bytes() == net
    assert (tmp_path / "results.json").read_bytes() == results
    page = write_page(recipe, tmp_path).read_text()
    assert page.count("<svg") == 4
    assert "UCT-ADP-PB" in page
    slower = UctAdpRecipe(
        tmp_path, replace(LITTLE, clock=MatchClock(LITTLE.clock.game + 1, 1.0)), print
    )
    slower.run()
    assert slower.results[recipe.game_table] == games
    assert slower.results[slower.game_table].keys() == games.keys()


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{")
    with pytest.raises(TrainingError, match="cannot use"):
        UctAdpRecipe(tmp_path, LITTLE, print)
    (tmp_path / "results.json").unlink()
    (tmp_path / "adp.net").write_bytes(b"no net")
    with pytest.raises(TrainingError, match=r"not a net file .*move it away"):
        UctAdpRecipe(tmp_path, LITTLE, print).lessons()
    for lessons in ("abc", [3], [[1, 2]], {"a": 1}):
        file = Perceptron.begin(1).file(lessons=lessons)
        (tmp_path / "adp.net").write_bytes(net_bytes(file))
        with pytest.raises(TrainingError, match=r"adp\.net has no curve .*move it away"):
            UctAdpRecipe(tmp_path, LITTLE, print).lessons()


def test_the_command_lists_its_recipes_and_wants_a_folder() -> None:
    listed = CliRunner().invoke(main, ["papers", "--help"]).output
    assert "uct-adp" in listed
    assert "choko" in listed
    missing = CliRunner().invoke(main, ["papers", "uct-adp", "--budget", "2", "--out", "x"])
    assert missing.exit_code == 2
    assert "--budget" in missing.output
