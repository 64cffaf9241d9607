"""Deep Q-learning with masks and five-step targets (section 3.2).

A state five actions later has the opponent to move. The target therefore counts rewards for the
acting player less the opponent's, and the value of the later state is that of its mover with the
sign changed. The paper writes Q'(s, a) for that value; we take the best legal action, as Q-learning
does.
"""

import copy
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

import torch
from torch.nn import functional as F

from training.papers.choko.agent_settings import Experiment
from training.papers.choko.observation import Observation, legal_of, observe, planes_of
from training.papers.loop.game_protocol import Position

AHEAD = 5
BUFFER = 20_000
BATCH = 64
RATE = 1e-3
EXPLORATION = 0.1
"""epsilon, which the paper does not give."""
RENEWED_AFTER = 500
"""Steps of learning between renewals of the frozen net; not given either."""


@dataclass(frozen=True, slots=True)
class Experience:
    """An action, its reward within five actions, and the state after them (None: the game is over);
    `same` tells whether the acting player is then to move again."""

    seen: Observation
    action: int
    reward: float
    later: Observation | None
    same: bool


def experiences(
    experiment: Experiment[Position], path: Sequence[Position], actions: Sequence[int]
) -> list[Experience]:
    """Return the experiences of a whole game: its positions, including the last, and its
    actions."""
    game = experiment.game
    seen = [observe(game, position) for position in path]
    movers = [1 if game.is_first_to_move(position) else -1 for position in path]
    brought = [
        experiment.dqn.capture * game.taken(path[i + 1]) * movers[i] for i in range(len(actions))
    ]
    brought[-1] += experiment.win * (game.result(path[-1]) or 0)
    found = []
    for i, action in enumerate(actions):
        end = min(i + AHEAD, len(actions))
        later = seen[end] if end < len(actions) else None
        reward = sum(brought[i:end]) * movers[i]
        found.append(Experience(seen[i], action, reward, later, movers[i] == movers[end]))
    return found


class QLearner(Generic[Position]):
    """A net, its frozen copy, and the replay buffer.

    Args:
        seed: of the games and of the batches drawn from the buffer.
    """

    def __init__(self, experiment: Experiment[Position], seed: int) -> None:
        torch.manual_seed(seed)
        self._experiment = experiment
        self.net = experiment.dqn.net()
        self._frozen = copy.deepcopy(self.net)
        self._optimizer = torch.optim.Adam(self.net.parameters(), RATE, fused=True)
        self._buffer: deque[Experience] = deque(maxlen=BUFFER)
        self._rng = random.Random(seed)
        self._steps = 0

    def fill(self, count: int) -> None:
        """Play until there are `count` experiences."""
        while len(self._buffer) < count:
            self.play()

    def play(self) -> None:
        """Play one game of self-play."""
        game = self._experiment.game
        path, actions = [game.start()], []
        while game.result(path[-1]) is None:
            actions.append(self._action(observe(game, path[-1])))
            path.append(game.play(path[-1], actions[-1]))
        self._buffer.extend(experiences(self._experiment, path, actions))

    @torch.no_grad()
    def _action(self, seen: Observation) -> int:
        if self._rng.random() < EXPLORATION:
            return int(self._rng.choice(seen.legal))
        return int(seen.legal[int(self.net(planes_of([seen]), legal_of([seen])).argmax())])

    def learn(self) -> float:
        """Take one step on a batch; return its loss."""
        batch = self._rng.choices(self._buffer, k=BATCH)
        actions = torch.tensor([[experience.action] for experience in batch])
        chosen = self.net(planes_of([experience.seen for experience in batch]), actions)
        loss = F.smooth_l1_loss(chosen.squeeze(-1), self.targets(batch))
        self._optimizer.zero_grad()
        torch.autograd.backward(loss)
        self._optimizer.step()
        self._steps += 1
        if self._steps % RENEWED_AFTER == 0:
            self._frozen.load_state_dict(self.net.state_dict())
        return loss.item()

    def state(self) -> dict[str, Any]:
        """Return the state without the buffer."""
        return {
            "net": self.net.state_dict(),
            "frozen": self._frozen.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self._steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Load a state that `state` returned."""
        self.net.load_state_dict(state["net"])
        self._frozen.load_state_dict(state["frozen"])
        self._optimizer.load_state_dict(state["optimizer"])
        self._steps = state["steps"]
        self._rng.seed(self._steps)

    @torch.no_grad()
    def targets(self, batch: list[Experience]) -> torch.Tensor:
        """Return (batch,) values of the actions by the frozen net."""
        targets = torch.tensor([experience.reward for experience in batch])
        unfinished = [i for i, experience in enumerate(batch) if experience.later is not None]
        later = [e.later for e in batch if e.later is not None]
        if unfinished:
            best = self._frozen(planes_of(later), legal_of(later)).max(dim=-1).values
            targets[unfinished] += best * torch.tensor(
                [1.0 if batch[i].same else -1.0 for i in unfinished]
            )
        return targets
