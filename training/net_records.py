"""Records of a run's nets: exported one by one, gated against the best, the best published.

Each net has a record in a file of its own, and all else follows from the records, so a run that was
killed between two writes resumes correctly.
"""

import dataclasses
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from core.eval.net import Net
from core.eval.net_loader import load
from core.eval.netfile import NetError, parse_net, read_net
from core.game.rules import Rule
from core.system.annotations import misfits
from core.system.files import replacing, write_whole
from training.config import RunConfig
from training.pupil import Learner
from training.run_folder import RunFolder
from training.training_error import TrainingError


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


class GateStopped(Exception):
    """Raised where a gate ends early because it was told to stop; its games are lost."""


class PlayGate(Protocol):
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
        should_stop: Callable[[], bool],
    ) -> GateResult:
        """Measure the candidate against the best net and against the panel.

        Args:
            best: None: the search without a net.
            panel: opponents that stay the same from gate to gate; None: the line evaluator.
            should_stop: asked after each pair of games.

        Raises:
            GateStopped: `should_stop` said so.
        """


@dataclass(frozen=True, slots=True)
class NetRecord:
    """A net's state of training when it was exported, and its results at the gate."""

    generation: int
    games: int
    samples: int
    steps: int
    distilled: int = 0
    """Steps learnt from a teacher, which `steps` does not count."""
    against: int | None = None
    """Generation it was gated against; None: not gated yet. The fields below are the gate's."""
    score: float = 0.0
    elo: float = 0.0
    error: float = 0.0
    pairs: int = 0
    panel: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Score against each opponent of the panel, and half the width of its 95 % interval."""
    accepted: bool = False
    rating: float = 0.0
    """Elo above generation 0: the opponent's rating plus the Elo gained on it."""

    def is_net_of(self, learner: Learner) -> bool:
        """Return whether the learner has not learnt since this net was exported."""
        return (learner.steps, learner.distilled) == (self.steps, self.distilled)


NONE = NetRecord(0, 0, 0, 0)
"""Record of generation 0, which plays until there is a net: the run's parent, or the search
without a net."""


def records(folder: RunFolder) -> list[NetRecord]:
    """Return the records of all nets, in order of generation."""
    return [_read(path) for path in sorted(folder.nets.glob("*.json"))]


def newest(folder: RunFolder) -> NetRecord:
    """Return the record of the net exported last; NONE if there is none."""
    return max(records(folder), key=lambda record: record.generation, default=NONE)


def best(folder: RunFolder) -> NetRecord:
    """Return the record of the net that self-play uses; NONE if there is none."""
    return _read(folder.best_record) if folder.best_record.exists() else NONE


def net_path(folder: RunFolder, generation: int) -> Path | None:
    """Return the file of a net. Generation 0 is the run's parent, None for a run without one."""
    if generation:
        return folder.net(generation)
    return folder.parent if folder.parent.exists() else None


def panel(folder: RunFolder) -> dict[str, Path | None]:
    """Return the opponents that stay the same from gate to gate: the line evaluator (None), the
    run's parent, and the nets in the folder's panel/."""
    parent = {"parent": folder.parent} if folder.parent.exists() else {}
    return {
        "lines": None,
        **parent,
        **{net.stem: net for net in sorted(folder.panel.glob("*.net"))},
    }


def check_panel(folder: RunFolder) -> None:
    """Load the nets of the panel, so that an unusable one is found before the first gate.

    Raises:
        TrainingError: a net cannot be used.
    """
    for name, path in panel(folder).items():
        remedy = "restore it from the net that it copies" if name == "parent" else "remove it"
        if path is not None:
            _check_net(path, remedy)


def _check_net(path: Path, remedy: str) -> None:
    try:
        load(path)
    except NetError as error:
        raise TrainingError(f"{error}; {remedy}") from error


def has_learnt(folder: RunFolder) -> bool:
    """Return whether a run has nets or a learner of its own."""
    return bool(records(folder)) or folder.checkpoint.exists()


def adopt(folder: RunFolder, parent: Path, rule: Rule) -> None:
    """Make a net the parent of a new run, which starts from its weights.

    Raises:
        TrainingError: the file is not a net, or has two nets for a rule of one; or the run already
            has another parent, or nets.
    """
    data = parent_net(parent, rule)
    if folder.parent.exists() and folder.parent.read_bytes() == data:
        return
    if folder.parent.exists() or has_learnt(folder):
        raise TrainingError(f"{folder.path} was begun without this parent: use a new folder")
    write_whole(folder.parent, data)


def parent_net(parent: Path, rule: Rule) -> bytes:
    """Return a net's file, which can be the parent of a run.

    Raises:
        TrainingError: the file is not a net, or has two nets for a rule of one.
    """
    try:
        data = parent.read_bytes()
        sides = [Net(part) for part in parse_net(data, str(parent)).parts()]
        if len(sides) > 1 and not rule.differs_by_colour:
            raise NetError("it has a net for each colour, and the rule needs one for both")
    except (OSError, NetError) as error:
        raise TrainingError(f"cannot take {parent} as the parent: {error}") from error
    return data


def store_net(folder: RunFolder, learner: Learner, games: int, samples: int) -> NetRecord:
    """Export the learner's net as the next generation, not gated yet."""
    generation = newest(folder).generation + 1
    record = NetRecord(generation, games, samples, learner.steps, learner.distilled)
    origin = {"generation": generation, "games": games, "samples": samples}
    if folder.parent.exists():
        origin["parent"] = read_net(folder.parent).header["crc32"]
    learner.save_net(folder.net(generation), origin)
    _write(folder.net_record(generation), record)
    return record


def record_gate(
    folder: RunFolder,
    config: RunConfig,
    record: NetRecord,
    play: PlayGate,
    processes: int,
    should_stop: Callable[[], bool] = lambda: False,
) -> NetRecord:
    """Gate a net against the best, and publish it if its score suffices.

    Raises:
        TrainingError: one of the nets cannot be used.
        GateStopped: `should_stop` said so.
    """
    champion = best(folder)
    candidate, opponent = folder.net(record.generation), net_path(folder, champion.generation)
    try:
        result = play(
            candidate,
            opponent,
            config.rule,
            config.phase(record.games).main_size,
            config.gate_pairs,
            config.gate_visits,
            processes,
            panel(folder),
            should_stop,
        )
    except NetError:
        its_record = folder.net_record(record.generation).name
        _check_net(candidate, f"delete it and {its_record}, and it is exported again")
        if opponent is not None and champion.generation:
            _check_net(opponent, "copy best.net over it")
        check_panel(folder)
        raise
    gated = dataclasses.replace(
        record,
        against=champion.generation,
        score=result.score,
        elo=result.elo,
        error=result.error,
        pairs=result.pairs,
        panel=result.panel,
        accepted=result.score >= config.promote_score,
        rating=champion.rating + result.elo,
    )
    _write(folder.net_record(record.generation), gated)
    publish(folder)
    return gated


def publish(folder: RunFolder) -> None:
    """Copy the newest accepted net and its record to best.net and best.json, if they are out of
    date."""
    accepted = [record for record in records(folder) if record.accepted]
    if accepted and not _is_published(folder, accepted[-1]):
        with replacing(folder.best_net) as unfinished:
            shutil.copyfile(folder.net(accepted[-1].generation), unfinished)
        _write(folder.best_record, accepted[-1])


def _is_published(folder: RunFolder, record: NetRecord) -> bool:
    """Return whether best.json is this record, and best.net exists."""
    try:
        return folder.best_net.exists() and best(folder) == record
    except TrainingError:
        return False


def _write(path: Path, record: NetRecord) -> None:
    write_whole(path, json.dumps(dataclasses.asdict(record), indent=2).encode() + b"\n")


def _read(path: Path) -> NetRecord:
    try:
        fields = json.loads(path.read_bytes())
        panel = {name: (score, error) for name, (score, error) in fields["panel"].items()}
        record = NetRecord(**{**fields, "panel": panel})
        wrong = misfits(record)
        if wrong:
            raise ValueError(f"values of a wrong type in {', '.join(wrong)}")
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise TrainingError(
            f"cannot read {path}: {error}; restore it from a backup, or delete it to go on without "
            "this record"
        ) from error
    return record
