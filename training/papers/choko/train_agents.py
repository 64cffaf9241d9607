"""Training of the agents, each with a checkpoint from which the same command resumes.

An iteration seeds its random numbers with its own number, so that the result does not depend on
where a run was interrupted.
"""

import copy
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic

import torch
from torch import nn

from training.learning.checkpoint import naming_checkpoint, read_checkpoint, write_checkpoint
from training.papers.choko import agent_settings
from training.papers.choko.agent_settings import Experiment, PpoSettings
from training.papers.choko.agents import PolicyPlayer, ValuePlayer
from training.papers.choko.dqn import BUFFER, EXPLORATION, QLearner
from training.papers.choko.ppo import PpoLearner, Rollouts
from training.papers.loop.game_protocol import GameProtocol, Position
from training.papers.loop.match_players import GamePlayer
from training.papers.loop.player_match import play_match

SEED = 1
KEPT_EVERY = 10
"""Iterations of PPO, or hundreds of steps of DQN, between two checkpoints."""

GAME_STEPS = 64.0
"""The learner's steps in a game, for the number of games in the first rollout; later ones go by the
rollout before."""

Curve = list[dict[str, float]]
Say = Callable[[str], None]


def match(
    game: GameProtocol[Position], players: Sequence[GamePlayer[Position]], games: int
) -> dict[str, float]:
    """Return the shares of wins and draws of the first of two players, who begins half of the
    games."""
    one, other = players
    points = [ended.points for ended in play_match(game, one, other, games)]
    return {"win": points.count(1.0) / games, "draw": points.count(0.5) / games}


class PpoRun(Generic[Position]):
    """The training of one version in a folder, up to a share of its iterations."""

    def __init__(self, experiment: Experiment[Position], chosen: PpoSettings, folder: Path) -> None:
        self._experiment = experiment
        self._chosen = chosen
        self._path = folder / f"{chosen.name.replace(' ', '-').lower()}.pt"
        torch.manual_seed(SEED)
        self.net = chosen.net()
        self.curve: Curve = []
        self._learner = PpoLearner(self.net, chosen.rate)
        self._ancestors: list[nn.Module] = []
        self._past = copy.deepcopy(self.net)
        self._done = 0
        self._game_steps = GAME_STEPS
        if self._path.exists():
            kept = read_checkpoint(self._path)
            with naming_checkpoint(self._path):
                self._restore(kept)

    def run(self, iterations: int, ancestor_every: int, say: Say) -> None:
        """Train until `iterations` iterations are done."""
        while self._done < iterations:
            self._iterate(iterations, ancestor_every)
            last = self._done == iterations
            if self._done % agent_settings.EVALUATED_EVERY["PPO"] == 0:
                self._evaluate()
            if last or self._done % KEPT_EVERY == 0:
                self._save()
                say(f"{self._chosen.name}: {self._done:,} of {iterations:,} iterations")

    def _iterate(self, iterations: int, ancestor_every: int) -> None:
        torch.manual_seed(SEED + self._done)
        if ancestor_every and self._done % ancestor_every == 0:
            self._ancestors.append(copy.deepcopy(self.net))
        rollouts = Rollouts(self._experiment, self.net, self._ancestors, f"{SEED} {self._done}")
        share = self._done * self._chosen.iterations / iterations
        games = max(1, round(self._chosen.steps / self._game_steps))
        steps = rollouts.collect(games, self._chosen.capture_at(int(share)))
        self._game_steps = len(steps) / games
        update = self._learner.learn(steps, self._chosen.epochs, self._chosen.batch)
        self._done += 1
        self.curve.append({"at": self._done, "clipped": update.clipped})

    def _evaluate(self) -> None:
        game = self._experiment.game
        players = [PolicyPlayer(game, net) for net in (self.net, self._past)]
        outcome = match(game, players, agent_settings.EVALUATION_GAMES)
        self.curve[-1].update(outcome)
        self._past = copy.deepcopy(self.net)

    def _save(self) -> None:
        write_checkpoint(
            self._path,
            {
                "done": self._done,
                "game_steps": self._game_steps,
                "net": self.net.state_dict(),
                "optimizer": self._learner.optimizer.state_dict(),
                "past": self._past.state_dict(),
                "ancestors": [net.state_dict() for net in self._ancestors],
                "curve": self.curve,
            },
        )

    def _restore(self, kept: dict[str, Any]) -> None:
        self._done, self.curve = kept["done"], kept["curve"]
        self._game_steps = kept["game_steps"]
        self.net.load_state_dict(kept["net"])
        self._learner.optimizer.load_state_dict(kept["optimizer"])
        self._past.load_state_dict(kept["past"])
        for state in kept["ancestors"]:
            self._ancestors.append(copy.deepcopy(self.net))
            self._ancestors[-1].load_state_dict(state)


class DqnRun(Generic[Position]):
    """The training of the Q-net in a folder.

    A checkpoint holds no experiences: after an interruption the buffer is filled with new games of
    the net.
    """

    def __init__(self, experiment: Experiment[Position], folder: Path) -> None:
        self._game = experiment.game
        self._path = folder / "dqn.pt"
        self.learner = QLearner(experiment, SEED)
        self.curve: Curve = []
        self._past = copy.deepcopy(self.learner.net)
        self._done = 0
        if self._path.exists():
            kept = read_checkpoint(self._path)
            with naming_checkpoint(self._path):
                self._done, self.curve = kept["done"], kept["curve"]
                self.learner.restore(kept["learner"])
                self._past.load_state_dict(kept["past"])

    @property
    def net(self) -> nn.Module:
        """The trained net."""
        return self.learner.net

    @property
    def steps(self) -> int:
        """Steps done."""
        return self._done

    def run(self, steps: int, say: Say) -> None:
        """Train until `steps` steps are done."""
        if self._done < steps:
            self.learner.fill(min(BUFFER, 10 * steps))
        while self._done < steps:
            loss = self.learner.learn()
            self.learner.play()
            self._done += 1
            if self._done % agent_settings.EVALUATED_EVERY["DQN"] == 0:
                self._evaluate(loss)
            if self._done == steps or self._done % (100 * KEPT_EVERY) == 0:
                self._save()
                say(f"DQN: {self._done:,} of {steps:,} steps")

    def _evaluate(self, loss: float) -> None:
        rng = random.Random(SEED + self._done)
        players = [ValuePlayer(self._game, net, rng, EXPLORATION) for net in (self.net, self._past)]
        outcome = match(self._game, players, agent_settings.EVALUATION_GAMES)
        self.curve.append({"at": self._done, "loss": loss, **outcome})
        self._past = copy.deepcopy(self.net)

    def _save(self) -> None:
        write_checkpoint(
            self._path,
            {
                "done": self._done,
                "curve": self.curve,
                "learner": self.learner.state(),
                "past": self._past.state_dict(),
            },
        )
