"""Plays a schedule with several games at a time; finished games are handed on as they end."""

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from tournaments.client import Stopped
from tournaments.model import Game, GameRecord, Result
from tournaments.referee import play

Referee = Callable[[Game, threading.Event], GameRecord]


def run(
    games: Iterable[Game],
    concurrency: int,
    stop: threading.Event | None = None,
    referee: Referee = play,
) -> Iterator[GameRecord]:
    """Plays the games, `concurrency` at a time, and yields each record when its game ends.

    A void game is played once more; if it is void again its record is yielded as it is. When
    the caller stops iterating, or sets `stop`, the games under way are broken off.
    """
    stop = stop or threading.Event()
    waiting = iter(games)
    running: set[Future[GameRecord]] = set()
    with ThreadPoolExecutor(concurrency) as pool:
        try:
            while not stop.is_set():
                for game in itertools.islice(waiting, concurrency - len(running)):
                    running.add(pool.submit(_play_twice_if_void, referee, game, stop))
                if not running:
                    return
                done, running = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
                yield from _finished(done)
        finally:
            stop.set()


def _play_twice_if_void(referee: Referee, game: Game, stop: threading.Event) -> GameRecord:
    record = referee(game, stop)
    return referee(game, stop) if record.result is Result.VOID else record


def _finished(done: Iterable[Future[GameRecord]]) -> Iterator[GameRecord]:
    for future in done:
        try:
            yield future.result()
        except Stopped:
            continue
