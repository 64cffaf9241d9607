"""How a run is played and learnt: written into the run folder once, read ever after."""

import dataclasses
import json
from dataclasses import dataclass
from typing import Any, get_origin

from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.system.files import write_whole
from training.run_folder import RunFolder
from training.training_error import TrainingError

MOST = 10**9
"""Most settings are below this, which keeps out what no run can mean, such as infinity."""


@dataclass(frozen=True, slots=True)
class Phase:
    """From so many games on, self-play searches so many visits on boards of these sizes."""

    games: int
    visits: int
    sizes: dict[int, float]
    """The weight of each size: how large a share of the games is played on it."""

    @property
    def main_size(self) -> int:
        """The size that most games are played on; nets are gated on it."""
        return max(self.sizes, key=lambda size: self.sizes[size])

    def check(self) -> None:
        """Raises ValueError where the values make no sense."""
        if self.games < 0 or not 1 <= self.visits < MOST:
            raise ValueError("a phase needs games >= 0 and visits >= 1")
        if not self.sizes or not all(0 < weight < MOST for weight in self.sizes.values()):
            raise ValueError("a phase needs sizes, each with a weight above 0")
        if not all(MIN_SIZE <= size <= MAX_SIZE for size in self.sizes):
            raise ValueError(f"sizes go from {MIN_SIZE} to {MAX_SIZE}")


CURRICULUM = (
    Phase(0, 32, {9: 2.0, 11: 1.0}),
    Phase(10_000, 32, {11: 1.0, 13: 1.0, 15: 1.0}),
    Phase(40_000, 64, {13: 1.0, 15: 3.0, 20: 1.0}),
    Phase(150_000, 128, {15: 3.0, 20: 1.0}),
)


POSITIVE = (
    "shard_games",
    "min_samples",
    "sample_reuse",
    "batch",
    "learning_rate",
    "gate_every",
    "gate_pairs",
    "gate_visits",
    "promote_score",
)


@dataclass(frozen=True, slots=True)
class RunConfig:
    """Everything that decides what a run does, apart from when it is stopped and where it runs."""

    rule: str = Rule.FREESTYLE.label
    phases: tuple[Phase, ...] = CURRICULUM
    seed: int = 0
    shard_games: int = 32
    """Games in a shard: so many are lost for each worker at a kill."""
    min_samples: int = 20_000
    """Learning begins at so many rows."""
    sample_reuse: float = 8.0
    """How often the learner sees each row, on average. A quarter of the moves gives rows."""
    batch: int = 256
    learning_rate: float = 1e-3
    decay_steps: int = 0
    """Steps over which the learning rate falls to a hundredth, as half a cosine; 0: it stays."""
    gate_every: int = 20_000
    """Games between one exported net and the next."""
    gate_pairs: int = 200
    gate_visits: int = 64
    promote_score: float = 0.5
    """The score against the best net from which on a new one takes its place."""

    def __post_init__(self) -> None:
        """Raises TrainingError where the values make no sense."""
        try:
            Rule.parse(self.rule)
            for phase in self.phases:
                phase.check()
            begins = [phase.games for phase in self.phases]
            if not begins or begins[0] != 0 or begins != sorted(set(begins)):
                raise ValueError("the phases must begin at 0 games and follow one another")
            for name in POSITIVE:
                if not 0 < getattr(self, name) < MOST:
                    raise ValueError(f"{name} must be above 0, and below {MOST:,}")
            if self.decay_steps < 0:
                raise ValueError("decay_steps must not be below 0")
            if not 0 <= self.seed < 2**64:
                raise ValueError("seed must not be below 0, and no longer than 64 bits")
        except (ValueError, TypeError) as error:
            raise TrainingError(f"config: {error}") from error

    def phase(self, games: int) -> Phase:
        """The phase of a run that has so many games."""
        return [phase for phase in self.phases if phase.games <= games][-1]

    def write(self, folder: RunFolder) -> None:
        """Puts it into a folder that has none."""
        if folder.config.exists():
            raise TrainingError(f"{folder.config} exists: a run's settings do not change")
        text = json.dumps(dataclasses.asdict(self), indent=2)
        write_whole(folder.config, text.encode() + b"\n")

    @classmethod
    def read(cls, folder: RunFolder) -> "RunConfig":
        """The settings of a folder.

        Raises:
            TrainingError: there are none, or they cannot be understood.
        """
        try:
            return cls.of(json.loads(folder.config.read_bytes()))
        except FileNotFoundError as error:
            raise TrainingError(
                f"{folder.config} is missing: `fukumi train run` begins a run"
            ) from error
        except (OSError, ValueError, RecursionError, TrainingError) as error:
            raise TrainingError(f"cannot read {folder.config}: {error}") from error

    @classmethod
    def of(cls, values: Any) -> "RunConfig":
        """The settings from what JSON holds; what is not given has its default.

        Raises:
            TrainingError: unknown names, or values of a wrong type.
        """
        given = _checked(cls, values)
        if "phases" in given:
            given["phases"] = tuple(_phase(entry) for entry in given["phases"])
        return cls(**given)


def _checked(kind: type, values: Any) -> dict[str, Any]:
    """The values, if they are names of fields of a dataclass with values of their types."""
    if not isinstance(values, dict):
        raise TrainingError(f"{kind.__name__}: expected names and values, not {values!r:.60}")
    known = {field.name: _json_types(field.type) for field in dataclasses.fields(kind)}
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise TrainingError(f"{kind.__name__}: unknown {', '.join(unknown):.60}")
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, known[name]):
            raise TrainingError(f"{kind.__name__}: {name} cannot be {value!r:.60}")
    return dict(values)


def _json_types(kind: Any) -> tuple[type, ...]:
    """The types that JSON may give for a field."""
    plain = get_origin(kind) or kind
    return {float: (int, float), tuple: (list,)}.get(plain, (plain,))


def _phase(values: Any) -> Phase:
    given = _checked(Phase, values)
    missing = {"games", "visits", "sizes"} - set(given)
    if missing:
        raise TrainingError(f"Phase: no {', '.join(sorted(missing))}")
    try:
        sizes = {int(size): float(weight) for size, weight in given["sizes"].items()}
    except (TypeError, ValueError) as error:
        raise TrainingError(f"Phase: sizes cannot be {given['sizes']!r:.60}") from error
    return Phase(given["games"], given["visits"], sizes)
