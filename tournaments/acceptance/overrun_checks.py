"""Check of moves at turns of a few milliseconds: the time they take beyond the turn."""

import statistics
from pathlib import Path

from tournaments.acceptance.lifecycle_checks import opening
from tournaments.acceptance.program_driver import TOLERANCE
from tournaments.acceptance.program_entry import Startable
from tournaments.model import TimeControl
from tournaments.play.league import League

TURNS = (0.001, 0.01, 0.05)
"""Seconds a turn."""

GAMES, PLIES = 20, 15
"""Games at each turn, and plies of each; a new process plays both sides of every game."""


def at_short_turns(entry: Startable, directory: Path, league: League) -> str:
    """Measure by how many milliseconds first and later moves exceed turns of 1, 10 and 50 ms.

    The first move is asked for as soon as START is answered, so the rest of the loading counts into
    it. Single figures depend on the load of the machine, medians far less.

    Raises:
        JudgeError: a move later than the judge tolerates.
    """
    return "; ".join(_at_turn(entry, directory, league, turn) for turn in TURNS)


def _at_turn(entry: Startable, directory: Path, league: League, turn: float) -> str:
    firsts: list[float] = []
    others: list[float] = []
    for _ in range(GAMES):
        first, *rest = _game(entry, directory, league, turn)
        firsts.append(first)
        others.extend(rest)
    high = sorted(others)[len(others) * 9 // 10]
    return (
        f"{1000 * turn:g} ms: first moves {statistics.median(firsts):+.1f}, "
        f"others {statistics.median(others):+.1f}, 9 of 10 by {high:+.1f}, "
        f"worst {max(firsts + others):+.1f}"
    )


def _game(entry: Startable, directory: Path, league: League, turn: float) -> list[float]:
    """Return the milliseconds by which each move of a game exceeded the turn."""
    board, beyond = opening(league), list[float]()
    with entry.run(directory) as program:
        program.start(league, TimeControl(turn=turn))
        while len(beyond) < PLIES and not board.over:
            move, took = program.move(board, TOLERANCE)
            board.play(*move)
            beyond.append(1000 * (took - turn))
        program.end()
    return beyond
