"""Games on a Ray cluster: each game is a Ray task whose record is sent back here.

Every machine of the cluster needs the same version of Fukumi, and the engines at the same paths;
the machines share no disk.
"""

import dataclasses
import sys
from typing import Any

from core.system.ray_cluster import connect, cores
from tournaments.engine import orphans
from tournaments.model import EngineSpec, GameRecord, ScheduledGame
from tournaments.play import referee
from tournaments.play.game_workers import FinishedGame, PlayGame

END_GRACE = 5.0
"""Seconds that cancelled games may take to end their engines."""


class RayGameWorkers:
    """Workers on a Ray cluster.

    Args:
        count: games played at a time; None for one on each core of the cluster.
        address: `ray://host:port`, `auto`, or `local` for a cluster on this machine alone.
    Raises:
        UserError: Ray is not installed, or there is no cluster at the address.
    """

    def __init__(self, count: int | None, address: str, play: PlayGame = referee.play_game) -> None:
        self._ray = connect(address, count)
        self._most = count or cores(self._ray)
        # the runner retries a lost game itself, and counts the attempts
        self._remote = self._ray.remote(max_retries=0)(_play)
        self._play = play
        self._games: dict[Any, ScheduledGame] = {}

    @property
    def free(self) -> int:
        """Number of games that can be submitted now."""
        return self._most - len(self._games)

    def submit(self, game: ScheduledGame) -> None:
        """Start a game; only call it while `free` is positive."""
        self._games[self._remote.remote(self._play, game, sys.executable)] = game

    def wait(self, seconds: float) -> list[FinishedGame]:
        """Return the games that have ended, after waiting up to `seconds` for one."""
        ended, _ = self._ray.wait(list(self._games), num_returns=1, timeout=seconds)
        return [self._end(task) for task in ended]

    def _end(self, ended: Any) -> FinishedGame:
        game = self._games.pop(ended)
        try:
            return FinishedGame(game, self._ray.get(ended))
        except self._ray.exceptions.RayTaskError as error:
            return FinishedGame(
                game, referee.void_record(game, str(error).strip().splitlines()[-1])
            )
        except self._ray.exceptions.RayError:
            return FinishedGame(game, None)

    def close(self) -> None:
        """Cancel the running games and leave the cluster."""
        for task in self._games:
            self._ray.cancel(task)  # an interrupt there, on which the referee ends its engines
        self._ray.wait(list(self._games), num_returns=len(self._games), timeout=END_GRACE)
        self._games.clear()
        self._ray.shutdown()


def _play(play: PlayGame, game: ScheduledGame, their_python: str) -> GameRecord:
    """Play a game on a machine of the cluster, and leave no process of its engines there."""
    black, white = (_here(spec, their_python) for spec in (game.black, game.white))
    adoption = orphans.Adoption()
    try:
        return play(dataclasses.replace(game, black=black, white=white))
    finally:
        adoption.close()


def _here(spec: EngineSpec, their_python: str) -> EngineSpec:
    """Return an engine with the caller's Python interpreter replaced by this machine's."""
    command = (sys.executable if word == their_python else word for word in spec.command)
    return dataclasses.replace(spec, command=tuple(command))
