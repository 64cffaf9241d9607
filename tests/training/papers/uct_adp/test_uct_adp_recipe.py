"""The recipe of UCT-ADP: positions that are as described, and a folder that can be resumed."""

import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import psutil
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
from tests.core.system.test_processes import has_ended
from tests.patience import wait_until
from tests.tournaments.engines import option
from training.papers.uct_adp import agent_matches
from training.papers.uct_adp import uct_adp_recipe as recipes
from training.papers.uct_adp.agent_matches import MatchClock, name_of, play_tournament
from training.papers.uct_adp.convergence import rates
from training.papers.uct_adp.situations import SITUATIONS, Situation
from training.papers.uct_adp.temporal_difference import LessonSettings, Perceptron
from training.papers.uct_adp.uct_adp_agents import AGENTS, Agent, AgentTree
from training.papers.uct_adp.uct_adp_findings import (
    _learning,
    _order,
    scores,
    settled,
)
from training.papers.uct_adp.uct_adp_page import write_page
from training.papers.uct_adp.uct_adp_recipe import Amounts, UctAdpRecipe
from training.report.html_parts import Finding, Verdict
from training.training_error import TrainingError

LITTLE = Amounts(
    games=100, study_pairs=2, trees=2, seconds=0.05, match_games=2, clock=MatchClock(1.0, 0.5)
)


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
    assert little.clock == MatchClock(1.8, 0.3)


def test_an_agent_is_right_from_where_it_stays_right() -> None:
    points = (10, 20, 50, 100)
    always, late, back = [False] * 4, [True, True, False, False], [False, True, False, False]
    assert settled([always], points) == 10
    assert settled([always, late], points) == 50
    assert settled([back], points) == 50
    assert settled([[False, False, False, True]], points) is None
    assert settled([*[always] * 9, [True] * 4], points) == 10  # one of ten may fail
    assert settled([*[always] * 8, *[[True] * 4] * 2], points) is None


def test_an_order_is_reproduced_only_beyond_the_error() -> None:
    def verdict(bias: float, adp: float, games: int) -> Verdict:
        shares = {"UCT-ADP-PB": bias, "UCT-ADP": 0.8, "ADP": adp, "UCT-SIMULATION": 0.2}
        return _order(
            scores({f"{name} against a": [share] * games for name, share in shares.items()})
        )

    assert verdict(0.9, 0.6, 1000) is Verdict.REPRODUCED
    assert verdict(0.9, 0.6, 20) is Verdict.PARTLY
    assert verdict(0.9, 0.85, 1000) is Verdict.PARTLY
    assert verdict(0.9, 0.95, 1000) is Verdict.NOT
    assert _order({}) is Verdict.OPEN


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use trees of 20 iterations, of the first situation alone, and no search for openings."""
    monkeypatch.setattr(agent_matches, "balanced_opening", lambda *_: ((7, 7), (9, 8), (6, 9)))
    one = Situation("1: small", SITUATIONS[0].stones, SITUATIONS[0].right, None, 20)
    for module in ("recipe", "page", "findings"):
        monkeypatch.setattr(f"training.papers.uct_adp.uct_adp_{module}.SITUATIONS", (one,))
    for module in ("recipe", "page"):
        monkeypatch.setattr(f"training.papers.uct_adp.uct_adp_{module}.ITERATIONS", (20,))
    monkeypatch.setattr("training.papers.uct_adp.uct_adp_findings.ITERATIONS", (20,))
    monkeypatch.setattr(recipes, "LADDER", ("cmd=random",))
    for module in ("recipe", "page"):
        bots = {"ADP": "adp", "UCT-ADP": "uctadp"}
        monkeypatch.setattr(f"training.papers.uct_adp.uct_adp_{module}.AGENT_BOTS", bots)
    monkeypatch.setattr(recipes, "SEEDS", (1,))
    monkeypatch.setattr(recipes, "VARIANTS", {"used": LessonSettings()})
    monkeypatch.setattr(recipes, "ABLATION", {"UCT-ADP-PB": ()})


@pytest.mark.usefixtures("small")
@pytest.mark.slow
def test_a_folder_goes_on_where_it_was_left(tmp_path: Path) -> None:
    first: list[str] = []
    recipe = UctAdpRecipe(tmp_path, LITTLE, first.append, ["name=other cmd=heuristic"])
    parts = recipe.run()
    next(parts)
    page = write_page(recipe, tmp_path).read_text()
    assert page.count("not measured yet") == 5
    rest = len(list(parts))
    page = write_page(recipe, tmp_path).read_text()
    assert any("100 games" in line for line in first)
    assert page.count("not measured yet") < 5
    assert "100 of 10,000 games of self-play" in page
    assert "2 of 30 games against each opponent with 20 iterations" in page
    net, results = (tmp_path / "adp.net").read_bytes(), (tmp_path / "results.json").read_bytes()
    games = recipe.results[recipe.game_table(20)]
    assert set(games) == {
        f"{name} against {other}" for name in ("ADP", "UCT-ADP") for other in ("random", "other")
    }
    assert {len(points) for points in games.values()} == {2}
    on_time = recipe.results[recipe.game_table(None)]
    assert on_time.keys() == games.keys()
    assert on_time["ADP against other"] == games["ADP against other"]

    again: list[str] = []
    recipe = UctAdpRecipe(tmp_path, LITTLE, again.append, ["name=other cmd=heuristic"])
    assert len(list(recipe.run())) == 1 + rest
    assert not any("self-play" in line for line in again)
    assert (tmp_path / "adp.net").read_bytes() == net
    assert (tmp_path / "results.json").read_bytes() == results

    more = UctAdpRecipe(tmp_path, replace(LITTLE, match_games=4), print)
    more.games(20)
    after = more.results[more.game_table(20)]
    assert len(after["ADP against random"]) == 4
    assert after["ADP against random"][:2] == games["ADP against random"]
    assert len((tmp_path / "openings.txt").read_text().splitlines()) == 2


@pytest.mark.usefixtures("small")
def test_more_lessons_give_new_trees_and_games(tmp_path: Path) -> None:
    recipe = UctAdpRecipe(tmp_path, replace(LITTLE, games=0), print)
    recipe.trees()
    before = recipe.tree_table, recipe.ablation_table, recipe.study_table, recipe.game_table(None)
    more = UctAdpRecipe(tmp_path, LITTLE, print)
    more.lessons()
    after = more.tree_table, more.ablation_table, more.study_table, more.game_table(None)
    assert not set(before) & set(after)
    more.trees()
    assert more.results[before[0]] == recipe.results[before[0]]
    assert more.results[after[0]].keys() == recipe.results[before[0]].keys()


def test_self_play_is_judged_by_quarters_once_all_its_games_are_played(tmp_path: Path) -> None:
    def learning(errors: list[float]) -> Finding:
        file = Perceptron.begin(1).file(
            lessons=[[40.0, 0.5, error] for error in errors], settings=asdict(LessonSettings())
        )
        (tmp_path / "adp.net").write_bytes(net_bytes(file))
        return _learning(UctAdpRecipe(tmp_path, LITTLE, print))

    early = learning([0.9, 0.8, 0.8, 0.7, 0.7, 0.6, 0.6])
    assert early.name == "error of self-play, in quarters of 700 games"
    assert (early.ours, early.verdict) == ("0.900, 0.800, 0.700, 0.600", Verdict.OPEN)
    falls = [0.9] * 25 + [0.8] * 25 + [0.7] * 25
    assert learning(falls + [0.69] * 25).verdict is Verdict.REPRODUCED
    assert learning(falls + [0.5] * 25).verdict is Verdict.PARTLY


def test_engines_have_names_of_their_own(tmp_path: Path) -> None:
    assert name_of("name='my engine' cmd=./pbrain-x tc=0/1") == "my engine"
    assert name_of("./pbrain-x") == name_of("cmd=./pbrain-x") == "./pbrain-x"
    for wrong in ("cmd='x", "", "cmd=", "name=x"):
        with pytest.raises(TrainingError, match="--engine"):
            UctAdpRecipe(tmp_path, LITTLE, print, [wrong])
    for taken in ("cmd=heuristic option.seed=1", "cmd=./pbrain-x name=UCT-ADP"):
        with pytest.raises(TrainingError, match="two engines have one name"):
            UctAdpRecipe(tmp_path, LITTLE, print, [taken])


def test_an_engine_that_cannot_be_started_ends_the_match(tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("0,0,1,1\n")
    with pytest.raises(TrainingError, match="engine 'no-such-program' cannot be started"):
        play_tournament(tmp_path, "x", ("cmd=adp", "cmd=no-such-program"), "0/9", 0, 1)


KILLED = """
import sys
from pathlib import Path
from training.papers.uct_adp.agent_matches import play_tournament
play_tournament(Path(sys.argv[1]), "x", ("cmd=random", sys.argv[2]), "0/3600", 0, 1)
"""


def test_the_games_under_way_end_with_a_recipe_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("0,0,1,1\n")
    release = tmp_path / "release"
    waits = option("waits", "waits").removesuffix('"') + f' {release}"'
    with subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path), waits]) as recipe:
        wait_until((tmp_path / "games" / "x" / "1-1").exists)
        (games,) = psutil.Process(recipe.pid).children()
        recipe.kill()
    try:
        wait_until(lambda: has_ended(games))
    finally:
        release.touch()


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
    other = Perceptron.begin(1).file(lessons=[], settings=asdict(LessonSettings(rate=0.3)))
    (tmp_path / "adp.net").write_bytes(net_bytes(other))
    with pytest.raises(TrainingError, match="taught with other settings of self-play"):
        UctAdpRecipe(tmp_path, LITTLE, print).lessons()


def test_the_command_lists_its_recipes_and_wants_a_folder() -> None:
    listed = CliRunner().invoke(main, ["papers", "--help"]).output
    assert "uct-adp" in listed
    assert "choko" in listed
    for budget in ("2", "0", "nan"):
        wrong = CliRunner().invoke(main, ["papers", "uct-adp", "--budget", budget, "--out", "x"])
        assert wrong.exit_code == 2
        assert "--budget" in wrong.output
