"""Interfaces of the stages that the run loop drives: self-play, learning, gating."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from training.config import RunConfig
from training.run_folder import RunFolder
from training.selfplay.samples import Shard
from training.training_error import optional


class PlayShard(Protocol):
    """The function that plays the games of a shard.

    It runs in another process, so it must be importable by name.
    """

    def __call__(
        self,
        net: Path | None,
        rule: str,
        size: int,
        games: int,
        seed: int,
        visits: int,
        generation: int,
    ) -> Shard:
        """Return the samples of self-play games of a net (None: no net yet)."""


@dataclass(frozen=True, slots=True)
class LearnStats:
    """Steps and mean losses of one stretch of learning."""

    steps: int
    """Steps of this stretch alone."""
    losses: dict[str, float]
    """Means over the stretch by name, `loss` being their total; empty if there was no step."""


class Pupil(Protocol):
    """A net in training on a folder's samples; whenever `learn` returns, its state is in the
    folder."""

    @property
    def steps(self) -> int:
        """Steps learnt since the run began."""

    def resume(self) -> None:
        """Load the folder's checkpoint, if there is one."""

    def learn(self, steps: int, should_stop: Callable[[], bool]) -> LearnStats:
        """Take up to `steps` steps, stop early when told to, and save the state."""


class Learner(Pupil, Protocol):
    """A pupil whose net can play."""

    def export(self, path: Path, origin: Mapping[str, Any]) -> None:
        """Write the net as a file that can play, with its origin in the header."""


class MakeLearner(Protocol):
    """The constructor of a learner."""

    def __call__(self, folder: RunFolder, config: RunConfig) -> Learner:
        """Return the learner of a run, untrained until `resume`."""


@dataclass(frozen=True, slots=True)
class GateResult:
    """The result of a net's paired games against another."""

    elo: float
    error: float
    """Half the width of the 95 % interval of `elo`."""
    score: float
    pairs: int
    panel: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By opponent: the score, and half the width of its 95 % interval."""


class Gate(Protocol):
    """The function that plays a candidate net against the best."""

    def __call__(
        self,
        candidate: Path,
        best: Path | None,
        rule: str,
        size: int,
        pairs: int,
        visits: int,
        processes: int,
        panel: Mapping[str, Path | None],
    ) -> GateResult:
        """Measure the candidate against the best net and against the panel.

        Args:
            best: None: the search without a net.
            panel: opponents that stay the same from gate to gate; None: the line evaluator.
        """


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a run."""

    play: PlayShard
    learner: MakeLearner
    gate: Gate


def stages() -> Stages:
    """Return the real stages.

    Raises:
        TrainingError: torch or another package of the extra `train` is not installed.
    """
    return Stages(
        play=optional("training.selfplay.shard_player", "train").play_shard,
        learner=optional("training.learning.learner", "train").Learner,
        gate=optional("training.gating.gate_match", "train").gate,
    )
