"""What the loop asks of the stages that it drives: playing, learning, gating."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from training.config import RunConfig
from training.run_folder import RunFolder
from training.selfplay.samples import Shard
from training.training_error import optional


class PlayShard(Protocol):
    """Plays the games of a shard; runs in another process, so it must be found by its name."""

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
        """The rows of games between a net (None: no net yet) and itself."""


@dataclass(frozen=True, slots=True)
class LearnStats:
    """What a stretch of learning did."""

    steps: int
    """Steps of this stretch alone."""
    losses: dict[str, float]
    """Means over the stretch by name, the whole loss being `loss`; empty if there was no step."""


class Pupil(Protocol):
    """Learns from the rows of a folder; its state is in the folder whenever `learn` returns."""

    @property
    def steps(self) -> int:
        """Steps learnt since the run began."""

    def resume(self) -> None:
        """Goes on from the folder's checkpoint, where there is one."""

    def learn(self, steps: int, should_stop: Callable[[], bool]) -> LearnStats:
        """Does so many steps, fewer if told to stop between two of them, and keeps its state."""


class Learner(Pupil, Protocol):
    """A pupil whose net plays."""

    def export(self, path: Path, origin: Mapping[str, Any]) -> None:
        """Writes the net as a file that plays, and in it where it comes from."""


class MakeLearner(Protocol):
    """Makes a learner, which has learnt nothing before `resume`."""

    def __call__(self, folder: RunFolder, config: RunConfig) -> Learner:
        """The learner of a run."""


@dataclass(frozen=True, slots=True)
class GateResult:
    """How a net did against another, by paired games."""

    elo: float
    error: float
    """Half the width of the 95 % interval of `elo`."""
    score: float
    pairs: int
    panel: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By opponent: the score, and half the width of its 95 % interval."""


class Gate(Protocol):
    """Plays two nets against each other."""

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
        """How the candidate does against the best (None: what plays before there is a net), and
        against opponents that stay the same (None: the line evaluator)."""


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a run."""

    play: PlayShard
    learner: MakeLearner
    gate: Gate


def stages() -> Stages:
    """The true ones.

    Raises:
        TrainingError: torch or another package of the extra `train` is not installed.
    """
    return Stages(
        play=optional("training.selfplay.shard_player", "train").play_shard,
        learner=optional("training.learning.learner", "train").Learner,
        gate=optional("training.gating.gate_match", "train").gate,
    )
