"""Processor time of the runner: `python -m tests.tournaments.runner_cost [GAMES] [on|auto|off]`.

Two engines that answer at once play GAMES (100) games, one at a time. The engines' own time is
listed apart: most of it is Python starting, once a game and side unless engines stay between games.
"""

import os
import sys
import tempfile
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import psutil

from core.game.rules import Rule
from tests.tournaments.engines import ENGINES
from tournaments.model import EngineSpec, Restart
from tournaments.openings.openings import default_openings
from tournaments.play.game_workers import LocalGameWorkers
from tournaments.play.live_folder import LiveFolder
from tournaments.play.referee import play_game
from tournaments.play.runner import run_games
from tournaments.play.schedule import Format, TournamentPlan, schedule
from tournaments.play.store import Store


def plan_of(games: int, restart: Restart) -> TournamentPlan:
    """Return a match of this many games between two equal engines."""
    command = (sys.executable, "-I", "-S", str(ENGINES / "simple.py"))
    return TournamentPlan(
        engines=tuple(EngineSpec(name, command, restart=restart) for name in ("first", "second")),
        rule=Rule.FREESTYLE,
        size=15,
        openings=tuple(default_openings(15, Rule.FREESTYLE)),
        format=Format.MATCH,
        rounds=(games + 1) // 2,
    )


def spent(process: psutil.Process) -> tuple[float, float]:
    """Return the processor time of a process and of its children, in seconds."""
    times = process.cpu_times()
    ended = times.children_user + times.children_system
    running = 0.0
    for child in process.children():
        with suppress(psutil.NoSuchProcess):
            running += spent(child)[0]
    return times.user + times.system, ended + running


def measure(plan: TournamentPlan, folder: Path) -> dict[str, float]:
    """Play the games and return the seconds spent by the runner, its worker and the engines."""
    before, _ = spent(psutil.Process())
    plies = 0
    with closing(Store.create(folder)) as store, LiveFolder(folder) as live:
        store.begin(plan)
        workers = LocalGameWorkers(1, partial(play_game, live=live.path))
        (worker,) = (
            child for child in psutil.Process().children() if "spawn_main" in str(child.cmdline())
        )
        started, _ = spent(worker)
        with closing(run_games(schedule(plan), workers)) as records:
            for record in records:
                store.add(record)
                live.end(record)
                plies += len(record.moves)
                if record.number == plan.total:  # after it, the worker is ended
                    own, engines = spent(worker)
    return {
        "runner": spent(psutil.Process())[0] - before,
        "worker": own - started,
        "engines": engines,
        "plies": plies,
    }


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    restart = Restart(sys.argv[2]) if len(sys.argv) > 2 else Restart.ON
    with tempfile.TemporaryDirectory() as folder:
        seconds = measure(plan_of(games, restart), Path(folder))
    plies = seconds.pop("plies")
    for name, took in seconds.items():
        print(f"{name:<8} {took:6.2f} s  {1000 * took / games:6.1f} ms a game")
    own = seconds["runner"] + seconds["worker"]
    print(f"without the engines {1000 * own / plies:.3f} ms a ply, {own:.2f} s for {games} games")
    print(f"{len(psutil.pids())} processes on this machine, load {os.getloadavg()[0]:.1f}")
