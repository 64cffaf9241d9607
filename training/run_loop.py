"""A training run: self-play, learning and gating in turn, resumed from the state of the run folder.

All state is in the folder, and every file there is whole, so a run may be killed at any time and
started again: only unfinished games and the steps since the last checkpoint are repeated.
"""

import threading
import time
from collections.abc import Callable

from core.system.text import quoted
from core.system.workers import last_line
from training import net_records
from training.config import RunConfig
from training.gating.collapse_check import CollapseCheck
from training.net_records import GateStopped, NetRecord
from training.pupil import Learner, Pupil
from training.report.metrics import Metrics
from training.report.progress import Display
from training.run_folder import STAGES, RunFolder
from training.selfplay.samples import Head
from training.selfplay.selfplay_pool import SelfplayPool, Totals, totals
from training.selfplay.selfplay_workers import ShardTask, ShardWorkers
from training.stages import Stages

STRETCH = 50
"""Steps worth a checkpoint; fewer wait for more, except at the end of the run."""
LONGEST = 30.0
"""Seconds of learning between two checkpoints."""
AHEAD = 2
"""Games that self-play may be ahead of the newest net, as multiples of `gate_every`: a fast cluster
would otherwise play all games of a run with its first nets."""
PAUSE = 0.2
"""Seconds to wait when there is nothing to do."""

DOING = {"learn": "learning", "teach": "teaching", "distil": "distilling"}
"""The displayed activity of each stage that takes steps."""


class TrainingRun:
    """The state that the stages of a run share."""

    def __init__(
        self, folder: RunFolder, config: RunConfig, metrics: Metrics, display: Display
    ) -> None:
        self.folder, self.config = folder, config
        self.metrics, self.display = metrics, display
        self.stop = threading.Event()

    def totals(self) -> Totals:
        """Return the totals of the folder's shards."""
        return totals(self.folder, self.display.note)

    def pool(self, workers: ShardWorkers, goal: int | None) -> SelfplayPool:
        """Return the self-play pool, which checks for collapse and records each shard.

        Args:
            goal: games that the folder should hold in the end; None: as the settings say.
        """
        goal = goal or self.config.games or None
        collapse_check, begun = CollapseCheck(), time.monotonic()
        begin = self.totals()
        self.display.played(begin, goal)
        if goal and begin.games >= goal:
            self.display.note(
                f"no games to play: the folder has {begin.games:,} and is to have {goal:,}; "
                f"`fukumi train run {quoted(str(self.folder.path))} --games N` plays on to N"
            )

        def on_shard(head: Head, now: Totals) -> None:
            rate = (now.games - begin.games) / (time.monotonic() - begun) * 3600
            self._note_shard(head, now, rate)
            self.display.played(now, goal)
            collapse_check.add(head)

        return SelfplayPool(
            self.folder, self.config, workers, goal, begin, on_shard, self._note_failure
        )

    def _note_failure(self, task: ShardTask, reason: str) -> None:
        self.metrics.write(
            "failure", task.serial, size=task.size, seed=str(task.seed), reason=reason
        )
        self.display.note(f"shard {task.serial} failed: {last_line(reason)}")

    def _note_shard(self, head: Head, now: Totals, rate: float) -> None:
        self.metrics.write(
            "selfplay",
            now.games,
            shard=head.name.serial,
            generation=head.name.generation,
            size=head.size,
            games=head.games,
            samples=head.samples,
            refused=head.refused,
            length=sum(head.lengths) / max(head.games, 1),
            first_score=sum(result + 1 for result in head.results) / max(2 * head.games, 1),
            draws=head.results.count(0) / max(head.games, 1),
            proved=head.proved / max(head.games, 1),
            games_per_hour=rate,
        )
        if head.refused:
            self.display.note(
                f"shard {head.name.serial}: left out {head.refused} of "
                f"{head.games + head.refused} games for values that no sample can have"
            )

    def resumed_learner(self, make: Callable[[RunFolder, RunConfig], Learner]) -> Learner:
        """Return a learner resumed from the checkpoint."""
        learner = make(self.folder, self.config)
        learner.resume()
        return learner

    def steps_allowed(self, learner: Learner, now: Totals, finished: bool = True) -> int:
        """Return the number of steps still to learn: as many as the samples allow and, after the
        last game, those of the last phase, which this begins.

        Args:
            finished: no more games are played now.
        """
        config = self.config
        steps = self.steps_due(learner, self.steps_of(now) + learner.final_steps)
        if steps or not (finished and config.final_steps and 0 < config.games <= now.games):
            return steps
        return self.steps_due(learner, learner.steps + learner.finish(config.final_steps))

    def steps_of(self, now: Totals) -> int:
        """Return the number of steps that the samples allow in all."""
        return int(self.config.sample_reuse * now.samples) // self.config.batch

    def steps_due(self, pupil: Pupil, goal: int) -> int:
        """Return the number of steps still to take up to `goal`."""
        self.display.learnt(pupil.steps, max(goal, pupil.steps))
        return max(goal - pupil.steps, 0)

    def net_is_due(self, learner: Learner, now: Totals, last: NetRecord) -> bool:
        """Return whether to export the next net: after `gate_every` games, and the steps that their
        samples allow, so that a run with earlier games does not gate a net that has hardly
        learnt."""
        every = self.config.gate_every
        if learner.steps <= last.steps or now.games < last.games + every:
            return False
        return learner.steps - last.steps >= self.steps_of(now) * every / now.games

    def learn_stretch(self, pupil: Pupil, steps: int, now: Totals, stage: str = "learn") -> None:
        """Learn for one stretch of a stage of DOING, up to its steps, LONGEST or a stop request."""
        begun, allowed = time.monotonic(), pupil.steps + steps

        def should_stop() -> bool:
            self.display.learnt(pupil.steps, allowed)
            return self.stop.is_set() or time.monotonic() - begun > LONGEST

        self.display.doing(DOING[stage])
        stats = pupil.learn(steps, should_stop)
        self.display.learnt(pupil.steps, allowed)
        if not stats.steps:
            return
        took = max(time.monotonic() - begun, 1e-9)
        self.metrics.write(
            stage,
            pupil.steps,
            games=now.games,
            samples=now.samples,
            steps_per_second=stats.steps / took,
            **stats.losses,
        )

    def add_net(self, learner: Learner, now: Totals) -> NetRecord:
        """Export the next net."""
        record = net_records.store_net(self.folder, learner, now.games, now.samples)
        self.display.note(f"net {record.generation}: exported at {now.games:,} games")
        return record

    def judge_net(self, stages: Stages, record: NetRecord, processes: int) -> None:
        """Gate a net, and record the result, unless a stop is requested before its end."""
        self.display.doing(f"gating net {record.generation}")
        try:
            gated = net_records.record_gate(
                self.folder, self.config, record, stages.play_gate, processes, self.stop.is_set
            )
        except GateStopped:
            self.display.note(f"net {record.generation}: the gate is stopped, to be played later")
            return
        self.metrics.write(
            "gate",
            gated.games,
            generation=gated.generation,
            against=gated.against,
            elo=gated.elo,
            error=gated.error,
            score=gated.score,
            pairs=gated.pairs,
            panel=gated.panel,
            accepted=gated.accepted,
            rating=gated.rating,
        )
        verdict = "accepted" if gated.accepted else "refused"
        panel = ", ".join(
            f"{score:.3f} +- {error:.3f} against {name}"
            for name, (score, error) in gated.panel.items()
        )
        self.display.note(
            f"net {gated.generation}: {gated.elo:+z.0f} +- {gated.error:.0f} Elo against net "
            f"{gated.against} in {gated.pairs} pairs, {verdict}; scores {panel}"
        )


def run_stages(
    run: TrainingRun, stages: Stages, workers: ShardWorkers, goal: int | None, processes: int
) -> None:
    """Play, learn and gate until the folder holds `goal` games, all learnt from and gated.

    Without a goal, the settings say whether the run ends.

    Raises:
        TrainingError: the run cannot go on; `Collapse` where it should not.
    """
    try:
        with run.folder.locked(*STAGES):
            net_records.publish(run.folder)
            learner = run.resumed_learner(stages.make_learner)
            with run.pool(workers, goal) as pool:
                while not run.stop.is_set() and _turn(run, stages, learner, pool, processes):
                    pass
                pool.check()
    finally:
        workers.close()


def _turn(
    run: TrainingRun, stages: Stages, learner: Learner, pool: SelfplayPool, processes: int
) -> bool:
    """Do the most urgent thing that is due; return whether there may be more to do."""
    finished = pool.finished
    pool.check()
    now, last = pool.totals, net_records.newest(run.folder)
    enough = finished or now.samples >= run.config.min_samples
    steps = run.steps_allowed(learner, now, finished) if enough else 0
    pool.hold(steps >= STRETCH and pool.games_since(last.games) >= AHEAD * run.config.gate_every)
    if last.generation and last.against is None:
        with pool.paused():
            run.judge_net(stages, last, processes)
    elif run.net_is_due(learner, now, last):
        run.add_net(learner, now)
    elif steps >= STRETCH or (finished and steps):
        run.learn_stretch(learner, steps, now)
    elif finished and not last.is_net_of(learner):
        run.add_net(learner, now)
    elif finished:
        return False
    else:
        run.display.doing("waiting for samples")
        run.stop.wait(PAUSE)
    return True
