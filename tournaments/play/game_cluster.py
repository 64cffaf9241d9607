"""Games on a Ray cluster: each game is a Ray task whose record is sent back here.

Every machine of the cluster needs the same version of Fukumi, and the engines at the same paths;
the machines share no disk.
"""

import dataclasses
import sys

from core.system.ray_cluster import RayWorkers
from tournaments.engine import orphans
from tournaments.engine.kept_engines import KeptEngines
from tournaments.model import EngineSpec, GameRecord, ScheduledGame
from tournaments.play import referee
from tournaments.play.game_workers import PlayGame


class RayGameWorkers(RayWorkers[ScheduledGame, GameRecord]):
    """Workers on a Ray cluster, by default one on each of its cores; see `RayWorkers`."""

    grace = 5.0
    """Seconds that cancelled games may take to end their engines."""

    def __init__(self, count: int | None, address: str, play: PlayGame = referee.play_game) -> None:
        # the runner retries a lost game itself, and counts the attempts
        super().__init__(_play, 0, count, address)
        self._play = play

    def submit(self, game: ScheduledGame) -> None:
        """Start a game; only call it while `free` is positive."""
        self.start(game, self._play, game, sys.executable)


def _play(play: PlayGame, game: ScheduledGame, their_python: str) -> GameRecord:
    """Play a game on a machine of the cluster, and leave no process of its engines there."""
    black, white = (_here(spec, their_python) for spec in (game.black, game.white))
    adoption = orphans.Adoption()
    try:
        with KeptEngines() as kept:  # for this game only: the next may be on another machine
            return play(dataclasses.replace(game, black=black, white=white), kept)
    finally:
        adoption.close()


def _here(spec: EngineSpec, their_python: str) -> EngineSpec:
    """Return an engine with the caller's Python interpreter replaced by this machine's."""
    command = (sys.executable if word == their_python else word for word in spec.command)
    return dataclasses.replace(spec, command=tuple(command))
