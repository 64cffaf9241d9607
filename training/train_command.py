"""`fukumi train`: self-play, learning, export and gating in a run folder."""

import dataclasses
import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import click

from core.game.rules import Rule
from core.system.extras import import_extra
from core.system.text import did_you_mean, quoted
from training import earlier_run, net_records
from training.config import RunConfig
from training.pupil import Pupil
from training.recipe import NO_RECIPE, read_recipe
from training.report.metrics import EventFile, Metrics
from training.report.progress import Bars
from training.run_folder import STAGES, TEACH, RunFolder
from training.run_loop import TrainingRun, run_stages
from training.selfplay.selfplay_pool import Totals
from training.selfplay.selfplay_workers import LocalShardWorkers, PlayShard, ShardWorkers
from training.stages import load_stages
from training.training_error import TrainingError

DIR = click.argument("directory", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
GAMES = click.option(
    "--games",
    type=click.IntRange(1),
    help="Games in the folder at which to end. Default: as the settings say, or never.",
)
CONCURRENCY = click.option(
    "--concurrency",
    type=click.IntRange(1),
    help="Shards played at a time. Default: cores less one, or all cores of the cluster.",
)
CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Ray cluster to play on: ray://host:port, auto, or local for one on this machine. "
    "Default: none.",
)
PARENT = click.option(
    "--parent",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Net that a new run starts from, of this rule or another; or the folder of an earlier run "
    "of this rule, whose best net and samples it starts from. A run that has begun keeps its own. "
    "Default: none.",
)
STEPS = click.option(
    "--steps",
    type=click.IntRange(1),
    help="Total steps at which to end. Default: as many as `learn` may take.",
)
SETTINGS = (
    click.option(
        "--recipe",
        metavar="NAME|FILE",
        help="Settings of a new run, and its parent: freestyle, standard, renju, caro, or a JSON "
        "file. Other options override it. Default: none.",
    ),
    click.option("--rule", help="Rule of a new run. Default: freestyle."),
    click.option(
        "--phase",
        "phases",
        multiple=True,
        metavar="'games=... ...'",
        help="First game of a phase, visits a move, and board sizes with weights, such as "
        "'games=0 visits=32 sizes=9:2,11:1'. May be repeated.",
    ),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Another setting of a new run, as named in config.json. May be repeated.",
    ),
)


@click.group()
def train() -> None:
    """Train a net by self-play.

    All files of a run are in the folder DIR. A run may be stopped or killed at any time; the same
    command resumes it. Its settings are given when it begins, and kept in config.json.
    """


def _with_settings(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(SETTINGS):
        command = option(command)
    return command


@train.command()
@DIR
@_with_settings
@PARENT
@GAMES
@CONCURRENCY
@CLUSTER
def run(
    directory: Path,
    recipe: str | None,
    rule: str | None,
    phases: Sequence[str],
    settings: Sequence[str],
    parent: Path | None,
    games: int | None,
    concurrency: int | None,
    cluster: str | None,
) -> None:
    """Play, learn, export and gate, all at once.

    \b
    Example, a net for small boards:
      fukumi train run runs/nine --phase "games=0 visits=32 sizes=9:1" --games 20000
    """
    chosen = load_stages()
    workers = _workers(chosen.play_shard, concurrency, cluster)  # refused: no run has begun
    folder, config = _begin(directory, recipe, rule, phases, settings, parent)
    with _open_run(folder, config) as opened:
        judges = _cores() if cluster or concurrency is None else concurrency
        run_stages(opened, chosen, workers, games, judges)


@train.command()
@DIR
@click.option(
    "--final-steps",
    type=click.IntRange(1),
    help="Steps at a falling rate. Default: as in the settings, or a third of those so far.",
)
def finish(directory: Path, final_steps: int | None) -> None:
    """End a run with the games that it has.

    It learns from the newest 4,000,000 samples while the learning rate falls, exports the net and
    gates it, as a run does after its last game. config.json keeps the new end; the same command
    resumes.
    """
    chosen = load_stages()
    folder, config = _begun(directory)
    with _open_run(folder, config) as opened:
        with folder.locked(*STAGES):
            now = opened.totals()
            if not now.games:
                raise TrainingError(f"{directory} has no games yet: `fukumi train run` plays them")
            # Damage and a wrong option are found before config.json changes.
            learner = opened.resumed_learner(chosen.make_learner)
            steps = final_steps or config.final_steps or max(1, opened.steps_of(now) // 3)
            if learner.finish(steps) < 0:
                raise TrainingError(
                    f"the last phase has taken more than {steps:,} steps: give at least as many"
                )
            opened.config = config.end_at(folder, now.games, steps)
        run_stages(opened, chosen, LocalShardWorkers(chosen.play_shard, 1), None, _cores())


@train.command()
@DIR
@_with_settings
@GAMES
@CONCURRENCY
@CLUSTER
def selfplay(
    directory: Path,
    recipe: str | None,
    rule: str | None,
    phases: Sequence[str],
    settings: Sequence[str],
    games: int | None,
    concurrency: int | None,
    cluster: str | None,
) -> None:
    """Only play, with the best net so far."""
    play: PlayShard = import_extra("training.selfplay.shard_player", "train").play_shard
    workers = _workers(play, concurrency, cluster)  # refused: no run has begun
    folder, config = _begin(directory, recipe, rule, phases, settings, None)
    net_records.publish(folder)
    with (
        folder.locked("selfplay"),
        _open_run(folder, config) as opened,
        opened.pool(workers, games) as pool,
    ):
        while not pool.finished and not opened.stop.wait(0.2):
            pass
        pool.check()


@train.command()
@DIR
def learn(directory: Path) -> None:
    """Only learn, as many steps as the samples allow."""
    chosen = load_stages()
    folder, config = _begun(directory)
    with folder.locked("learn"), _open_run(folder, config) as opened:
        learner = opened.resumed_learner(chosen.make_learner)
        _learn_all(opened, learner, "learn", lambda now: opened.steps_allowed(learner, now))


@train.command()
@DIR
@click.option(
    "--blocks",
    type=click.IntRange(1),
    help="Residual blocks of a new teacher. Default: 6.",
)
@click.option("--channels", type=click.IntRange(4), help="Channels of a new teacher. Default: 96.")
@STEPS
def teach(directory: Path, blocks: int | None, channels: int | None, steps: int | None) -> None:
    """Train a teacher, a slow and deep net, on the run's samples.

    The teacher is DIR/teacher.pt. The command may be killed at any time and run again to
    resume, even while the run plays and learns.
    """
    make = import_extra("training.learning.teacher", "train").Teacher
    folder, config = _begun(directory)
    with folder.locked(TEACH):
        teacher = make(folder, config, blocks, channels)
        teacher.resume()
        with _open_run(folder, config) as opened:
            _learn_up_to(opened, teacher, "teach", steps)


@train.command()
@DIR
@STEPS
def distil(directory: Path, steps: int | None) -> None:
    """Continue learning, mostly from the teacher's values.

    This trains the same net as `learn`; `export` and `gate` follow as usual.
    """
    make = import_extra("training.learning.distillation", "train").Distiller
    folder, config = _begun(directory)
    with folder.locked("learn"), _open_run(folder, config) as opened:
        _learn_up_to(opened, opened.resumed_learner(make), "distil", steps)


@train.command()
@DIR
def export(directory: Path) -> None:
    """Only export the trained net, ready for the gate."""
    chosen = load_stages()
    folder, config = _begun(directory)
    if not folder.checkpoint.exists():
        raise TrainingError(f"{directory} has learnt nothing: run `fukumi train learn` first")
    with folder.locked("gate", "learn"), _open_run(folder, config) as opened:
        learner, last = opened.resumed_learner(chosen.make_learner), net_records.newest(folder)
        if last.is_net_of(learner):
            raise TrainingError(f"the net has not learnt since net {last.generation}")
        opened.add_net(learner, opened.totals())


@train.command()
@DIR
def gate(directory: Path) -> None:
    """Only gate the newest net, and promote it if it is better."""
    chosen = load_stages()
    folder, config = _begun(directory)
    with folder.locked("gate"):
        net_records.publish(folder)
        record = net_records.newest(folder)
        if record is net_records.NONE:
            raise TrainingError(f"{directory} has no net: run `fukumi train export` first")
        if record.against is not None:
            raise TrainingError(f"net {record.generation} has been gated: export a newer one first")
        with _open_run(folder, config) as opened:
            opened.judge_net(chosen, record, _cores())


@train.command()
@DIR
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The page to write. Default: DIR/report.html.",
)
def report(directory: Path, out: Path | None) -> None:
    """Draw the history of the run as one HTML page."""
    write: Callable[[RunFolder, Path], None] = import_extra(
        "training.report.run_report", "train"
    ).write_report
    folder, _ = _begun(directory)
    target = out or directory / "report.html"
    write(folder, target)
    click.echo(f"Report: {target}")


def _learn_up_to(opened: TrainingRun, pupil: Pupil, stage: str, goal: int | None) -> None:
    """Learn up to `goal` steps, or (None) as many as the samples allow."""
    _learn_all(
        opened, pupil, stage, lambda now: opened.steps_due(pupil, goal or opened.steps_of(now))
    )


def _learn_all(
    opened: TrainingRun, pupil: Pupil, stage: str, steps_due: Callable[[Totals], int]
) -> None:
    """Learn as long as steps are due."""
    now = opened.totals()
    if not now.samples:
        raise TrainingError(
            f"{opened.folder.samples} has no samples: run `fukumi train selfplay` first"
        )
    while (steps := steps_due(now)) and not opened.stop.is_set():
        opened.learn_stretch(pupil, steps, now, stage)


def _begin(
    directory: Path,
    recipe: str | None,
    rule: str | None,
    phases: Sequence[str],
    settings: Sequence[str],
    parent: Path | None,
) -> tuple[RunFolder, RunConfig]:
    """Return a run and its settings, after checking that they are those given; begin it if the
    folder has none.

    The settings are written last, so a command that is refused has not begun the run.
    """
    chosen = read_recipe(recipe) if recipe else NO_RECIPE
    given = {**chosen.settings, **dict(_setting(text) for text in settings)}
    if rule is not None:
        given["rule"] = rule
    if phases:
        given["phases"] = [_phase(text) for text in phases]
    wanted, parent = RunConfig.of(given), parent or chosen.parent
    begun = (directory / "config.json").exists()
    if not begun and wanted.promote_score > 1:  # a run that has begun with one goes on
        raise TrainingError("promote_score must be above 0 and at most 1, the score of all wins")
    if not begun and parent is not None:  # before the folder of the run is made
        earlier_run.check_parent(parent, Rule.parse(wanted.rule))
    folder = RunFolder(directory)
    if begun:
        kept = RunConfig.read(folder)
        changed = [name for name in given if getattr(wanted, name) != getattr(kept, name)]
        if changed:
            remedy = "use a new folder"
            if set(changed) <= {"games", "final_steps"}:
                remedy = f"`fukumi train run {quoted(str(directory))} --games N` goes on to N games"
            raise TrainingError(f"{folder.config} differs in {', '.join(changed)}: {remedy}")
        wanted = kept
    if begun and parent is not None and not folder.parent.exists():
        raise TrainingError(f"{directory} was begun without a parent: use a new folder")
    # A parent that has changed or moved since the run began must not stop it.
    if parent is not None and not begun:
        take = earlier_run.take_over if parent.is_dir() else net_records.adopt
        take(folder, parent, Rule.parse(wanted.rule))
    net_records.check_panel(folder)
    if not begun:
        wanted.write(folder)
    return folder, wanted


def _begun(directory: Path) -> tuple[RunFolder, RunConfig]:
    """Return a run that has begun, and its settings."""
    if not (directory / "config.json").exists():
        raise TrainingError(f"{directory} has no run: start a run with `fukumi train run`")
    folder = RunFolder(directory)
    return folder, RunConfig.read(folder)


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise TrainingError(f"--set {text!r}: write NAME=VALUE")
    known = [field.name for field in dataclasses.fields(RunConfig)]
    if name not in known:
        raise TrainingError(f"--set {text}: unknown {name}: {did_you_mean(name, known)}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _phase(text: str) -> dict[str, Any]:
    """Return a phase as parsed JSON would have it, from `games=0 visits=32 sizes=9:2,11:1`."""
    try:
        pairs = dict(part.split("=", 1) for part in text.split())
        sizes = dict(part.split(":") for part in pairs.pop("sizes").split(","))
        return {**{name: int(value) for name, value in pairs.items()}, "sizes": sizes}
    except (ValueError, KeyError) as error:
        raise TrainingError(
            f"--phase {text!r}: write it like 'games=0 visits=32 sizes=9:2,11:1'"
        ) from error


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _workers(play: PlayShard, count: int | None, cluster: str | None) -> ShardWorkers:
    if cluster is None:
        return LocalShardWorkers(play, count or max(_cores() - 1, 1))
    workers: ShardWorkers = import_extra(
        "training.selfplay.selfplay_cluster", "cluster"
    ).RayShardWorkers(play, count, cluster)
    return workers


@contextmanager
def _open_run(folder: RunFolder, config: RunConfig) -> Iterator[TrainingRun]:
    """Open a run with progress bars; the first Ctrl-C or SIGTERM requests a stop, a second one
    aborts."""
    with Metrics(folder.metrics, EventFile(folder.tensorboard)) as metrics, Bars() as bars:
        opened = TrainingRun(folder, config, metrics, bars)

        def ask(number: int, _frame: FrameType | None) -> None:
            bars.note("stopping; press Ctrl-C again to abort")
            opened.stop.set()
            signal.signal(number, before[signal.Signals(number)])

        before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield opened
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
