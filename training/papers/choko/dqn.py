"""Deep Q-learning with masks and five-step targets (section 3.2).

A state five actions later has the same player not to move: after five actions it is the other's
turn. The target therefore counts rewards for the acting player, the other's taken off, and the
value of the later state is that of its mover with the sign turned. The paper writes Q'(s, a) for
that value; we take the best legal action, as Q-learning does.
"""

import copy
import random
from collections import deque
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional as F

from training.papers.choko.game import Choko
from training.papers.choko.nets import QNet, inputs_of, masked, masks_of
from training.papers.choko.ppo import WIN

AHEAD = 5
BUFFER = 20_000
BATCH = 64
RATE = 1e-3
CAPTURE = 0.1
EXPLORATION = 0.1
"""epsilon, which the paper does not give."""
RENEWED_AFTER = 500
"""Steps of learning after which the frozen net is renewed; not given either."""


@dataclass(frozen=True, slots=True)
class Experience:
    """An action, what it brought within five actions, and where that led (None: to the end)."""

    position: Choko
    action: int
    reward: float
    later: Choko | None


def experiences(game: list[tuple[Choko, int]], last: Choko) -> list[Experience]:
    """What a whole game teaches: positions with the actions taken there, and where it ended."""
    path = [*(position for position, _ in game), last]
    found = []
    for i, (position, action) in enumerate(game):
        end = min(i + AHEAD, len(game))
        reward = sum(
            CAPTURE * path[j + 1].taken * path[j].to_move * position.to_move for j in range(i, end)
        )
        over = end == len(game)
        if over:
            reward += WIN * last.winner * position.to_move
        found.append(Experience(position, action, reward, None if over else path[end]))
    return found


class QLearner:
    """A net, its frozen copy, and the buffer of what was played.

    Args:
        seed: of the games and of what is drawn from the buffer.
    """

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.net = QNet()
        self._frozen = copy.deepcopy(self.net)
        self._optimizer = torch.optim.Adam(self.net.parameters(), RATE)
        self._buffer: deque[Experience] = deque(maxlen=BUFFER)
        self._rng = random.Random(seed)
        self._steps = 0

    def fill(self, count: int) -> None:
        """Plays until so many experiences are there."""
        while len(self._buffer) < count:
            self.play()

    def play(self) -> None:
        """One game against itself."""
        position, game = Choko(), []
        while not position.over:
            action = self._action(position)
            game.append((position, action))
            position = position.play(action)
        self._buffer.extend(experiences(game, position))

    @torch.no_grad()
    def _action(self, position: Choko) -> int:
        if self._rng.random() < EXPLORATION:
            return self._rng.choice(position.legal())
        values = self.net(inputs_of([position], False))
        return int(masked(values, masks_of([position])).argmax())

    def learn(self) -> float:
        """One step on a batch; returns its loss."""
        batch = self._rng.choices(self._buffer, k=BATCH)
        chosen = self.net(inputs_of([e.position for e in batch], False)).gather(
            1, torch.tensor([[e.action] for e in batch])
        )
        loss = F.smooth_l1_loss(chosen.squeeze(-1), self.targets(batch))
        self._optimizer.zero_grad()
        torch.autograd.backward(loss)
        self._optimizer.step()
        self._steps += 1
        if self._steps % RENEWED_AFTER == 0:
            self._frozen.load_state_dict(self.net.state_dict())
        return loss.item()

    def state(self) -> dict[str, Any]:
        """All but the buffer."""
        return {
            "net": self.net.state_dict(),
            "frozen": self._frozen.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self._steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """What `state` gave."""
        self.net.load_state_dict(state["net"])
        self._frozen.load_state_dict(state["frozen"])
        self._optimizer.load_state_dict(state["optimizer"])
        self._steps = state["steps"]
        self._rng.seed(self._steps)

    @torch.no_grad()
    def targets(self, batch: list[Experience]) -> torch.Tensor:
        """(batch,): what the actions are worth by the frozen net."""
        targets = torch.tensor([experience.reward for experience in batch])
        rows = [i for i, experience in enumerate(batch) if experience.later is not None]
        later = [e.later for e in batch if e.later is not None]
        if rows:
            values = self._frozen(inputs_of(later, False))
            best = masked(values, masks_of(later)).max(dim=-1).values
            signs = torch.tensor(
                [batch[i].position.to_move * p.to_move for i, p in zip(rows, later, strict=True)]
            )
            targets[rows] += best * signs
        return targets
