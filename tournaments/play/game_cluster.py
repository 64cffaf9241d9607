"""Games on a Ray cluster: each is a Ray task, and its record comes back here.

Every machine of the cluster needs Fukumi at the same version, and the engines at the same
places; the machines share no disk.
"""

import dataclasses
import logging
import os
import sys
from importlib import import_module
from typing import Any

from core.system.processes import in_our_folder
from tournaments.engine import orphans
from tournaments.model import EngineSpec, Game, GameRecord, TournamentError
from tournaments.play import referee
from tournaments.play.game_workers import Done, Play

END_GRACE = 5.0
"""Seconds that games broken off may take to end their engines."""


class RayWorkers:
    """Workers of a cluster.

    Args:
        count: games to be played at a time; None: as many as the cluster has cores.
        address: `ray://host:port`, `auto`, or `local` for a cluster of this machine's own.
    Raises:
        TournamentError: Ray is not installed, or there is no cluster at the address.
    """

    def __init__(self, count: int | None, address: str, play: Play = referee.play) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray reports home otherwise
        self._ray = _ray()
        own = {"num_cpus": count, "include_dashboard": False} if address == "local" else {}
        try:
            with in_our_folder():
                self._ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
            raise TournamentError(f"no Ray cluster at {address}: {error}") from error
        self._most = count or max(int(self._ray.cluster_resources().get("CPU", 1)), 1)
        # a lost game is begun again by the runner, which counts how often
        self._remote = self._ray.remote(max_retries=0)(_play)
        self._play = play
        self._games: dict[Any, Game] = {}

    @property
    def free(self) -> int:
        """How many more games they want now."""
        return self._most - len(self._games)

    def submit(self, game: Game) -> None:
        """Hands over a game; only while some are free."""
        self._games[self._remote.remote(self._play, game, sys.executable)] = game

    def wait(self, seconds: float) -> list[Done]:
        """What has ended."""
        ended, _ = self._ray.wait(list(self._games), num_returns=1, timeout=seconds)
        return [self._end(task) for task in ended]

    def _end(self, ended: Any) -> Done:
        game = self._games.pop(ended)
        try:
            return Done(game, self._ray.get(ended))
        except self._ray.exceptions.RayTaskError as error:
            return Done(game, referee.void(game, str(error).strip().splitlines()[-1]))
        except self._ray.exceptions.RayError:
            return Done(game, None)

    def close(self) -> None:
        """Breaks off what is under way, and leaves the cluster."""
        for task in self._games:
            self._ray.cancel(task)  # an interrupt there, at which the referee ends its engines
        self._ray.wait(list(self._games), num_returns=len(self._games), timeout=END_GRACE)
        self._games.clear()
        self._ray.shutdown()


def _ray() -> Any:
    try:
        return import_module("ray")
    except ModuleNotFoundError as error:
        raise TournamentError(
            f"{error.name} is not installed: pip install 'fukumi[cluster]' brings it"
        ) from error


def _play(play: Play, game: Game, their_python: str) -> GameRecord:
    """Play a game on some machine of the cluster, and leave nothing of its engines there."""
    black, white = (_here(spec, their_python) for spec in (game.black, game.white))
    adoption = orphans.Adoption()
    try:
        return play(dataclasses.replace(game, black=black, white=white))
    finally:
        adoption.close()


def _here(spec: EngineSpec, their_python: str) -> EngineSpec:
    """An engine that runs in Python runs in this machine's."""
    command = (sys.executable if word == their_python else word for word in spec.command)
    return dataclasses.replace(spec, command=tuple(command))
