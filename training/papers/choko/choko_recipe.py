"""The recipe `choko`: its steps in order, and the folder of their results.

settings.json                           the game and the share of the work that the folder is for
ppo-v1.pt, ppo-v2.pt, ppo-v3.pt, dqn.pt checkpoints
ppo.net, dqn.net                        nets for the bundled bots, if the game is Gomoku
choko.net                               the net of PPO V3 for `fukumi play`, if it is Choko
matches.json                            the games of table 1
seconds.json                            the times of PGTS of 7 plies and of minimax, for Choko
alphazero/                              AlphaZero's loop, if it learns the game
page.html                               the page
recipe.txt                              the recipe's name
"""

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Generic
from zlib import crc32

import torch
from torch import nn

from core.eval.netfile import read_net
from core.papers.choko_net import ChokoNet
from core.papers.choko_players import WIDTHS, ChokoPlayer, GuidedSearch, Minimax
from core.papers.choko_rules import ChokoPosition
from core.system.files import write_whole
from training.papers.choko.agent_settings import (
    FEWEST_GAMES,
    TABLE_GAMES,
    Experiment,
    PpoSettings,
)
from training.papers.choko.agents import (
    ExportedPgts,
    GuidedPlayer,
    MinimaxPlayer,
    PolicyPlayer,
    ValuePlayer,
)
from training.papers.choko.alphazero_agent import ZeroRun
from training.papers.choko.choko_export import write_choko_net
from training.papers.choko.choko_nets import ActorCritic
from training.papers.choko.dqn import EXPLORATION
from training.papers.choko.train_agents import SEED, DqnRun, PpoRun
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.game_protocol import Position
from training.papers.loop.loop_settings import keep_settings, share, share_of_games
from training.papers.loop.match_players import GamePlayer
from training.papers.loop.networks import ActionValueNet, PolicyValueNet
from training.papers.loop.player_match import play_match
from training.papers.loop.recipe_parts import Part, run_parts
from training.papers.loop.results import read_results
from training.run_folder import hold_recipe, make_folder

Say = Callable[[str], None]

MINIMAX, DEEP_PGTS = "Minimax", "PGTS of 7 plies"
DEEP_WIDTHS = (*WIDTHS, 3, 3)
TIMED_POSITIONS = 20
AT_A_TIME = 50
"""Games of the table played together, so that a net is asked about several positions at once."""
ALWAYS_ALIKE = frozenset({"PGTS", "AlphaZero"})
"""Players without chance: two of them would repeat one game, so theirs begin with random drops."""


@dataclass(frozen=True, slots=True)
class RecipeSettings:
    """The settings that a folder was begun with."""

    game: str
    budget: float


class ChokoRecipe(Generic[Position]):
    """The recipe in one folder.

    Args:
        experiment: the game and the agents.
        folder: created when missing.
        budget: the share of the published iterations and steps to do. The rewards and the
            ancestors of PPO follow a schedule of this length, so a folder keeps its budget.
        say: called with a line about each finished part.

    Raises:
        TrainingError: the folder cannot be used, or holds something else.
    """

    def __init__(
        self, experiment: Experiment[Position], folder: Path, budget: float, say: Say
    ) -> None:
        self.experiment = experiment
        self.budget = budget
        self.games = share_of_games(TABLE_GAMES, budget, FEWEST_GAMES)
        self._folder = folder
        self._say = say
        self._rng = random.Random(SEED)
        make_folder(folder)
        self.matches: dict[str, list[int]] = read_results(folder / "matches.json", depth=1)
        self.seconds: dict[str, list[float]] = read_results(folder / "seconds.json", depth=1)
        keep_settings(
            RecipeSettings(experiment.name, budget),
            folder / "settings.json",
            "the game, or the budget, by which the schedules of PPO go",
        )
        self._load()

    def _load(self) -> None:
        """Read what has been trained."""
        experiment, folder = self.experiment, self._folder
        self.ppo = {one.name: PpoRun(experiment, one, folder) for one in experiment.versions}
        self.dqn = DqnRun(experiment, folder)
        self.zero: ZeroRun[Position] | None = None
        if experiment.zero is not None:
            self.zero = ZeroRun(experiment.game, experiment.zero, folder / "alphazero")

    def run(self, jobs: int = 1) -> None:
        """Do all unfinished parts, training `jobs` agents at a time.

        Raises:
            TrainingError: another process runs the recipe in this folder.
        """
        with hold_recipe(self._folder):
            for _ in run_parts(list(self._training()), jobs):
                pass
            self._load()
            for name, net in (("ppo", self._last), ("dqn", self.dqn.net)):
                if isinstance(net, PolicyValueNet | ActionValueNet):
                    write_bot_net(net, self.experiment.game.shape, self._folder / f"{name}.net")
            if isinstance(self._last, ActorCritic):
                done = len(self.ppo[self.experiment.versions[-1].name].curve)
                write_choko_net(self._last, done, self._folder / "choko.net")
                self._time(self._folder / "choko.net")
            self._table()

    def _training(self) -> Iterator[Part[None]]:
        where = self.experiment, self._folder, self.budget
        for version in reversed(self.experiment.versions):  # the longest first
            yield partial(train_version, *where, version, self._say)
        yield partial(train_dqn, *where, self._say)
        if self.zero is not None:
            yield partial(self.zero.run, self.budget)

    @property
    def _last(self) -> nn.Module:
        """The net of PPO's last version."""
        return self.ppo[self.experiment.versions[-1].name].net

    def players(self) -> dict[str, GamePlayer[Position]]:
        """Return the agents of table 1, DQN, which the text compares with V1 and V2, and
        AlphaZero."""
        rng, game = self._rng, self.experiment.game
        return {
            "PGTS": self._guided(WIDTHS),
            **{name: PolicyPlayer(game, run.net) for name, run in reversed(self.ppo.items())},
            MINIMAX: MinimaxPlayer(game, rng),
            "DQN": ValuePlayer(game, self.dqn.net, rng, EXPLORATION),
            **({"AlphaZero": self.zero.player()} if self.zero is not None else {}),
        }

    def _guided(self, widths: Sequence[int]) -> GamePlayer[Any]:
        """Return PGTS with the last net of PPO: for Choko the compiled one of the board."""
        net = self._folder / "choko.net"
        return (
            ExportedPgts(net, widths)
            if net.exists()
            else GuidedPlayer(self.experiment, self._last, widths)
        )

    def _time(self, net: Path) -> None:
        """Measure the processor seconds a move of PGTS of 7 plies and of minimax, by turns, on
        positions of random games of Choko."""
        if self.seconds:
            return
        rng = random.Random(SEED)
        players: dict[str, ChokoPlayer] = {
            DEEP_PGTS: GuidedSearch(ChokoNet(read_net(net)), DEEP_WIDTHS),
            MINIMAX: Minimax(rng),
        }
        for _ in range(TIMED_POSITIONS):
            position = random_position(rng)
            for name, player in players.items():
                began = time.thread_time()
                player.choose(position)
                self.seconds.setdefault(name, []).append(time.thread_time() - began)
        write_whole(self._folder / "seconds.json", json.dumps(self.seconds).encode())

    def _table(self) -> None:
        """Play the missing games: each player of a pair begins half of them."""
        players = self.players()
        pairs = [*combinations(players, 2), (DEEP_PGTS, MINIMAX)]
        players[DEEP_PGTS] = self._guided(DEEP_WIDTHS)
        for one, other in pairs:
            results = self.matches.setdefault(f"{one}/{other}", [])
            while len(results) < self.games:
                count = min(AT_A_TIME, self.games - len(results))
                # Of their own for each group, so that a restart never repeats some of its games.
                seed = f"{SEED} {one}/{other} {len(results)}"
                self._rng.seed(seed)
                torch.manual_seed(crc32(seed.encode()))
                drawn = {one, other} <= ALWAYS_ALIKE
                openings = [self._drawn() if drawn else () for _ in range(count // 2)]
                played = play_match(
                    self.experiment.game, players[one], players[other], count, openings
                )
                results += [round(2 * ended.points - 1) for ended in played]
                write_whole(self._folder / "matches.json", json.dumps(self.matches).encode())
            self._say(f"{one} against {other}: {results.count(1)} won, {results.count(-1)} lost")

    def _drawn(self) -> tuple[int, ...]:
        """Return two random actions from the start of a game."""
        game = self.experiment.game
        position, actions = game.start(), []
        for _ in range(2):
            actions.append(self._rng.choice(game.legal(position).tolist()))
            position = game.play(position, actions[-1])
        return tuple(actions)


def random_position(rng: random.Random) -> ChokoPosition:
    """Return a position of a random game of Choko that is not over."""
    path = [ChokoPosition()]
    while not path[-1].over:
        path.append(path[-1].play(rng.choice(path[-1].legal())))
    return rng.choice(path[:-1])


def train_version(
    experiment: Experiment[Any], folder: Path, budget: float, version: PpoSettings, say: Say
) -> None:
    """Train a version of PPO up to the budget's share of its iterations."""
    every = share(version.ancestor_every, budget) if version.ancestor_every else 0
    run = PpoRun(experiment, version, folder)
    run.run(share(version.iterations, budget), every, say)


def train_dqn(experiment: Experiment[Any], folder: Path, budget: float, say: Say) -> None:
    """Train the Q-net up to the budget's share of its steps."""
    DqnRun(experiment, folder).run(share(experiment.dqn.steps, budget), say)
