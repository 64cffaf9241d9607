"""ChokoZero's learning: advantages and targets by hand, nets, agents, and resuming."""

import json
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch
from click.testing import CliRunner

from core.eval.netfile import read_net
from core.game.board import Board
from core.papers.choko_rules import BLUE, ChokoPosition
from fukumi.command_line import main
from tests.core.papers.test_choko_rules import by_name, drawn
from tournaments.bots.exported import ExportedNet
from training.papers.choko import (
    agent_settings,
    agents,
    choko_page,
    choko_recipe,
    dqn,
    experiments,
    ppo,
)
from training.papers.choko.choko_game import ChokoGame
from training.papers.choko.choko_nets import Sight, inputs_of
from training.papers.choko.observation import Observation, legal_of, observe, planes_of
from training.papers.loop.game_protocol import GameProtocol, Position
from training.papers.loop.legal_actions import NO_ACTION, of_legal
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import asker
from training.papers.loop.player_match import MatchGame, play_match
from training.training_error import TrainingError

GAME = ChokoGame()
CHOKO, GOMOKU = experiments.choko(), experiments.gomoku()
V1, V3 = CHOKO.versions[0], CHOKO.versions[2]

TAKES = "br... ..... ..... ..... ....r"
"""Blue can jump and capture all of Red's pieces."""


def seen(position: ChokoPosition) -> Observation:
    return observe(GAME, position)


def test_v3_has_the_weights_that_the_paper_counts() -> None:
    assert sum(weights.numel() for weights in V3.net().parameters()) == 180_738


def test_alphazeros_loop_learns_v3s_layers_with_hands_and_ply() -> None:
    assert CHOKO.zero is not None
    net = CHOKO.zero.loop.shape.net(GAME.shape, GAME.actions)
    assert str(net) == str(V3.net()).replace("in_features=26", "in_features=29")
    priors, values = asker(net)(GAME.planes(ChokoPosition())[None])
    assert priors.shape == (1, GAME.actions)
    assert values.shape == (1,)


def test_what_a_critic_says_beyond_a_win_counts_as_a_win() -> None:
    net = V3.net()
    torch.nn.init.constant_(net.critic.bias, 7.0)  # type: ignore[union-attr, arg-type]
    assert asker(net)(GAME.planes(ChokoPosition())[None])[1].tolist() == [1.0]


def test_captures_bring_nothing_from_half_of_v3s_training_on() -> None:
    rewards = [V3.capture_at(i) for i in (0, 1000, 2000, 3999)]
    assert rewards == pytest.approx([0.1, 0.05, 0.0, 0.0])
    assert V1.capture_at(4999) == 0.1


def test_advantages_are_smoothed_over_what_follows() -> None:
    steps = [ppo.Step(seen(ChokoPosition()), 0, 0.0, value) for value in (0.5, 0.2, -0.1)]
    steps[0].reward, steps[2].reward = 0.1, 2.0
    ppo.assess(steps)
    last = 2.0 + 0.1
    middle = 0.99 * -0.1 - 0.2 + 0.99 * 0.95 * last
    first = 0.1 + 0.99 * 0.2 - 0.5 + 0.99 * 0.95 * middle
    assert [step.advantage for step in steps] == pytest.approx([first, middle, last])
    assert [step.gain for step in steps] == pytest.approx([first + 0.5, middle + 0.2, last - 0.1])


def test_masked_actions_are_never_drawn() -> None:
    legal = legal_of([seen(ChokoPosition()), seen(ChokoPosition().play(0))])
    assert legal.tolist() == [list(range(25)), [*range(1, 25), NO_ACTION]]
    scores = torch.arange(2 * 2625.0).reshape(2, 2625)
    assert of_legal(scores, legal)[:, :24].tolist() == [
        list(range(24)),
        list(range(2626, 2650)),
    ]
    chances = of_legal(torch.zeros(2, 2625), legal).softmax(-1)
    assert chances[1].tolist() == pytest.approx([1 / 24] * 24 + [0])


@pytest.mark.parametrize("net", [V1.net(), V3.net(), CHOKO.dqn.net()])
def test_scores_of_legal_actions_are_those_among_all_scores(net: torch.nn.Module) -> None:
    positions = [seen(position) for position in walked(GAME, [0, 1, 2, 3])]
    legal = legal_of(positions)
    whole, few = net(planes_of(positions)), net(planes_of(positions), legal)
    if isinstance(whole, tuple):
        (whole, _), (few, _) = whole, few
    assert torch.allclose(of_legal(whole, legal), few, atol=1e-6)


def test_nets_see_the_board_and_where_asked_the_initiative() -> None:
    """The paper's inputs: the squares from the mover's side, and the holder of the initiative."""
    planes = planes_of([seen(ChokoPosition().play(0))])
    board = [-1.0] + [0.0] * 24
    assert inputs_of(planes, Sight.BOARD).tolist() == [board]
    assert inputs_of(planes, Sight.INITIATIVE).tolist() == [[*board, -1.0]]
    everything = inputs_of(planes, Sight.EVERYTHING)[0].tolist()
    assert everything == pytest.approx([*board, -1.0, 1.0, 11 / 12, 0.01])


@pytest.mark.parametrize("ancestors", [0, 2])
@pytest.mark.parametrize("experiment", [CHOKO, GOMOKU], ids=lambda experiment: experiment.name)
def test_rollouts_keep_whole_trajectories_of_the_learner(
    experiment: agent_settings.Experiment[Any], ancestors: int
) -> None:
    torch.manual_seed(1)
    version = experiment.versions[-1]
    net = version.net()
    frozen = [version.net() for _ in range(ancestors)]
    steps = ppo.Rollouts(experiment, net, frozen, "seed").collect(4, 0.1)
    assert len(steps) >= 4 * 4
    assert all(0 <= step.choice < len(step.seen.legal) for step in steps)
    _, values = net(planes_of([step.seen for step in steps]))
    assert [step.value for step in steps] == pytest.approx(values.tolist(), abs=1e-4)
    assert max(abs(step.reward) for step in steps) >= 0.95 * experiment.win


def test_the_winner_of_a_rollout_is_rewarded_and_the_loser_fined() -> None:
    torch.manual_seed(1)
    rollouts = ppo.Rollouts(GOMOKU, GOMOKU.versions[0].net(), [], "seed")
    rewards = [step.reward for step in rollouts.collect(20, 0.0)]
    assert rewards.count(1.0) == rewards.count(-1.0) > 0
    assert set(rewards) <= {-1.0, 0.0, 1.0}


def test_a_rollout_holds_long_games_as_often_as_they_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    torch.manual_seed(1)
    net = V1.net()
    means = []
    for at_once in (200, 4):
        monkeypatch.setattr(ppo, "AT_ONCE", at_once)
        means.append(len(ppo.Rollouts(CHOKO, net, [], "seed").collect(200, 0.0)) / 200)
    assert means[0] == pytest.approx(means[1], rel=0.1)


def test_learning_makes_what_went_well_more_likely() -> None:
    torch.manual_seed(1)
    net = V1.net()
    good = ppo.Step(seen(ChokoPosition()), 3, -3.2, 0.0, advantage=1.0, gain=1.0)
    bad = ppo.Step(seen(ChokoPosition()), 4, -3.2, 0.0, advantage=-1.0, gain=-1.0)

    def chances() -> list[float]:
        logits, _ = net(planes_of([seen(ChokoPosition())]))
        found: list[float] = (
            of_legal(logits, legal_of([seen(ChokoPosition())])).softmax(-1)[0].tolist()
        )
        return found

    before = chances()
    update = ppo.PpoLearner(net, V1.rate).learn([good, bad] * 8, 5, 16)
    assert chances()[3] > before[3]
    assert chances()[4] < before[4]
    assert 0 <= update.clipped <= 1


def walked(game: GameProtocol[Position], actions: list[int]) -> list[Position]:
    """Return the positions of a game, including the last."""
    path = [game.start()]
    for action in actions:
        path.append(game.play(path[-1], action))
    return path


def test_five_steps_of_rewards_belong_to_the_one_who_acted() -> None:
    start = drawn(TAKES, to_move=BLUE)
    action = by_name(start)["jump A1 right, taking E5 too"]
    (only,) = dqn.experiences(CHOKO, [start, start.play(action)], [action])
    assert only.reward == pytest.approx(0.2 + 2.0)
    assert only.later is None
    path = walked(GAME, list(range(8)))
    found = dqn.experiences(CHOKO, path, list(range(8)))
    assert found[0].later is not None
    assert found[0].later.legal.tolist() == list(path[5].legal())
    assert [experience.reward for experience in found] == [0.0] * 8
    assert [experience.later is None for experience in found] == [False] * 3 + [True] * 5


def test_a_five_is_told_to_the_last_moves_of_both_sides() -> None:
    actions = [0, 8, 1, 9, 2, 10, 3, 11, 4]
    found = dqn.experiences(GOMOKU, walked(GOMOKU.game, actions), actions)
    assert [one.reward for one in found] == [0.0] * 4 + [1.0, -1.0, 1.0, -1.0, 1.0]
    assert not found[0].same


def test_the_target_is_the_frozen_nets_best_legal_value_of_the_other_side() -> None:
    learner = dqn.QLearner(CHOKO, 1)
    later = walked(GAME, list(range(5)))[-1]
    over = dqn.Experience(seen(ChokoPosition()), 0, 2.0, None, False)
    theirs = dqn.Experience(seen(ChokoPosition()), 0, 0.1, seen(later), False)
    ours = dqn.Experience(seen(ChokoPosition()), 0, 0.1, seen(later), True)
    values = learner.net(planes_of([seen(later)]))[0].tolist()
    best = max(values[action] for action in later.legal())
    expected = [2.0, 0.1 - best, 0.1 + best]
    assert learner.targets([over, theirs, ours]).tolist() == pytest.approx(expected, abs=1e-5)


def slow_best(position: ChokoPosition, depth: int) -> float:
    if depth == 0 or position.over:
        return 0.0
    after = [position.play(action) for action in position.legal()]
    return max(p.taken - slow_best(p, depth - 1) for p in after)


def test_minimax_finds_what_looking_at_everything_finds() -> None:
    rng, bound = Random(3), float("inf")
    position, compared = ChokoPosition(), 0
    while not position.over:
        if position.played > 20:
            assert agents.best_of(GAME, position, 2, -bound, bound) == slow_best(position, 2)
            compared += 1
        position = position.play(rng.choice(position.legal()))
    assert compared > 10
    start = drawn(TAKES, to_move=BLUE)
    best = by_name(start)["jump A1 right, taking E5 too"]
    assert agents.MinimaxPlayer(GAME, rng).choose([start]) == [best]


def five_to_make() -> Board:
    """Return a position with Black to move, in which both sides have four in a row with one free
    end."""
    return walked(GOMOKU.game, [0, 8, 1, 9, 2, 10, 3, 11])[-1]


def test_minimax_makes_a_five_of_gomoku_and_blocks_one() -> None:
    player = agents.MinimaxPlayer(GOMOKU.game, Random(1))
    four = walked(GOMOKU.game, [0, 8, 1, 9, 2, 20, 3])[-1]
    assert player.choose([five_to_make(), four]) == [4, 4]


@pytest.mark.parametrize("widths", [(12,), (12, 6), (12, 6, 3)])
def test_guided_search_takes_a_win_whatever_the_net_thinks(widths: tuple[int, ...]) -> None:
    torch.manual_seed(2)
    start = drawn(TAKES, to_move=BLUE)
    (chosen,) = agents.GuidedPlayer(CHOKO, V3.net(), widths).choose([start])
    assert start.play(chosen).winner == BLUE
    net = GOMOKU.versions[-1].net()
    assert agents.GuidedPlayer(GOMOKU, net, (64, *widths[1:])).choose([five_to_make()]) == [4]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all amounts so small that a second suffices."""
    monkeypatch.setattr(choko_recipe, "TABLE_GAMES", 2)
    monkeypatch.setattr(choko_recipe, "FEWEST_GAMES", 2)
    monkeypatch.setattr(choko_recipe, "WIDTHS", (2, 1))
    monkeypatch.setattr(choko_recipe, "DEEP_WIDTHS", (2, 1))
    monkeypatch.setattr(choko_recipe, "TIMED_POSITIONS", 2)
    monkeypatch.setattr(choko_recipe, "MinimaxPlayer", lambda game, _: FirstAction(game))
    monkeypatch.setattr(agent_settings, "EVALUATED_EVERY", {"PPO": 1, "DQN": 2})
    monkeypatch.setattr(agent_settings, "EVALUATION_GAMES", 2)
    monkeypatch.setattr(ppo, "AT_ONCE", 4)
    games: dict[str, agent_settings.Experiment[Any]] = {"choko": CHOKO, "gomoku": GOMOKU}
    for name, experiment in games.items():
        versions = tuple(
            replace(one, iterations=2, steps=70, epochs=1, ancestor_every=number)
            for number, one in enumerate(experiment.versions)
        )
        zero = None if experiment.zero is None else quick_zero(experiment.zero)
        dqn = replace(experiment.dqn, steps=5)
        quick = replace(experiment, versions=versions, dqn=dqn, zero=zero)
        monkeypatch.setitem(experiments.EXPERIMENTS, name, partial(replace, quick))


def quick_zero(chosen: agent_settings.ZeroSettings) -> agent_settings.ZeroSettings:
    loop = replace(chosen.loop, playouts=3, slots=2, window=500, batch=16)
    return agent_settings.ZeroSettings(loop, 2)


class FirstAction:
    """A fast substitute for minimax."""

    def __init__(self, game: GameProtocol[Any]) -> None:
        self._game = game

    def choose(self, positions: list[Any]) -> list[int]:
        return [int(self._game.legal(position)[0]) for position in positions]


def test_the_page_of_a_long_run_is_small(tmp_path: Path) -> None:
    """The whole run of V3 has 400 evaluations, of which a point of the curve shows ten."""
    recipe = choko_recipe.ChokoRecipe(CHOKO, tmp_path, 1.0, print)
    recipe.ppo["PPO V3"].curve += [
        {"at": at, "clipped": 0.1, "win": at % 20 / 10, "draw": 0.0} for at in range(10, 4001, 10)
    ]
    page = choko_page.write_page(recipe, tmp_path)
    assert page.stat().st_size < 150_000


def test_the_page_tells_how_wins_went_over_the_training(tmp_path: Path) -> None:
    recipe = choko_recipe.ChokoRecipe(CHOKO, tmp_path, 1.0, print)
    for version, first, rise in (("PPO V1", 0.6, -0.1), ("PPO V2", 0.6, -0.1), ("PPO V3", 0.3, 0)):
        recipe.ppo[version].curve += [
            {"at": 10 * n, "clipped": 0.1, "win": first + rise * n / 80, "draw": 0.1 * n / 80}
            for n in range(80)
        ]
    text = choko_page.write_page(recipe, tmp_path).read_text()
    verdicts = re.findall(r"<tr><td>figure \d: (PPO V\d).*?>([a-z ]+)</td></tr>", text)
    assert verdicts == [
        ("PPO V1", "reproduced"),  # falls, always ahead, more draws
        ("PPO V2", "partly"),  # ahead, but does not rise
        ("PPO V3", "not reproduced"),  # neither
    ]
    assert "wins 59% to 51%, losses 40% to 40%" in text


def test_the_ends_of_a_training_are_an_eighth_each(tmp_path: Path) -> None:
    recipe = choko_recipe.ChokoRecipe(CHOKO, tmp_path, 1.0, print)
    recipe.ppo["PPO V1"].curve += [
        {"at": 10 * n, "clipped": 0.1, "win": n / 50, "draw": 0.0} for n in range(1, 51)
    ]
    recipe.ppo["PPO V2"].curve += [
        {"at": 10 * n, "clipped": 0.1, "win": n / 9, "draw": 0.0} for n in range(1, 10)
    ]
    text = choko_page.write_page(recipe, tmp_path).read_text()
    assert "wins 7% to 94%" in text  # the means of the first six and the last seven
    assert "wins 11% to 94%" in text


@pytest.mark.usefixtures("small")
@pytest.mark.slow
def test_players_without_chance_never_repeat_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: dict[int, list[tuple[int, ...]]] = {}

    def recorded(game: Any, ours: Any, theirs: Any, games: int, openings: Any) -> list[MatchGame]:
        if not (isinstance(ours, agents.ExportedPgts) and isinstance(theirs, SearchPlayer)):
            return [MatchGame((), True, 0.5)] * games
        found = play_match(game, ours, theirs, games, openings)
        played.setdefault(len(openings[0]), []).extend(one.moves for one in found)
        return found

    monkeypatch.setattr(choko_recipe, "TABLE_GAMES", 6)
    monkeypatch.setattr(choko_recipe, "FEWEST_GAMES", 6)
    monkeypatch.setattr(choko_recipe, "play_match", recorded)
    choko_recipe.ChokoRecipe(experiments.EXPERIMENTS["choko"](), tmp_path, 1.0, print).run()
    assert list(played) == [2]
    assert len(set(played[2])) == 6


@pytest.mark.usefixtures("small")
@pytest.mark.slow
def test_a_folder_goes_on_and_makes_a_page(tmp_path: Path) -> None:
    experiment = experiments.EXPERIMENTS["choko"]()
    whole = choko_recipe.ChokoRecipe(experiment, tmp_path, 1.0, print)
    whole.run()
    assert [len(run.curve) for run in whole.ppo.values()] == [2, 2, 2]
    assert whole.zero is not None
    assert [entry["step"] for entry in whole.zero.curve] == [1, 2]
    assert {len(results) for results in whole.matches.values()} == {2}
    assert len(whole.matches) == 22
    assert [len(times) for times in whole.seconds.values()] == [2, 2]
    assert read_net(tmp_path / "choko.net").header["iterations"] == 2
    kept = (tmp_path / "matches.json").read_bytes()
    half = {name: games[i % 2 * 2 :] for i, (name, games) in enumerate(whole.matches.items())}
    (tmp_path / "matches.json").write_text(json.dumps(half))
    again = choko_recipe.ChokoRecipe(experiment, tmp_path, 1.0, print)
    again.run()
    assert (tmp_path / "matches.json").read_bytes() == kept
    assert [run.curve for run in again.ppo.values()] == [run.curve for run in whole.ppo.values()]
    with pytest.raises(TrainingError, match="the budget, by which the schedules of PPO go"):
        choko_recipe.ChokoRecipe(experiment, tmp_path, 0.5, print)
    text = choko_page.write_page(whole, tmp_path).read_text()
    assert text.count("<svg") == 5
    assert "5 steps of DQN" in text  # the last evaluation was after four
    assert "AlphaZero against" in text
    assert "PGTS" in text
    assert "50% won, 0% lost" in text
    assert text.count("not measured yet") == 3  # too few evaluations for figures 1 to 3


@pytest.mark.usefixtures("small")
@pytest.mark.slow
def test_gomoku_leaves_nets_for_the_bots(tmp_path: Path) -> None:
    options = [
        "choko",
        "--game",
        "gomoku",
        "--budget",
        "0.5",
        "--jobs",
        "1",
        "--out",
        str(tmp_path),
    ]
    done = CliRunner().invoke(main, ["papers", *options])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "page.html").read_text()
    assert "on Gomoku" in text
    assert "50% won, 0% lost" not in text
    assert "AlphaZero" not in text
    position = five_to_make()
    for name in ("ppo", "dqn"):
        net = ExportedNet(tmp_path / f"{name}.net")
        assert net.size == 8
        assert net.best(position) in position.legal_moves()
    with pytest.raises(TrainingError, match="has other settings"):
        choko_recipe.ChokoRecipe(CHOKO, tmp_path, 0.5, print)


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    (tmp_path / "dqn.pt").write_bytes(b"no checkpoint")
    with pytest.raises(TrainingError, match=r"dqn\.pt is damaged.*move it away"):
        choko_recipe.ChokoRecipe(CHOKO, tmp_path, 1.0, print)
