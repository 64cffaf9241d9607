"""AlphaZero's loop as one more agent, in a folder of its own."""

from pathlib import Path
from typing import Generic

from training.papers.choko.agent_settings import ZeroSettings
from training.papers.loop.alphazero_loop import entries_of, open_run
from training.papers.loop.game_protocol import Position, SearchableGame
from training.papers.loop.loop_learner import PositionLearner
from training.papers.loop.loop_settings import share
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import asker


class ZeroRun(Generic[Position]):
    """A run of the loop in a folder, up to a share of its batches."""

    def __init__(self, game: SearchableGame[Position], chosen: ZeroSettings, folder: Path) -> None:
        self._game = game
        self.chosen = chosen
        self._folder = folder

    @property
    def curve(self) -> list[dict[str, float]]:
        """Losses of every batch learnt."""
        return entries_of(self._folder, "learn")

    def run(self, budget: float) -> None:
        """Train until the budget's batches are learnt.

        Raises:
            TrainingError: the folder holds another run, or is in use.
        """
        with open_run(self._folder, self._game, self.chosen.loop) as running:
            running.train(share(self.chosen.steps, budget), lambda: None)

    def player(self) -> SearchPlayer[Position]:
        """Return the trained net with its search.

        Raises:
            TrainingError: the state cannot be read.
        """
        settings = self.chosen.loop
        net = settings.shape.net(self._game.shape, self._game.actions)
        learner = PositionLearner(net, settings)
        learner.resume(self._folder / "state.pt")
        return SearchPlayer(self._game, asker(net), settings.playouts, settings.exploration)
