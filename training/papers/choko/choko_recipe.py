"""The recipe `choko`: its steps in order, and the folder of their results.

settings.json                               the game that the folder is for ppo-v1.pt, ppo-v2.pt,
ppo-v3.pt, dqn.pt     checkpoints ppo.net, dqn.net                            nets for the bundled
bots, if the game is Gomoku matches-BUDGET.json                         the games of table 1 after
this share of the work alphazero/                                  AlphaZero's loop, if it learns
the game page.html                                   the page
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Generic

from torch import nn

from core.system.files import write_whole
from training.papers.choko.agent_settings import TABLE_GAMES, Experiment
from training.papers.choko.agents import GuidedPlayer, MinimaxPlayer, PolicyPlayer, ValuePlayer
from training.papers.choko.alphazero_agent import ZeroRun
from training.papers.choko.dqn import EXPLORATION
from training.papers.choko.train_agents import SEED, DqnRun, PpoRun
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.game_protocol import Position
from training.papers.loop.loop_settings import keep_settings, share
from training.papers.loop.match_players import GamePlayer
from training.papers.loop.networks import ActionValueNet, PolicyValueNet
from training.papers.loop.player_match import play_match
from training.papers.loop.results import read_results
from training.training_error import TrainingError

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RecipeSettings:
    """The settings that a folder was begun with."""

    game: str


class ChokoRecipe(Generic[Position]):
    """The recipe in one folder.

    Args:
        experiment: the game and the agents.
        folder: created when missing.
        budget: the share of the published iterations and steps to do.
        say: called with a line about each finished part.

    Raises:
        TrainingError: the folder cannot be used, or holds something else.
    """

    def __init__(
        self, experiment: Experiment[Position], folder: Path, budget: float, say: Say
    ) -> None:
        self.experiment = experiment
        self.budget = budget
        self._folder = folder
        self._path = folder / f"matches-{budget:g}.json"
        self._say = say
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TrainingError(f"cannot use {folder}: {error}") from error
        self.matches: dict[str, list[int]] = read_results(self._path, depth=1)
        keep_settings(RecipeSettings(experiment.name), folder / "settings.json")
        self.ppo = {one.name: PpoRun(experiment, one, folder) for one in experiment.versions}
        self.dqn = DqnRun(experiment, folder)
        self.zero: ZeroRun[Position] | None = None
        if experiment.zero is not None:
            self.zero = ZeroRun(experiment.game, experiment.zero, folder / "alphazero")

    def run(self) -> None:
        """Do all unfinished parts."""
        for chosen in self.experiment.versions:
            every = share(chosen.ancestor_every, self.budget) if chosen.ancestor_every else 0
            run = self.ppo[chosen.name]
            run.run(share(chosen.iterations, self.budget), every, self._say)
        self.dqn.run(share(self.experiment.dqn.steps, self.budget), self._say)
        if self.zero is not None:
            self.zero.run(self.budget)
        for name, net in (("ppo", self._last), ("dqn", self.dqn.net)):
            if isinstance(net, PolicyValueNet | ActionValueNet):
                write_bot_net(net, self.experiment.game.shape, self._folder / f"{name}.net")
        self._table()

    @property
    def _last(self) -> nn.Module:
        """The net of PPO's last version."""
        return self.ppo[self.experiment.versions[-1].name].net

    def players(self) -> dict[str, GamePlayer[Position]]:
        """Return the agents of table 1, DQN, which the text compares with V1 and V2, and
        AlphaZero."""
        rng, game = random.Random(SEED), self.experiment.game
        return {
            "PGTS": GuidedPlayer(self.experiment, self._last),
            **{name: PolicyPlayer(game, run.net) for name, run in reversed(self.ppo.items())},
            "MinimaxPlayer": MinimaxPlayer(game, rng),
            "DQN": ValuePlayer(game, self.dqn.net, rng, EXPLORATION),
            **({"AlphaZero": self.zero.player()} if self.zero is not None else {}),
        }

    def _table(self) -> None:
        """Play the missing games: each player of a pair begins half of them."""
        players = self.players()
        for one, other in combinations(players, 2):
            results = self.matches.setdefault(f"{one}/{other}", [])
            while len(results) < TABLE_GAMES:
                both = play_match(self.experiment.game, players[one], players[other], 2)
                results += [round(2 * ended.points - 1) for ended in both]
                write_whole(self._path, json.dumps(self.matches).encode())
            self._say(f"{one} against {other}: {results.count(1)} won, {results.count(-1)} lost")
