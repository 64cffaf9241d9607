"""Proximal Policy Optimization (Schulman et al. 2017) with masks and self-play.

No library is used: the ones we know want one actor against an environment, where here both
sides of a game are played by nets and each has a trajectory of its own.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor
from torch.nn import functional as F

from training.papers.choko.game import BLUE, RED, Choko
from training.papers.choko.nets import ActorCritic, inputs_of, masked, masks_of

WIN = 2.0
DISCOUNT = 0.99
SMOOTHING = 0.95
"""gamma and lambda, which the paper does not give."""
CLIP = 0.2
"""epsilon, which it does not give either."""
VALUE_SHARE = 0.05
ENTROPY_SHARE = 0.01
RATE = 1e-4
AT_ONCE = 64
"""Games that are played side by side."""


@dataclass
class Step:
    """What one action of a trajectory leaves behind; the last two are filled in at its end."""

    position: Choko
    action: int
    log_chance: float
    value: float
    reward: float = 0.0
    advantage: float = 0.0
    gain: float = 0.0


@dataclass
class Game:
    """A game under way; the sides in `learners` are the net's that learns."""

    learners: frozenset[int]
    opponent: ActorCritic
    position: Choko = field(default_factory=Choko)
    steps: dict[int, list[Step]] = field(default_factory=lambda: {BLUE: [], RED: []})


class Rollouts:
    """Plays games until there are steps enough.

    Args:
        net: who learns.
        ancestors: frozen nets; where there are any, each game is against one of them, with the
            sides in turn, and only the learner's steps are kept. Else both sides are the net's.
        seed: of the choice of opponents.
    """

    def __init__(self, net: ActorCritic, ancestors: Sequence[ActorCritic], seed: str) -> None:
        self._net = net
        self._ancestors = ancestors
        self._rng = random.Random(seed)
        self._begun = 0

    def collect(self, count: int, capture: float) -> list[Step]:
        """At least so many steps of whole games; `capture` is the reward for a piece taken."""
        games = [self._begin() for _ in range(AT_ONCE)]
        kept: list[Step] = []
        while len(kept) < count:
            # Sorted out before anybody moves, for then it is another's turn.
            turns: dict[ActorCritic, list[Game]] = {}
            for game in games:
                turns.setdefault(self._mover(game), []).append(game)
            for net, theirs in turns.items():
                _advance(net, theirs, capture)
            for i, game in enumerate(games):
                if game.position.over:
                    kept += _finished(game)
                    games[i] = self._begin()
        return kept

    def _begin(self) -> Game:
        self._begun += 1
        if not self._ancestors:
            return Game(frozenset({BLUE, RED}), self._net)
        side = BLUE if self._begun % 2 else RED
        return Game(frozenset({side}), self._rng.choice(self._ancestors))

    def _mover(self, game: Game) -> ActorCritic:
        return self._net if game.position.to_move in game.learners else game.opponent


@torch.no_grad()
def _advance(net: ActorCritic, games: list[Game], capture: float) -> None:
    """One action of a net in each of the games."""
    positions = [game.position for game in games]
    logits, values = net(inputs_of(positions, net.initiative))
    logits = masked(logits, masks_of(positions))
    logs = F.log_softmax(logits, dim=-1)
    actions = torch.multinomial(F.softmax(logits, dim=-1), 1).squeeze(-1)
    chosen = logs.gather(1, actions[:, None]).squeeze(-1)
    entries = zip(games, actions.tolist(), chosen.tolist(), values.tolist(), strict=True)
    for game, action, log_chance, value in entries:
        step = Step(game.position, action, log_chance, value)
        game.steps[game.position.to_move].append(step)
        game.position = game.position.play(action)
        step.reward = capture * game.position.taken


def _finished(game: Game) -> list[Step]:
    """The learner's steps of a game that is over, with advantages and gains."""
    kept = []
    for side in game.learners:
        steps = game.steps[side]
        if steps:
            steps[-1].reward += WIN * side * game.position.winner
            assess(steps)
            kept += steps
    return kept


def assess(steps: list[Step]) -> None:
    """Fills in the advantages, smoothed over what follows, and the gains (section 3.3)."""
    following = advantage = 0.0
    for step in reversed(steps):
        difference = step.reward + DISCOUNT * following - step.value
        advantage = difference + DISCOUNT * SMOOTHING * advantage
        step.advantage, step.gain = advantage, advantage + step.value
        following = step.value


@dataclass(frozen=True, slots=True)
class Update:
    """What a phase of learning was like: means of the loss and of the share that was clipped."""

    loss: float
    clipped: float


class Learner:
    """Learns from rollouts with Adam."""

    def __init__(self, net: ActorCritic) -> None:
        self._net = net
        self.optimizer = torch.optim.Adam(net.parameters(), RATE)

    def learn(self, steps: list[Step], epochs: int, batch: int) -> Update:
        """Goes over the steps so many times in shuffled batches."""
        positions = [step.position for step in steps]
        data = (
            inputs_of(positions, self._net.initiative),
            masks_of(positions),
            torch.tensor([step.action for step in steps]),
            torch.tensor([step.log_chance for step in steps]),
            torch.tensor([step.advantage for step in steps]),
            torch.tensor([step.gain for step in steps]),
        )
        losses, clipped = [], []
        for _ in range(epochs):
            for rows in torch.split(torch.randperm(len(steps)), batch):
                loss, share = self._loss(*(part[rows] for part in data))
                self.optimizer.zero_grad()
                torch.autograd.backward(loss)
                self.optimizer.step()
                losses.append(loss.item())
                clipped.append(share)
        return Update(sum(losses) / len(losses), sum(clipped) / len(clipped))

    def _loss(
        self,
        inputs: Tensor,
        masks: Tensor,
        actions: Tensor,
        old_logs: Tensor,
        advantages: Tensor,
        gains: Tensor,
    ) -> tuple[Tensor, float]:
        """The clipped objective with its shares of value and entropy, and what was clipped."""
        logits, values = self._net(inputs)
        logits = masked(logits, masks)
        logs = F.log_softmax(logits, dim=-1)
        ratios = (logs.gather(1, actions[:, None]).squeeze(-1) - old_logs).exp()
        bounded = ratios.clamp(1 - CLIP, 1 + CLIP)
        policy = -torch.min(ratios * advantages, bounded * advantages).mean()
        # Not the exponential of `logs`: it is very slow where it comes to nothing.
        chances = F.softmax(logits, dim=-1)
        entropy = -(chances * logs.masked_fill(~masks, 0.0)).sum(-1).mean()
        loss = policy + VALUE_SHARE * F.mse_loss(values, gains) - ENTROPY_SHARE * entropy
        return loss, (ratios != bounded).float().mean().item()
