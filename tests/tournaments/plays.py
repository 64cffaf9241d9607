"""Ways to play a game for tests of workers; they run in the workers' processes."""

import os
import signal
import threading
from pathlib import Path

import psutil

from tests.patience import wait_until
from tests.tournaments.samples import sample
from tournaments.engine.client import Client
from tournaments.engine.kept_engines import KeptEngines
from tournaments.model import GameRecord, ScheduledGame
from tournaments.play import referee

NOTES = "FUKUMI_TEST_NOTES"
"""Environment variable that names a folder for the notes of plays."""


def tell_cores(workers: int, game: ScheduledGame, _kept: KeptEngines) -> GameRecord:
    """Return a record with the cores of this worker as detail, once every worker has a game."""
    folder = Path(os.environ[NOTES])
    (folder / str(os.getpid())).touch()
    wait_until(lambda: len(list(folder.iterdir())) >= workers)
    return sample(game.number, detail=" ".join(map(str, psutil.Process().cpu_affinity() or [])))


def die_once(game: ScheduledGame, kept: KeptEngines) -> GameRecord:
    """Play by the referee, but kill this process, with two engines running, the first time at game
    2."""
    note = Path(os.environ[NOTES]) / "died"
    if game.number == 2 and not note.exists():
        note.write_text("")
        for spec in (game.black, game.white):
            Client(spec, game.rule, game.size).start()
        os.kill(os.getpid(), signal.SIGKILL)
    return referee.play_game(game, kept)


def hang_once(game: ScheduledGame, kept: KeptEngines) -> GameRecord:
    """Note this process and play by the referee, but hang the first time at game 2."""
    folder = Path(os.environ[NOTES])
    hung = folder / "hung"
    if game.number == 2 and not hung.exists():
        hung.write_text(str(os.getpid()))
        threading.Event().wait()
    (folder / str(os.getpid())).touch()
    return referee.play_game(game, kept)
