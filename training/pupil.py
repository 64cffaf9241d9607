"""Interfaces of a net in training: what the run loop asks of a learner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from training.config import RunConfig
from training.run_folder import RunFolder


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

    @property
    def distilled(self) -> int:
        """Steps learnt from a teacher, which `steps` does not count."""

    @property
    def final_steps(self) -> int:
        """Steps of all last phases so far, which `steps` counts too."""

    def finish(self, steps: int) -> int:
        """Begin or continue the last phase of learning, with the largest window.

        Returns:
            its steps still to take; below zero if it has taken more than `steps`.
        """

    def save_net(self, path: Path, origin: Mapping[str, Any]) -> None:
        """Write the net as a file that can play, with its origin in the header."""


class MakeLearner(Protocol):
    """The constructor of a learner."""

    def __call__(self, folder: RunFolder, config: RunConfig) -> Learner:
        """Return the learner of a run, untrained until `resume`."""
