"""Settings of a run: written to the run folder once, then only read."""

import dataclasses
import json
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Any, get_origin

from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.system.files import write_whole
from core.system.text import did_you_mean
from training.run_folder import RunFolder
from training.training_error import TrainingError

MOST = 10**9
"""Bound of most settings, which keeps out senseless values such as infinity."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A stage of the curriculum: visits and board sizes of self-play from a number of games on."""

    games: int
    visits: int
    sizes: dict[int, float]
    """Weight of each board size: the relative share of games played on it."""

    @property
    def main_size(self) -> int:
        """The size that most games are played on; nets are gated on it."""
        return max(self.sizes, key=lambda size: self.sizes[size])

    def check(self) -> None:
        """Check the values.

        Raises:
            ValueError: the values make no sense.
        """
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

JSON_TYPES: dict[Any, tuple[tuple[type, ...], str]] = {
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    str: ((str,), "text"),
    dict: ((dict,), "names and values"),
    tuple: ((list,), "a list"),
}
"""What JSON may give for a field of each type, with its description for the user."""


@dataclass(frozen=True, slots=True)
class RunConfig:
    """All settings of a run, apart from where it runs and when it ends."""

    rule: str = Rule.FREESTYLE.label
    phases: tuple[Phase, ...] = CURRICULUM
    seed: int = 0
    shard_games: int = 32
    """Games in a shard; a kill loses this many for each worker."""
    min_samples: int = 80_000
    """Samples needed before learning begins."""
    sample_reuse: float = 2.0
    """Average number of times that the learner sees each sample."""
    batch: int = 256
    learning_rate: float = 1e-3
    games: int = 0
    """Games after which self-play ends; 0: never."""
    final_steps: int = 0
    """Steps after the last game, from the newest 4,000,000 samples, over which the learning rate
    falls to a hundredth, as half a cosine."""
    gate_every: int = 20_000
    """Games between two exported nets."""
    gate_pairs: int = 200
    gate_visits: int = 64
    promote_score: float = 0.5
    """Score against the best net from which a new net replaces it."""

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            TrainingError: the values make no sense.
        """
        try:
            Rule.parse(self.rule)
            for phase in self.phases:
                phase.check()
            begins = [phase.games for phase in self.phases]
            if not begins or begins[0] != 0 or begins != sorted(set(begins)):
                raise ValueError(
                    "the first phase must begin at 0 games, the others in rising order"
                )
            for name in POSITIVE:
                if not 0 < getattr(self, name) < MOST:
                    raise ValueError(f"{name} must be above 0 and below {MOST:,}")
            for name in ("games", "final_steps"):
                if not 0 <= getattr(self, name) < MOST:
                    raise ValueError(f"{name} must not be below 0, and must be below {MOST:,}")
            if not 0 <= self.seed < 2**64:
                raise ValueError("seed must not be below 0, and must fit in 64 bits")
        except (ValueError, TypeError) as error:
            raise TrainingError(f"config: {error}") from error

    def phase(self, games: int) -> Phase:
        """Return the phase of a run that has this many games."""
        return [phase for phase in self.phases if phase.games <= games][-1]

    def write(self, folder: RunFolder) -> None:
        """Write the settings into a folder that has none.

        Raises:
            TrainingError: the folder has settings already.
        """
        if folder.config.exists():
            raise TrainingError(
                f"{folder.config} exists: the settings of a run cannot change; use another folder"
            )
        self._write(folder)

    def end_at(self, folder: RunFolder, games: int, final_steps: int) -> "RunConfig":
        """Store and return the settings with another end of the run."""
        ended = dataclasses.replace(self, games=games, final_steps=final_steps)
        ended._write(folder)
        return ended

    def _write(self, folder: RunFolder) -> None:
        text = json.dumps(dataclasses.asdict(self), indent=2)
        write_whole(folder.config, text.encode() + b"\n")

    @classmethod
    def read(cls, folder: RunFolder) -> "RunConfig":
        """Return the settings of a folder.

        Raises:
            TrainingError: there are none, or they cannot be read.
        """
        try:
            return cls.of(json.loads(folder.config.read_bytes()))
        except FileNotFoundError as error:
            raise TrainingError(
                f"{folder.config} is missing: start a run with `fukumi train run`"
            ) from error
        except (OSError, ValueError, RecursionError, TrainingError) as error:
            raise TrainingError(f"cannot read {folder.config}: {error}") from error

    @classmethod
    def of(cls, values: Any) -> "RunConfig":
        """Return the settings from parsed JSON; missing names get their defaults.

        Raises:
            TrainingError: unknown names, or values of a wrong type.
        """
        given = _checked(cls, "settings", values)
        if "rule" in given:
            with suppress(ValueError):  # reported with all other values
                given["rule"] = Rule.parse(given["rule"]).label
        if "phases" in given:
            given["phases"] = tuple(_phase(entry) for entry in given["phases"])
        return cls(**given)


def _checked(kind: type, what: str, values: Any) -> dict[str, Any]:
    """Return the values after checking that they are fields of the dataclass with values of their
    types."""
    if not isinstance(values, dict):
        raise TrainingError(f"{what}: expected names and values, not {values!r:.60}")
    known = {field.name: JSON_TYPES[get_origin(field.type) or field.type] for field in fields(kind)}
    for name, value in values.items():
        if name not in known:
            raise TrainingError(f"{what}: unknown {name:.60}: {did_you_mean(name, known)}")
        types, described = known[name]
        if isinstance(value, bool) or not isinstance(value, types):
            raise TrainingError(f"{what}: {name} must be {described}, not {value!r:.60}")
    return dict(values)


def _phase(values: Any) -> Phase:
    given = _checked(Phase, "phase", values)
    missing = {"games", "visits", "sizes"} - set(given)
    if missing:
        raise TrainingError(f"phase: no {', '.join(sorted(missing))}")
    try:
        sizes = {int(size): float(weight) for size, weight in given["sizes"].items()}
    except (TypeError, ValueError) as error:
        raise TrainingError(f"phase: sizes cannot be {given['sizes']!r:.60}") from error
    return Phase(given["games"], given["visits"], sizes)
