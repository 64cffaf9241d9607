"""The options `--concurrency`, `--cluster` and `--tmppsq`: where games are played and shown."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from tournaments.model import TournamentError
from tournaments.play.broadcast import Broadcast
from tournaments.play.game_workers import GameWorkers, LocalGameWorkers
from tournaments.play.live_folder import LiveFolder
from tournaments.play.referee import play_game

_Command = TypeVar("_Command", bound=Callable[..., Any])


def worker_options(command: _Command) -> _Command:
    """Add the options to a command, as `concurrency`, `cluster` and `tmppsq`."""
    command = click.option(
        "--tmppsq",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        help="A folder for a file of each game under way, tmp_<Black>x<White>.psq, as Piskvork's "
        "-tmppsq keeps it for broadcasts. Default: none.",
    )(command)
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


@contextmanager
def live_folder(
    tournament: Path, cluster: str | None, tmppsq: Path | None, names: Sequence[str]
) -> Iterator[LiveFolder]:
    """Yield the folder of the games under way, from which `--tmppsq` writes files for broadcasts.

    Args:
        names: the engines that those files number.

    Raises:
        TournamentError: the folder for broadcasts cannot be made, or the games are elsewhere.
    """
    if tmppsq and cluster is not None:
        raise TournamentError("--tmppsq shows games of this machine: leave it or --cluster out")
    with ExitStack() as stack:
        broadcast = None
        if tmppsq:
            broadcast = stack.enter_context(Broadcast(tmppsq, tournament, names))
        yield stack.enter_context(LiveFolder(tournament, broadcast))
