"""Proximal Policy Optimization (Schulman et al. 2017) with masks and self-play.

No library is used: those we know expect one actor in an environment, while here nets play both
sides of a game and each side has its own trajectory.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.papers.choko.agent_settings import Experiment
from training.papers.choko.observation import Observation, legal_of, observe, planes_of
from training.papers.loop.game_protocol import CapturingGame, Position

DISCOUNT = 0.99
SMOOTHING = 0.95
"""gamma and lambda, which the paper does not give."""
CLIP = 0.2
"""epsilon, which the paper does not give either."""
VALUE_SHARE = 0.05
ENTROPY_SHARE = 0.01
AT_ONCE = 64
"""Games played side by side."""


@dataclass
class Step:
    """One action of a trajectory; the last two fields are filled in at its end.

    Attributes:
        choice: index of the action among the legal ones.
    """

    seen: Observation
    choice: int
    log_chance: float
    value: float
    reward: float = 0.0
    advantage: float = 0.0
    gain: float = 0.0


@dataclass
class UnfinishedGame(Generic[Position]):
    """An unfinished game; the first player is True, the other False. `learners` are the sides of
    the net that learns."""

    position: Position
    learners: frozenset[bool]
    opponent: nn.Module
    steps: dict[bool, list[Step]] = field(default_factory=lambda: {True: [], False: []})


class Rollouts(Generic[Position]):
    """Self-play of whole games.

    Args:
        net: the net that learns.
        ancestors: frozen nets; if there are any, each game is against one of them, with the sides
            in turn, and only the learner's steps are kept. Otherwise both sides are the net's.
        seed: of the choice of opponents.
    """

    def __init__(
        self,
        experiment: Experiment[Position],
        net: nn.Module,
        ancestors: Sequence[nn.Module],
        seed: str,
    ) -> None:
        self._experiment = experiment
        self._game = experiment.game
        self._net = net
        self._ancestors = ancestors
        self._rng = random.Random(seed)
        self._begun = 0

    def collect(self, count: int, capture: float) -> list[Step]:
        """Return the learner's steps of `count` games; `capture` is the reward for a captured
        piece.

        All games that were begun are finished: to stop at a number of steps would leave out the
        long ones.
        """
        games = [self._begin() for _ in range(min(AT_ONCE, count))]
        left = count - len(games)
        kept: list[Step] = []
        while games:
            # Group the games before any move, which would change the side to move.
            turns: dict[nn.Module, list[UnfinishedGame[Position]]] = {}
            for game in games:
                turns.setdefault(self._mover(game), []).append(game)
            for net, theirs in turns.items():
                _advance(self._game, net, theirs, capture)
            going = []
            for game in games:
                result = self._game.result(game.position)
                if result is None:
                    going.append(game)
                    continue
                kept += _finished(game, self._experiment.win * result)
                if left:
                    left -= 1
                    going.append(self._begin())
            games = going
        return kept

    def _begin(self) -> UnfinishedGame[Position]:
        self._begun += 1
        start = self._game.start()
        if not self._ancestors:
            return UnfinishedGame(start, frozenset({True, False}), self._net)
        side = self._begun % 2 == 1
        return UnfinishedGame(start, frozenset({side}), self._rng.choice(self._ancestors))

    def _mover(self, game: UnfinishedGame[Position]) -> nn.Module:
        first = self._game.is_first_to_move(game.position)
        return self._net if first in game.learners else game.opponent


@torch.no_grad()
def _advance(
    rules: CapturingGame[Position],
    net: nn.Module,
    games: list[UnfinishedGame[Position]],
    capture: float,
) -> None:
    """Play one action of a net in each of the games."""
    seen = [observe(rules, game.position) for game in games]
    logits, values = net(planes_of(seen), legal_of(seen))
    logs = F.log_softmax(logits, dim=-1)
    choices = torch.multinomial(logs.exp(), 1)
    chosen = logs.gather(1, choices)
    entries = zip(
        games, seen, choices[:, 0].tolist(), chosen[:, 0].tolist(), values.tolist(), strict=True
    )
    for game, one, choice, log_chance, value in entries:
        action = int(one.legal[choice])
        step = Step(one, choice, log_chance, value)
        game.steps[rules.is_first_to_move(game.position)].append(step)
        game.position = rules.play(game.position, action)
        step.reward = capture * rules.taken(game.position)


def _finished(game: UnfinishedGame[Position], won: float) -> list[Step]:
    """Return the learner's steps of a finished game, with advantages and gains; `won` is the reward
    of the first player."""
    kept = []
    for side in game.learners:
        steps = game.steps[side]
        if steps:
            steps[-1].reward += won if side else -won
            assess(steps)
            kept += steps
    return kept


def assess(steps: list[Step]) -> None:
    """Fill in the advantages, smoothed over later steps, and the gains (section 3.3)."""
    following = advantage = 0.0
    for step in reversed(steps):
        difference = step.reward + DISCOUNT * following - step.value
        advantage = difference + DISCOUNT * SMOOTHING * advantage
        step.advantage, step.gain = advantage, advantage + step.value
        following = step.value


@dataclass(frozen=True, slots=True)
class PpoUpdate:
    """The result of a phase of learning: means of the loss and of the clipped share."""

    loss: float
    clipped: float


@contextmanager
def _tiny_as_zero() -> Iterator[None]:
    """Let numbers below 1e-38 be zero: half of Adam's means for Choko's actions, most of which are
    seldom legal, fall that far, and a step with them takes up to seven times as long."""
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(False)


class PpoLearner:
    """PPO's updates with Adam."""

    def __init__(self, net: nn.Module, rate: float) -> None:
        self._net = net
        self.optimizer = torch.optim.Adam(net.parameters(), rate, fused=True)

    @_tiny_as_zero()
    def learn(self, steps: list[Step], epochs: int, batch: int) -> PpoUpdate:
        """Learn from the steps for `epochs` epochs in shuffled batches."""
        seen = [step.seen for step in steps]
        data = (
            planes_of(seen),
            legal_of(seen),
            torch.tensor([step.choice for step in steps]),
            torch.tensor([step.log_chance for step in steps]),
            torch.tensor([step.advantage for step in steps]),
            torch.tensor([step.gain for step in steps]),
        )
        losses, clipped = [], []
        for _ in range(epochs):
            for chosen in torch.split(torch.randperm(len(steps)), batch):
                loss, share = self._loss(*(part[chosen] for part in data))
                self.optimizer.zero_grad()
                torch.autograd.backward(loss)
                self.optimizer.step()
                losses.append(loss.item())
                clipped.append(share)
        return PpoUpdate(sum(losses) / len(losses), sum(clipped) / len(clipped))

    def _loss(
        self,
        planes: Tensor,
        legal: Tensor,
        choices: Tensor,
        old_logs: Tensor,
        advantages: Tensor,
        gains: Tensor,
    ) -> tuple[Tensor, float]:
        """Return the clipped objective with its shares of value and entropy, and the clipped
        share."""
        logits, values = self._net(planes, legal)
        logs = F.log_softmax(logits, dim=-1)
        ratios = (logs.gather(1, choices[:, None]).squeeze(-1) - old_logs).exp()
        bounded = ratios.clamp(1 - CLIP, 1 + CLIP)
        policy = -torch.min(ratios * advantages, bounded * advantages).mean()
        entropy = -(logs.exp() * logs).sum(-1).mean()
        loss = policy + VALUE_SHARE * F.mse_loss(values, gains) - ENTROPY_SHARE * entropy
        return loss, (ratios != bounded).float().mean().item()
