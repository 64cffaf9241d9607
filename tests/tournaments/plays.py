"""Ways to play a game for tests of workers; they run in processes of their own."""

import os
import signal
import threading
from pathlib import Path

import psutil

from tests.patience import wait_until
from tests.tournaments.samples import sample
from tournaments.engine.client import Client
from tournaments.model import Game, GameRecord
from tournaments.play import referee

NOTES = "FUKUMI_TEST_NOTES"
"""Environment variable that names a folder for what plays leave behind."""


def tell_cores(workers: int, game: Game) -> GameRecord:
    """A game whose detail is the cores on which it was played; all workers get one."""
    folder = Path(os.environ[NOTES])
    (folder / str(os.getpid())).touch()
    wait_until(lambda: len(list(folder.iterdir())) >= workers)
    return sample(game.number, detail=" ".join(map(str, psutil.Process().cpu_affinity() or [])))


def die_once(game: Game) -> GameRecord:
    """Plays by the referee, but the first time at game 2 its process is killed, with the
    engines under way."""
    note = Path(os.environ[NOTES]) / "died"
    if game.number == 2 and not note.exists():
        note.write_text("")
        for spec in (game.black, game.white):
            Client(spec, game.rule, game.size).start()
        os.kill(os.getpid(), signal.SIGKILL)
    return referee.play(game)


def hang_once(game: Game) -> GameRecord:
    """Notes its process and, the first time at game 2, plays no more."""
    folder = Path(os.environ[NOTES])
    hung = folder / "hung"
    if game.number == 2 and not hung.exists():
        hung.write_text(str(os.getpid()))
        threading.Event().wait()
    (folder / str(os.getpid())).touch()
    return referee.play(game)
