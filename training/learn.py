"""The learner: the nets of a rule trained on the window of newest rows."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from core.netfile import read_net
from core.rules import Rule
from training.config import RunConfig
from training.errors import TrainingError
from training.export import export, load_net
from training.folder import RunFolder, write_whole
from training.model import RuleNet
from training.nets import net_file as net_of
from training.rows import PADDING
from training.stages import LearnStats
from training.window import Batch, Window

WEIGHT_DECAY = 1e-4
CLIP = 1.0
WARM_UP = 200
"""Steps over which the learning rate rises."""
RESULT_SHARE = 0.6
"""The rest of the value to learn is the search's own."""
AVERAGE = 0.999
"""What the exported weights, a running mean, keep of themselves at each step (later on)."""


class Learner:
    """Draws batches from the window of a folder and trains; its state outlives a kill.

    Args:
        folder: of the run.
        config: of the run.
        report: is told of shards that cannot be read.
    """

    def __init__(
        self, folder: RunFolder, config: RunConfig, report: Callable[[str], None] = print
    ) -> None:
        self._folder = folder
        self._config = config
        self._window = Window(folder, np.random.default_rng(), report)
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.set_num_threads(1)  # the other cores play
        torch.manual_seed(config.seed)
        rule = Rule.parse(config.rule)
        self._model = RuleNet(rule).to(self._device)
        parent = net_of(folder, 0)
        if parent is not None:
            load_net(self._model, read_net(parent))
        self._mean = RuleNet(rule).to(self._device)
        self._mean.load_state_dict(self._model.state_dict())
        self._optimizer = torch.optim.AdamW(
            self._model.parameters(), config.learning_rate, weight_decay=WEIGHT_DECAY
        )
        self.steps = 0

    def resume(self) -> None:
        """Goes on from the folder's checkpoint, if there is one.

        Raises:
            TrainingError: it cannot be read.
        """
        path = self._folder.checkpoint
        if not path.exists():
            return
        try:
            state = torch.load(path, map_location=self._device, weights_only=True)
            self._model.load_state_dict(state["model"])
            self._mean.load_state_dict(state["mean"])
            self._optimizer.load_state_dict(state["optimizer"])
            self.steps = state["steps"]
        except (OSError, RuntimeError, KeyError, ValueError, EOFError) as error:
            raise TrainingError(f"{path} is no checkpoint of this version: {error}") from error

    def save(self) -> None:
        """Writes the checkpoint."""
        data = io.BytesIO()
        state = {
            "model": self._model.state_dict(),
            "mean": self._mean.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self.steps,
        }
        torch.save(state, data)
        write_whole(self._folder.checkpoint, data.getvalue())

    def learn(self, steps: int, should_stop: Callable[[], bool]) -> LearnStats:
        """Takes in what is new in the folder, takes up to so many steps, then saves.

        The losses are `policy` and `value`, cross-entropies in nats, and `hits`, how often the
        move with the largest share is found.

        Raises:
            ValueError: the window has no rows.
        """
        self._window.refresh()
        totals, taken = torch.zeros(3), 0
        while taken < steps and not should_stop():
            totals += self._step(self._window.draw(self._config.batch))
            taken += 1
        self.save()
        policy, value, hits = (totals / max(taken, 1)).tolist()
        losses = {"loss": policy + value, "policy": policy, "value": value, "hits": hits}
        return LearnStats(taken, losses if taken else {})

    def _step(self, batch: Batch) -> Tensor:
        rate = self._config.learning_rate * min(1.0, (self.steps + 1) / WARM_UP)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        policy, value, hits = self.losses(batch)
        self._optimizer.zero_grad()
        (policy + value).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), CLIP)
        self._optimizer.step()
        self.steps += 1
        self._average()
        return torch.stack([policy.detach(), value.detach(), hits]).cpu()

    def losses(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Cross-entropy of policy and of outcome, and the share of best moves found."""
        cells = torch.from_numpy(batch.cells).to(self._device)
        black = torch.from_numpy(batch.black).to(self._device)
        logits, outcome = self._model(cells, batch.size, black)
        target = self._policy_target(batch)
        logs = F.log_softmax(logits, dim=1).masked_fill(cells != 0, 0.0)
        policy = -(target * logs).sum(dim=1).mean()
        value = -(self._value_target(batch) * F.log_softmax(outcome, dim=1)).sum(dim=1).mean()
        hits = (logits.argmax(dim=1) == target.argmax(dim=1)).float().mean()
        return policy, value, hits

    def _policy_target(self, batch: Batch) -> Tensor:
        n = len(batch.moves)
        target = torch.zeros(n, batch.size**2 + 1)
        moves = np.where(batch.moves == PADDING, batch.size**2, batch.moves).astype(np.int64)
        target.scatter_(1, torch.from_numpy(moves), torch.from_numpy(batch.shares).float())
        target = target[:, :-1]
        return (target / target.sum(dim=1, keepdim=True).clamp_min(1e-6)).to(self._device)

    def _value_target(self, batch: Batch) -> Tensor:
        """(n, 3) chances to win, draw and lose: of the result, and of the search's value."""
        outcome = torch.from_numpy(batch.outcome.astype(np.int64))
        value = torch.from_numpy(batch.value).float()
        result = F.one_hot(1 - outcome, 3).float()
        searched = torch.stack([(1 + value) / 2, torch.zeros_like(value), (1 - value) / 2], dim=1)
        return (RESULT_SHARE * result + (1 - RESULT_SHARE) * searched).to(self._device)

    def _average(self) -> None:
        keep = min(AVERAGE, self.steps / (self.steps + 10))
        with torch.no_grad():
            pairs = zip(self._mean.parameters(), self._model.parameters(), strict=True)
            for mean, current in pairs:
                mean.lerp_(current, 1 - keep)

    def export(self, path: Path) -> None:
        """Writes the net file of the running mean of the weights."""
        rows = {"rows": self._window.ever}
        export(self._mean, path, {"rule": self._config.rule, "steps": self.steps, **rows})
