"""The runner: every game once, several at a time, void games again, stopping at once."""

import threading
import time
from collections import Counter

from core.rules import Rule
from tournaments.client import Stopped
from tournaments.model import EngineSpec, Game, GameRecord, Reason, Result
from tournaments.runner import run

ENGINE = EngineSpec(name="x", command=("x",))
GAMES = [Game(n, 1, ENGINE, ENGINE, Rule.FREESTYLE, 15) for n in range(1, 9)]


def record(game: Game, result: Result = Result.DRAW) -> GameRecord:
    reason = Reason.VOID if result is Result.VOID else Reason.FULL_BOARD
    return GameRecord(
        game.number, 1, "x", "x", game.rule, game.size, 0, (), result, reason, "", "now"
    )


def test_every_game_is_played_once() -> None:
    records = list(run(GAMES, 3, referee=lambda game, _: record(game)))
    assert sorted(r.number for r in records) == list(range(1, 9))


def test_no_more_games_at_a_time_than_asked() -> None:
    running, most, lock = 0, 0, threading.Lock()

    def referee(game: Game, _: threading.Event) -> GameRecord:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with lock:
            running -= 1
        return record(game)

    assert len(list(run(GAMES, 2, referee=referee))) == 8
    assert most == 2


def test_a_void_game_is_played_once_more() -> None:
    tries: Counter[int] = Counter()

    def referee(game: Game, _: threading.Event) -> GameRecord:
        tries[game.number] += 1
        first = tries[game.number] == 1
        return record(
            game, Result.VOID if game.number == 5 or (game.number == 2 and first) else Result.DRAW
        )

    records = {r.number: r.result for r in run(GAMES, 2, referee=referee)}
    assert tries[2] == tries[5] == 2
    assert records[2] is Result.DRAW
    assert records[5] is Result.VOID
    assert sum(tries.values()) == len(GAMES) + 2


def test_stop_breaks_off_what_runs_and_keeps_what_is_done() -> None:
    stop = threading.Event()

    def referee(game: Game, stopped: threading.Event) -> GameRecord:
        if game.number == 1:
            return record(game)
        stopped.wait(20)
        raise Stopped

    records = []
    for finished in run(GAMES, 2, stop, referee):
        records.append(finished.number)
        stop.set()
    assert records == [1]
