"""The runner: keeps several games going at a time, and yields each record as its game ends."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable

from core.system.workers import FinishedTask, last_line
from tournaments.model import GameRecord, Result, ScheduledGame, TournamentError
from tournaments.play.game_workers import GameWorkers
from tournaments.play.referee import void_record

TRIES = 3
"""Attempts at a game that is cut short by our own software or by the loss of a worker."""

MOST_VOID = 5
"""Void games in a row that end the run: the fault is then here, not with the engines."""

WAIT = 0.5
"""Seconds between two checks for a request to stop."""


def run_games(
    games: Iterable[ScheduledGame],
    workers: GameWorkers,
    stopping: Callable[[], bool] = lambda: False,
) -> Generator[GameRecord, None, None]:
    """Play the games and yield each record when its game ends.

    A game that is void, or whose worker was lost, is retried; after the last attempt its record is
    void. Once `stopping` returns True no more games are started. When the caller stops iterating,
    the running games are cancelled.

    Raises:
        TournamentError: several games in a row were void.
    """
    waiting, again = iter(games), list[ScheduledGame]()
    tries: Counter[int] = Counter()
    under_way = void_in_a_row = 0
    try:
        while True:
            while workers.free and not stopping():
                game = again.pop() if again else next(waiting, None)
                if game is None:
                    break
                workers.submit(game)
                under_way += 1
            if not under_way:
                return
            for done in workers.wait(WAIT):
                under_way -= 1
                tries[done.task.number] += 1
                record = _record(done)
                if record.result is Result.VOID and tries[done.task.number] < TRIES:
                    again.append(done.task)
                    continue
                yield record
                void_in_a_row = void_in_a_row + 1 if record.result is Result.VOID else 0
                if void_in_a_row >= MOST_VOID:
                    raise TournamentError(
                        f"{MOST_VOID} games in a row could not be played: {record.detail}"
                    )
    finally:
        workers.close()


def _record(done: FinishedTask[ScheduledGame, GameRecord]) -> GameRecord:
    reason = last_line(done.error or "the process that played it was lost")
    return done.answer or void_record(done.task, reason)
