"""The stages that the run loop drives: self-play, learning, gating."""

from dataclasses import dataclass

from core.system.extras import import_extra
from training.net_records import PlayGate
from training.pupil import MakeLearner
from training.selfplay.selfplay_workers import PlayShard


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a run."""

    play_shard: PlayShard
    make_learner: MakeLearner
    play_gate: PlayGate


def load_stages() -> Stages:
    """Import and return the real stages.

    Raises:
        UserError: torch or another package of the extra `train` is not installed.
    """
    return Stages(
        play_shard=import_extra("training.selfplay.shard_player", "train").play_shard,
        make_learner=import_extra("training.learning.learner", "train").LineNetLearner,
        play_gate=import_extra("training.gating.gate_match", "train").play_gate_match,
    )
