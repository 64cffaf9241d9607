"""The options `--concurrency` and `--cluster`, and the workers they make."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tournaments.play.game_workers import GameWorkers, LocalGameWorkers

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


def game_workers(concurrency: int | None, cluster: str | None) -> GameWorkers:
    """Return the workers of these options."""
    if cluster is None:
        return LocalGameWorkers(concurrency or 1)
    from tournaments.play.game_cluster import RayGameWorkers

    return RayGameWorkers(concurrency, cluster)
