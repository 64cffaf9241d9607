"""The AlphaZero loop: games of a net against itself, and learning from them, in one folder.

settings.json   settings that the run began with
games.jsonl     every finished game of self-play
metrics.jsonl   every batch learnt, and the recipe's own entries (`training.report.metrics`)
state.pt        the learner
playing.pt      the net that plays, if it is not the one that learns

The run may be killed at any time; unfinished games are lost, and batches since the last state are
learnt again.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Generic

import numpy as np
import torch

from training.papers.loop.game_protocol import Position, SearchableGame
from training.papers.loop.loop_learner import PositionLearner
from training.papers.loop.loop_settings import LoopSettings, keep_settings
from training.papers.loop.networks import asker
from training.papers.loop.parallel_selfplay import PlayedGame, SelfPlay
from training.papers.loop.position_window import PositionWindow
from training.papers.loop.recipe_parts import use_one_thread
from training.papers.loop.resignation import Resignation
from training.report import metrics
from training.report.metrics import Metrics
from training.report.progress import Bars
from training.run_folder import hold_recipe, make_folder
from training.selfplay.selfplay_pool import Totals

FIRST_BATCHES = 6
"""Learning begins when there are samples for this many batches. From two or three games, a net
without normalisation learns by heart who wins; then it is so sure that the next games teach it
nothing."""


class LoopRun(Generic[Position]):
    """A run of the loop.

    Args:
        folder: of the run, created when missing.
        game: the game to learn.
        settings: must be those that the folder was begun with.
        bars: shows the progress.

    Raises:
        TrainingError: the folder was begun with other settings, or cannot be used.
    """

    def __init__(
        self, folder: Path, game: SearchableGame[Position], settings: LoopSettings, bars: Bars
    ) -> None:
        self.folder = folder
        self.game = game
        self.settings = settings
        self.bars = bars
        torch.manual_seed(settings.seed)
        self.learner = PositionLearner(settings.shape.net(game.shape, game.actions), settings)
        self.playing = self.learner.net
        self._window = PositionWindow(game, settings.window)
        keep_settings(settings, folder / "settings.json")
        self.learner.resume(folder / "state.pt")
        self.games = sum(1 for _ in metrics.read_metrics(folder / "games.jsonl"))
        for played in newest_games(folder, settings.window):
            self._recall(played)
        self._resignation = Resignation()
        for played in games_of(folder):
            self._resignation.add(played)
        self._notes = Metrics(folder / "metrics.jsonl")
        self._played = Metrics(folder / "games.jsonl")

    def _recall(self, played: PlayedGame) -> None:
        """Add a game of the folder to the window, unless damage made it unplayable."""
        try:
            self._window.add(played)
        except (ValueError, TypeError, LookupError) as error:
            self.bars.note(f"left out a game of {self.folder / 'games.jsonl'}: {error}")

    @property
    def steps(self) -> int:
        """Batches learnt."""
        return self.learner.steps

    def train(self, steps: int, referee: Callable[[], None]) -> None:
        """Play and learn until `steps` batches are learnt.

        Args:
            steps: in all, including those of earlier calls.
            referee: called at the beginning and after every batch; it must not repeat work that it
                has noted for a batch.
        """
        use_one_thread()
        rng = np.random.default_rng([self.settings.seed, self.games])
        selfplay = SelfPlay(self.game, self.settings, rng, self._resignation.threshold)
        referee()
        while self.steps < steps:
            while self._may_learn(steps):
                self._learn(rng)
                self.bars.learnt(self.steps, steps)
                referee()
            if self.steps < steps:
                self.bars.doing(f"self-play, {self.settings.playouts} playouts a move")
                for played in selfplay.advance(asker(self.playing)):
                    self._take(played)
                goal = steps * self.settings.games_a_step
                self.bars.played(Totals(games=self.games, samples=len(self._window)), goal)

    def _may_learn(self, steps: int) -> bool:
        due = min(self.games // self.settings.games_a_step, steps)
        enough = min(FIRST_BATCHES * self.settings.batch, self.settings.window)
        return self.steps < due and len(self._window) >= enough

    def _take(self, played: PlayedGame) -> None:
        self.games += 1
        self._played.write("game", self.games, **played.as_json())
        self._window.add(played)
        self._resignation.add(played)

    def _learn(self, rng: np.random.Generator) -> None:
        losses = self.learner.learn(self._window.draw(self.settings.batch, rng))
        # The note before the state: after a kill between them the batch is learnt and noted again.
        self.note("learn", games=self.games, **losses)
        self.learner.save(self.folder / "state.pt")

    def note(self, stage: str, **values: Any) -> None:
        """Record values for the batch learnt last."""
        self._notes.write(stage, self.steps, **values)

    def entries(self, stage: str) -> list[dict[str, Any]]:
        """Return the entries of a stage, by batch; of two for a batch, the later."""
        return entries_of(self.folder, stage)

    def close(self) -> None:
        """Close the files."""
        self._notes.close()
        self._played.close()


def games_of(folder: Path) -> Iterator[PlayedGame]:
    """Yield the games of a folder; damaged lines are skipped."""
    for entry in metrics.read_metrics(folder / "games.jsonl"):
        with suppress(TypeError, ValueError, LookupError):
            yield PlayedGame.of(entry)


def newest_games(folder: Path, positions: int) -> list[PlayedGame]:
    """Return the last games of a folder, as many as it takes to have `positions` positions."""
    games: deque[PlayedGame] = deque()
    held = 0
    for played in games_of(folder):
        games.append(played)
        held += len(played.moves)
        while games and held - len(games[0].moves) >= positions:
            held -= len(games.popleft().moves)
    return list(games)


def entries_of(folder: Path, stage: str) -> list[dict[str, Any]]:
    """Return the entries of a stage in a run's folder, in order of the batches."""
    found = {
        entry["step"]: entry
        for entry in metrics.read_metrics(folder / "metrics.jsonl")
        if entry["stage"] == stage
    }
    return [found[step] for step in sorted(found)]


def has_learnt(entries: Sequence[Mapping[str, Any]], batches: int) -> bool:
    """Return whether the entries of the stage `learn` reach this number of batches."""
    return bool(entries) and entries[-1]["step"] >= batches


@contextmanager
def open_run(
    folder: Path, game: SearchableGame[Position], settings: LoopSettings
) -> Iterator[LoopRun[Position]]:
    """Open a run with progress bars, locked for this process.

    Raises:
        TrainingError: the folder cannot be used, or another process uses it.
    """
    make_folder(folder)
    with hold_recipe(folder), Bars() as bars:
        run = LoopRun(folder, game, settings, bars)
        try:
            yield run
        finally:
            run.close()
