"""Self-play, the window, the learner and the nets of the loop."""

from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.papers.tiny import SETTINGS, SHAPE
from training.learning import device
from training.papers.loop.game_protocol import Planes
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.loop_learner import PositionLearner
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.match_players import RawNet, SearchPlayer
from training.papers.loop.networks import Judgement, NetShape, asker
from training.papers.loop.parallel_selfplay import PlayedGame, SelfPlay
from training.papers.loop.position_window import (
    ILLEGAL,
    PositionBatch,
    PositionWindow,
    samples_of,
)
from training.training_error import TrainingError

GAME = Gomoku(5)
GAMES = (
    PlayedGame(tuple(range(9)), tuple([(move, 3), (24, 1)] for move in range(9)), 0),
    PlayedGame(
        (0, 5, 1, 6, 2, 7, 3, 8, 4), tuple([(m, 2)] for m in (0, 5, 1, 6, 2, 7, 3, 8, 4)), 1
    ),
)


def net_of(settings: LoopSettings = SETTINGS, seed: int = 0) -> torch.nn.Module:
    torch.manual_seed(seed)
    return settings.shape.net(GAME.shape, GAME.actions)


def batch_of(samples: int = 64) -> PositionBatch:
    window = PositionWindow(GAME, 1000)
    window.add(GAMES[1])
    return window.draw(samples, np.random.default_rng(0))


def test_illegal_actions_are_marked_and_left_out_of_the_policy_if_asked_for() -> None:
    illegal = next(islice(samples_of(GAME, GAMES[1]), 3, None))[1] == ILLEGAL
    assert illegal.nonzero()[0].tolist() == [0, 1, 5]
    losses = [
        PositionLearner(net_of(), replace(SETTINGS, legal_only=only)).learn(batch_of())
        for only in (False, True)
    ]
    assert losses[1]["policy"] < losses[0]["policy"]
    assert losses[1]["entropy"] < losses[0]["entropy"]
    assert losses[1]["value"] == losses[0]["value"]


def test_a_finished_game_becomes_rows_for_each_mover() -> None:
    samples = list(samples_of(GAME, GAMES[1]))
    assert [result for _, _, result in samples] == [1, -1, 1, -1, 1, -1, 1, -1, 1]
    assert [int(policy.argmax()) for _, policy, _ in samples] == list(GAMES[1].moves)
    assert samples[0][0][3].all()
    shares = next(samples_of(GAME, GAMES[0]))[1]
    assert shares[0] == 0.75
    assert shares[24] == 0.25


def test_the_window_holds_all_images_of_the_newest_positions() -> None:
    window = PositionWindow(GAME, 100)
    window.add(GAMES[0])
    assert len(window) == 72
    window.add(GAMES[1])
    assert len(window) == 100
    batch = window.draw(100, np.random.default_rng(0))
    # 72 samples of the last game, which Black won, and 28 of the draw before
    assert int((batch.results != 0).sum()) == 72
    assert window.draw(500, np.random.default_rng(0)).planes.shape == (100, 4, 5, 5)


def test_self_play_ends_games_and_keeps_what_was_searched() -> None:
    rng = np.random.default_rng(0)
    player, ask = SelfPlay(GAME, SETTINGS, rng), asker(net_of())
    games: list[PlayedGame] = []
    while len(games) < 6:
        games += player.advance(ask)
    for game in games:
        position = GAME.start()
        for move, visits in zip(game.moves, game.visits, strict=True):
            assert GAME.result(position) is None
            assert move in {action for action, _ in visits}
            assert sum(count for _, count in visits) >= SETTINGS.playouts
            position = GAME.play(position, move)
        assert GAME.result(position) == game.result
        assert PlayedGame.of(game.as_json()) == game
    assert len({game.moves for game in games}) > 1


def test_cold_moves_are_the_most_visited() -> None:
    settings = replace(SETTINGS, temperature_moves=0)
    player, ask = SelfPlay(GAME, settings, np.random.default_rng(0)), asker(net_of())
    games: list[PlayedGame] = []
    while not games:
        games += player.advance(ask)
    for move, visits in zip(games[0].moves, games[0].visits, strict=True):
        assert dict(visits)[move] == max(count for _, count in visits)


@pytest.mark.parametrize(
    "shape",
    [
        SHAPE,
        replace(SHAPE, residual=False),
        replace(SHAPE, shared=False),
        NetShape((4, 6, 8), False, False, policy_filters=2, value_filters=2, hidden=4),
    ],
)
def test_every_net_learns_a_batch_by_heart(shape: NetShape) -> None:
    settings = replace(SETTINGS, shape=shape, rate=1e-2, decay=0.0)
    # with some seeds the narrow net has units that no position activates
    learner, batch = PositionLearner(net_of(settings, seed=3), settings), batch_of(72)
    first = learner.learn(batch)
    for _ in range(80):
        last = learner.learn(batch)
    assert last["loss"] < first["loss"] / 2
    assert last["loss"] == pytest.approx(last["policy"] + last["value"], rel=1e-5)
    assert last["entropy"] < first["entropy"]


def test_residual_trunks_are_as_deep_as_plain_ones() -> None:
    def convolutions(shape: NetShape) -> int:
        modules = shape.net(GAME.shape, GAME.actions).trunk.modules()
        return sum(isinstance(module, torch.nn.Conv2d) for module in modules)

    assert convolutions(SHAPE) == convolutions(replace(SHAPE, residual=False)) == 3


def test_separate_heads_share_nothing() -> None:
    net = replace(SHAPE, shared=False).net(GAME.shape, GAME.actions)
    _, values = net(torch.rand(8, *GAME.shape))
    values.sum().backward()
    assert all(parameter.grad is None for parameter in net.trunk.parameters())
    assert net.value_trunk is not None
    assert all(parameter.grad is not None for parameter in net.value_trunk.parameters())


def test_the_rate_falls_where_a_batch_changes_much_and_rises_where_little() -> None:
    rough = replace(SETTINGS, kl_target=1e-9, passes=2)
    gentle = replace(SETTINGS, kl_target=1e9, passes=2)
    for settings, sign in ((rough, -1), (gentle, 1)):
        learner = PositionLearner(net_of(settings), settings)
        rates = [learner.learn(batch_of())["rate"] for _ in range(12)]
        assert all((after - before) * sign > 0 for before, after in pairwise(rates[:6]))
        assert SETTINGS.rate / 20 < min(rates) <= max(rates) < SETTINGS.rate * 20


def test_a_learner_goes_on_exactly(tmp_path: Path) -> None:
    path = tmp_path / "state.pt"
    settings = replace(SETTINGS, kl_target=0.01, passes=2)
    learner = PositionLearner(net_of(settings), settings)
    for _ in range(3):
        learner.learn(batch_of())
    learner.save(path)
    other = PositionLearner(net_of(settings, seed=5), settings)
    other.resume(path)
    assert other.steps == 3
    assert other.learn(batch_of()) == learner.learn(batch_of())


def test_a_torn_state_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state.pt"
    path.write_bytes(b"half a file")
    with pytest.raises(TrainingError, match=r"state\.pt is damaged, or not a checkpoint"):
        PositionLearner(net_of(), SETTINGS).resume(path)


def test_the_raw_net_plays_its_best_legal_move() -> None:
    priors = np.arange(25, dtype=np.float32)

    def ask(planes: Planes) -> Judgement:
        return np.stack([priors] * len(planes)), np.zeros(len(planes), np.float32)

    player = RawNet(GAME, ask)
    position = GAME.start()
    position = GAME.play(position, 24)
    assert player.choose([position, GAME.start()]) == [23, 24]


@pytest.mark.parametrize("residual", [False, True])
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(("mixed", "error"), [(set(), 1e-5), ({"cpu"}, 0.02)])
def test_an_asker_evaluates_as_the_net_did_when_it_was_made(
    residual: bool, shared: bool, mixed: set[str], error: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "MIXED", mixed)
    shape = replace(SHAPE, residual=residual, shared=shared)
    learner = PositionLearner(net_of(replace(SETTINGS, shape=shape)), SETTINGS)
    learner.learn(batch_of())  # so that the normalisation is not the identity
    planes = batch_of().planes
    learner.net.eval()
    with torch.inference_mode():
        logits, values = learner.net(torch.from_numpy(planes).float())
    ask = asker(learner.net)
    for _ in range(20):
        learner.learn(batch_of())
    priors, answered = ask(planes)
    assert priors == pytest.approx(torch.softmax(logits, 1).numpy(), abs=error)
    assert answered == pytest.approx(values.numpy(), abs=error)
    assert asker(learner.net)(planes)[1] != pytest.approx(answered, abs=error)


def test_search_sees_a_five_that_the_net_does_not() -> None:
    position = GAME.start()
    for action in (0, 5, 1, 6, 2, 7, 3, 8):
        position = GAME.play(position, action)
    assert SearchPlayer(GAME, asker(net_of()), 200, 5.0).choose([position]) == [4]
