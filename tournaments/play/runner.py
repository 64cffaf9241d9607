"""Plays games with several at a time; finished games are handed on as they end."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable

from tournaments.model import Game, GameRecord, Result, TournamentError
from tournaments.play.game_workers import Done, Workers
from tournaments.play.referee import void

TRIES = 3
"""How often a game is begun that our own software, or the loss of a worker, breaks off."""

MOST_VOID = 5
"""So many void games in a row end the run: something is wrong here, not with the engines."""

WAIT = 0.5
"""Seconds between two looks at whether to stop."""


def run(
    games: Iterable[Game], workers: Workers, stopping: Callable[[], bool] = lambda: False
) -> Generator[GameRecord, None, None]:
    """Plays the games and yields each record when its game ends.

    A game that is void, or whose worker was lost, is played again; in the end its record is
    void. Once `stopping` says so no game is begun any more. When the caller stops iterating,
    the games under way are broken off.

    Raises:
        TournamentError: several games in a row were void.
    """
    waiting, again = iter(games), list[Game]()
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
                tries[done.game.number] += 1
                record = _record(done)
                if record.result is Result.VOID and tries[done.game.number] < TRIES:
                    again.append(done.game)
                    continue
                yield record
                void_in_a_row = void_in_a_row + 1 if record.result is Result.VOID else 0
                if void_in_a_row >= MOST_VOID:
                    raise TournamentError(
                        f"{MOST_VOID} games in a row could not be played: {record.detail}"
                    )
    finally:
        workers.close()


def _record(done: Done) -> GameRecord:
    return done.record or void(done.game, "the process that played it was lost")
