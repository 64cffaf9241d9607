"""The options `--concurrency` and `--cluster`, and the workers they make."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from tournaments.play.game_workers import GameWorkers, LocalGameWorkers
from tournaments.play.referee import play_game

_Command = TypeVar("_Command", bound=Callable[..., Any])


def worker_options(command: _Command) -> _Command:
    """Add the options to a command, as `concurrency` and `cluster`."""
    command = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Ray cluster (ray://host:port, auto, or local), by default on all its "
        "cores. Default: this machine.",
    )(command)
    return click.option(
        "--concurrency", type=click.IntRange(1), help="Games played at a time. Default: 1."
    )(command)


def game_workers(concurrency: int | None, cluster: str | None, live: Path) -> GameWorkers:
    """Return the workers of these options.

    Args:
        live: folder for the games under way, of this machine only.
    """
    if cluster is None:
        return LocalGameWorkers(concurrency or 1, partial(play_game, live=live))
    from tournaments.play.game_cluster import RayGameWorkers

    return RayGameWorkers(concurrency, cluster)
