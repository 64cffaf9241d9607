"""The two games that the agents learn: Choko as published (sections 3.2 to 3.5), and Gomoku."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from core.game.board import Board
from core.papers.choko_rules import SIZE, ChokoPosition
from training.papers.choko.agent_settings import DqnSettings, Experiment, PpoSettings, ZeroSettings
from training.papers.choko.choko_game import ChokoGame
from training.papers.choko.choko_nets import ActorCritic, Layers, QNet, Sight
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.networks import ActionValueNet, NetShape, PolicyValueNet

V1 = PpoSettings("PPO V1", partial(ActorCritic, 2, Sight.BOARD), 5000)
V2 = PpoSettings(
    "PPO V2",
    partial(ActorCritic, 2, Sight.BOARD),
    3000,
    steps=8192,
    batch=128,
    epochs=12,
    ancestor_every=500,
)
# The paper's formula, 0.1 - 0.05 i / 4000, is 0.05 at the end; its text says that captures bring
# nothing from about half of the training on. We follow the text.
V3 = replace(
    V2,
    name="PPO V3",
    net=partial(ActorCritic, 3, Sight.INITIATIVE),
    iterations=4000,
    capture=(0.1, 0.2),
)

# The paper has no such agent: the numbers are ours, for about an hour on one core. Most actions
# are jumps, each seldom legal, so an untrained net gives them very small priors; strong noise
# makes the search try them. After 200 games, 20 against random play: 5 won, 12 drawn, 3 lost;
# with AlphaZero's noise (a quarter, of alpha 0.3) 0, 9 and 11.
ZERO = ZeroSettings(
    LoopSettings(
        size=SIZE,
        shape=Layers(3),
        playouts=100,
        exploration=2.5,
        temperature_moves=30,
        window=20_000,
        batch=1024,
        rate=2e-3,
        match_every=0,
        match_games=0,
        slots=16,
        noise=0.5,
        alpha=1.0,
        passes=4,
        legal_only=True,
    ),
    4000,
)


def choko() -> Experiment[ChokoPosition]:
    """Return the paper's own game."""
    dqn = DqnSettings(QNet, 200_000, 0.1)
    return Experiment("choko", ChokoGame(), 2.0, (V1, V2, V3), dqn, ZERO)


GOMOKU_SIZE = 8
SHALLOW, DEEP = (
    NetShape((32,) * layers, False, False, policy_filters=8, value_filters=2, hidden=32)
    for layers in (2, 3)
)


def gomoku() -> Experiment[Board]:
    """Return Gomoku on a small board: the same agents with convolutional nets, trained for minutes.

    There are no captures, so a win is the only reward; it is 1, the limit of the nets' values.
    """
    game = Gomoku(GOMOKU_SIZE)
    net = {
        shape: partial(PolicyValueNet, shape, game.shape, game.actions) for shape in (SHALLOW, DEEP)
    }
    version = partial(PpoSettings, batch=128, epochs=3, capture=(0.0, 0.0), rate=1e-3)
    versions = (
        version("PPO V1", net[SHALLOW], 20),
        version("PPO V2", net[SHALLOW], 20, ancestor_every=10),
        version("PPO V3", net[DEEP], 120, ancestor_every=10),
    )
    values = partial(ActionValueNet, DEEP, game.shape, game.actions)
    return Experiment("gomoku", game, 1.0, versions, DqnSettings(values, 8_000, 0.0))


EXPERIMENTS: dict[str, Callable[[], Experiment[Any]]] = {"choko": choko, "gomoku": gomoku}
