"""The stages that the run loop drives: self-play, learning, gating."""

from dataclasses import dataclass

from training.net_records import PlayGate
from training.pupil import MakeLearner
from training.selfplay.selfplay_workers import PlayShard
from training.training_error import optional


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a run."""

    play_shard: PlayShard
    make_learner: MakeLearner
    play_gate: PlayGate


def load_stages() -> Stages:
    """Import and return the real stages.

    Raises:
        TrainingError: torch or another package of the extra `train` is not installed.
    """
    return Stages(
        play_shard=optional("training.selfplay.shard_player", "train").play_shard,
        make_learner=optional("training.learning.learner", "train").LineNetLearner,
        play_gate=optional("training.gating.gate_match", "train").play_gate_match,
    )
