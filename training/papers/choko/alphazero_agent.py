"""AlphaZero's loop as one more agent, in a folder of its own."""

from pathlib import Path
from typing import Generic

from training.papers.choko.agent_settings import ZeroSettings
from training.papers.loop.alphazero_loop import noted, opened
from training.papers.loop.game_protocol import Position, Searched
from training.papers.loop.loop_learner import Learner
from training.papers.loop.loop_settings import share
from training.papers.loop.match_players import Searcher
from training.papers.loop.networks import asker


class ZeroRun(Generic[Position]):
    """A run of the loop in a folder, up to a share of its batches."""

    def __init__(self, game: Searched[Position], chosen: ZeroSettings, folder: Path) -> None:
        self._game = game
        self.chosen = chosen
        self._folder = folder

    @property
    def curve(self) -> list[dict[str, float]]:
        """Losses of every batch learnt."""
        return noted(self._folder, "learn")

    def run(self, budget: float) -> None:
        """Train until the budget's batches are learnt.

        Raises:
            TrainingError: the folder holds another run, or is in use.
        """
        with opened(self._folder, self._game, self.chosen.loop) as running:
            running.go(share(self.chosen.steps, budget), lambda: None)

    def player(self) -> Searcher[Position]:
        """Return the trained net with its search.

        Raises:
            TrainingError: the state cannot be read.
        """
        settings = self.chosen.loop
        net = settings.shape.net(self._game.shape, self._game.actions)
        learner = Learner(net, settings)
        learner.resume(self._folder / "state.pt")
        return Searcher(self._game, asker(net), settings.playouts, settings.exploration)
