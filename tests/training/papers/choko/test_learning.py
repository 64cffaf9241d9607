"""The learning of ChokoZero: advantages and targets by hand, nets, search, and going on."""

from pathlib import Path
from random import Random

import pytest

from training.papers.choko.game import BLUE, NOBODY, RED, Choko

from .test_game import by_name, drawn

torch = pytest.importorskip("torch")
pytest.importorskip("matplotlib", reason="the extra `train` is not installed")
dqn = pytest.importorskip("training.papers.choko.dqn")
nets = pytest.importorskip("training.papers.choko.nets")
page = pytest.importorskip("training.papers.choko.page")
ppo = pytest.importorskip("training.papers.choko.ppo")
recipe = pytest.importorskip("training.papers.choko.recipe")
search = pytest.importorskip("training.papers.choko.search")
settings = pytest.importorskip("training.papers.choko.settings")
train = pytest.importorskip("training.papers.choko.train")

TAKES = "br... ..... ..... ..... ....r"
"""Blue can jump and take all of Red's."""


def test_v3_has_the_weights_that_the_paper_counts() -> None:
    assert sum(weights.numel() for weights in settings.V3.net().parameters()) == 180_738


def test_captures_bring_nothing_from_half_of_v3s_training_on() -> None:
    rewards = [settings.V3.capture_at(i) for i in (0, 1000, 2000, 3999)]
    assert rewards == pytest.approx([0.1, 0.05, 0.0, 0.0])
    assert settings.V1.capture_at(4999) == 0.1


def test_advantages_are_smoothed_over_what_follows() -> None:
    steps = [ppo.Step(Choko(), 0, 0.0, value) for value in (0.5, 0.2, -0.1)]
    steps[0].reward, steps[2].reward = 0.1, 2.0
    ppo.assess(steps)
    last = 2.0 + 0.1
    middle = 0.99 * -0.1 - 0.2 + 0.99 * 0.95 * last
    first = 0.1 + 0.99 * 0.2 - 0.5 + 0.99 * 0.95 * middle
    assert [step.advantage for step in steps] == pytest.approx([first, middle, last])
    assert [step.gain for step in steps] == pytest.approx([first + 0.5, middle + 0.2, last - 0.1])


def test_masked_actions_are_never_drawn() -> None:
    positions = [Choko(), Choko().play(0)]
    masks = nets.masks_of(positions)
    assert [int(mask.sum()) for mask in masks] == [25, 24]
    chances = nets.masked(torch.zeros(2, 2625), masks).softmax(-1)
    assert chances[1, 0] == 0
    assert chances[1, 1:25].tolist() == pytest.approx([1 / 24] * 24)


@pytest.mark.parametrize("ancestors", [0, 2])
def test_rollouts_keep_whole_trajectories_of_the_learner(ancestors: int) -> None:
    torch.manual_seed(1)
    net = settings.V3.net()
    rollouts = ppo.Rollouts(net, [settings.V3.net() for _ in range(ancestors)], "seed")
    steps = rollouts.collect(200, 0.1)
    assert len(steps) >= 200
    assert all(step.action in step.position.legal() for step in steps)
    _, values = net(nets.inputs_of([step.position for step in steps], True))
    assert [step.value for step in steps] == pytest.approx(values.tolist(), abs=1e-4)
    assert any(abs(step.reward) >= 1.9 for step in steps)
    sides = {step.position.to_move for step in steps}
    assert sides == {BLUE, RED}


def test_learning_makes_what_went_well_more_likely() -> None:
    torch.manual_seed(1)
    net = settings.V1.net()
    good = ppo.Step(Choko(), 3, -3.2, 0.0, advantage=1.0, gain=1.0)
    bad = ppo.Step(Choko(), 4, -3.2, 0.0, advantage=-1.0, gain=-1.0)

    def chances() -> list[float]:
        logits, _ = net(nets.inputs_of([Choko()], False))
        found: list[float] = nets.masked(logits, nets.masks_of([Choko()])).softmax(-1)[0].tolist()
        return found

    before = chances()
    update = ppo.Learner(net).learn([good, bad] * 8, 5, 16)
    assert chances()[3] > before[3]
    assert chances()[4] < before[4]
    assert 0 <= update.clipped <= 1


def test_five_steps_of_rewards_belong_to_the_one_who_acted() -> None:
    start = drawn(TAKES, to_move=BLUE)
    action = by_name(start)["jump A1 right, taking E5 too"]
    (only,) = dqn.experiences([(start, action)], start.play(action))
    assert only.reward == pytest.approx(0.2 + 2.0)
    assert only.later is None
    path, position = [], Choko()
    for square in range(8):
        path.append((position, square))
        position = position.play(square)
    found = dqn.experiences(path, position)
    assert found[0].later == path[5][0]
    assert [experience.reward for experience in found] == [0.0] * 8
    assert [experience.later is None for experience in found] == [False] * 3 + [True] * 5


def test_the_target_is_the_frozen_nets_best_legal_value_of_the_other_side() -> None:
    learner = dqn.QLearner(1)
    position = Choko()
    later = Choko()
    for square in range(5):
        later = later.play(square)
    over = dqn.Experience(position, 0, 2.0, None)
    going = dqn.Experience(position, 0, 0.1, later)
    values = learner.net(nets.inputs_of([later], False))[0].tolist()
    best = max(values[action] for action in later.legal())
    assert learner.targets([over, going]).tolist() == pytest.approx([2.0, 0.1 - best])


def slow_best(position: Choko, depth: int) -> float:
    if depth == 0 or position.over:
        return 0.0
    after = [position.play(action) for action in position.legal()]
    return max(p.taken - slow_best(p, depth - 1) for p in after)


def test_minimax_finds_what_looking_at_everything_finds() -> None:
    rng, bound = Random(3), float("inf")
    position, compared = Choko(), 0
    while not position.over:
        if position.played > 20:
            assert search.best_of(position, 2, -bound, bound) == slow_best(position, 2)
            compared += 1
        position = position.play(rng.choice(position.legal()))
    assert compared > 10
    start = drawn(TAKES, to_move=BLUE)
    assert search.minimax(rng)(start) == by_name(start)["jump A1 right, taking E5 too"]


@pytest.mark.parametrize("widths", [(12,), (12, 6), (12, 6, 3)])
def test_guided_search_takes_a_win_whatever_the_net_thinks(widths: tuple[int, ...]) -> None:
    torch.manual_seed(2)
    start = drawn(TAKES, to_move=BLUE)
    chosen = search.guided(settings.V3.net(), widths)(start)
    assert start.play(chosen).winner == BLUE


def test_a_game_between_players_has_an_end() -> None:
    rng = Random(1)

    def any_action(position: Choko) -> int:
        return rng.choice(position.legal())

    assert search.play(any_action, any_action) in (BLUE, RED, NOBODY)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything so small that a second does it."""
    versions = tuple(
        settings.PpoSettings(f"PPO V{n}", 2, steps=70, epochs=1, ancestor_every=n - 1)
        for n in (1, 2, 3)
    )
    for module in (recipe, page):
        monkeypatch.setattr(module, "VERSIONS", versions)
        monkeypatch.setattr(module, "TABLE_GAMES", 2)
    monkeypatch.setattr(recipe, "V3", versions[2])
    monkeypatch.setattr(recipe, "DQN_STEPS", 4)
    monkeypatch.setattr(recipe, "guided", lambda net: search.guided(net, (2, 1)))
    monkeypatch.setattr(recipe, "minimax", lambda rng: lambda p: rng.choice(p.legal()))
    monkeypatch.setattr(settings, "EVALUATED_EVERY", {"PPO": 1, "DQN": 2})
    monkeypatch.setattr(settings, "EVALUATION_GAMES", 2)


@pytest.mark.usefixtures("small")
def test_a_folder_goes_on_and_makes_a_page(tmp_path: Path) -> None:
    half = recipe.Recipe(tmp_path, 0.5, print)
    half.run()
    whole = recipe.Recipe(tmp_path, 1.0, print)
    assert [len(run.curve) for run in whole.ppo.values()] == [1, 1, 1]
    whole.run()
    assert [len(run.curve) for run in whole.ppo.values()] == [2, 2, 2]
    assert {len(results) for results in whole.matches.values()} == {2}
    assert len(whole.matches) == 15
    text = page.write(whole, tmp_path).read_text()
    assert text.count("<svg") == 4
    assert "PGTS" in text


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    (tmp_path / "dqn.pt").write_bytes(b"no checkpoint")
    with pytest.raises(train.TrainingError, match=r"dqn\.pt.*remove it"):
        recipe.Recipe(tmp_path, 1.0, print)
