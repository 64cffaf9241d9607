"""The runner: every game once, lost and void games again, stopping without losing anything."""

from collections import Counter
from collections.abc import Callable
from contextlib import closing

import pytest

from core.game.rules import Rule
from core.system.workers import FinishedTask
from tests.tournaments.samples import sample
from tournaments.model import EngineSpec, GameRecord, Result, ScheduledGame, TournamentError
from tournaments.play.referee import void_record
from tournaments.play.runner import MOST_VOID, TRIES, run_games

ENGINE = EngineSpec(name="x", command=("x",))
GAMES = [ScheduledGame(n, 1, ENGINE, ENGINE, Rule.FREESTYLE, 15) for n in range(1, 9)]


class HereAndNow:
    """Workers that play in this process, when they are waited for."""

    def __init__(self, count: int, play: Callable[[ScheduledGame], GameRecord | None]) -> None:
        self._count, self._play = count, play
        self.games: list[ScheduledGame] = []
        self.closed = False
        self.most = 0

    @property
    def free(self) -> int:
        return self._count - len(self.games)

    def submit(self, game: ScheduledGame) -> None:
        self.games.append(game)
        self.most = max(self.most, len(self.games))

    def wait(self, _: float) -> list[FinishedTask[ScheduledGame, GameRecord]]:
        game = self.games.pop(0)
        return [FinishedTask(game, self._play(game))]

    def close(self) -> None:
        self.closed = True


def played(game: ScheduledGame) -> GameRecord:
    return sample(game.number)


def test_every_game_is_played_once_and_as_many_at_a_time_as_asked() -> None:
    workers = HereAndNow(3, played)
    assert sorted(r.number for r in run_games(GAMES, workers)) == list(range(1, 9))
    assert workers.most == 3
    assert workers.closed


@pytest.mark.parametrize("lost", [True, False])
def test_a_game_that_was_lost_or_void_is_played_again(lost: bool) -> None:
    tries: Counter[int] = Counter()

    def play(game: ScheduledGame) -> GameRecord | None:
        tries[game.number] += 1
        if game.number == 5 or (game.number == 2 and tries[2] == 1):
            return None if lost else void_record(game, "disk on fire")
        return sample(game.number)

    records = {r.number: r for r in run_games(GAMES, HereAndNow(2, play))}
    assert sorted(records) == list(range(1, 9))
    assert (tries[2], tries[5]) == (2, TRIES)
    assert records[2].result is Result.BLACK
    assert records[5].result is Result.VOID
    assert ("process that played it was lost" in records[5].detail) == lost


def test_many_void_games_in_a_row_end_the_run_with_their_cause() -> None:
    workers = HereAndNow(1, lambda game: void_record(game, "disk on fire"))
    records = run_games(GAMES, workers)
    assert [next(records).number for _ in range(MOST_VOID)] == [1, 2, 3, 4, 5]
    with pytest.raises(TournamentError, match="5 games in a row could not be played: disk on fire"):
        next(records)
    assert workers.closed


def test_once_asked_to_stop_it_finishes_the_running_games() -> None:
    numbers: list[int] = []
    for record in run_games(GAMES, HereAndNow(3, played), lambda: bool(numbers)):
        numbers.append(record.number)
    assert sorted(numbers) == [1, 2, 3]


def test_who_stops_listening_breaks_off_what_is_under_way() -> None:
    workers = HereAndNow(3, played)
    with closing(run_games(GAMES, workers)) as records:
        next(records)
    assert workers.closed
    assert len(workers.games) == 2
