"""Checks of a program's play: the judge's positions, first moves and whole games.

Each check returns its measurements as text, or raises `JudgeError`, like those of
`lifecycle_checks`.
"""

import time
from pathlib import Path

from core.game.notation import board_after, parse_moves
from tournaments.acceptance.judge_positions import POSITIONS
from tournaments.acceptance.lifecycle_checks import SHORT, opening
from tournaments.acceptance.program_driver import TOLERANCE, JudgeError, Program
from tournaments.acceptance.program_entry import Startable
from tournaments.model import TimeControl
from tournaments.play.league import League

FROZEN = 0.3
"""Seconds that a program stays suspended after START."""


def answers_the_positions(entry: Startable, directory: Path, league: League) -> str:
    """Check the answers to the judge's fixed positions for the league's rule."""
    fitting = [position for position in POSITIONS if league.rule in position.rules]
    for position in fitting:
        board = board_after(league.size, league.rule, parse_moves(position.moves, league.size))
        with entry.run(directory) as program:
            program.start(league, SHORT)
            move, _ = program.move(board, TOLERANCE)
            program.end()
        if not position.accepts(move, league.size):
            raise JudgeError(f"answers {position.moves} with {move}")
    return f"{len(fitting)} answered"


def keeps_its_first_turn(
    entry: Startable, directory: Path, league: League, clock: TimeControl
) -> str:
    """Check the first move of a game at a league's own clock.

    As under the judge, the program is suspended right after START, so its start counts towards the
    turn.

    Raises:
        JudgeError: it needs more than the turn; the judge's tolerance is not used.
    """
    with entry.run(directory) as program:
        program.start_frozen(league, clock)
        time.sleep(FROZEN)
        _, took = program.move(opening(league), tolerance=0.0)
        program.end()
    return f"move 1 took {took:.2f} s of {clock.turn:g} s, its start with it"


def plays_a_game(entry: Startable, directory: Path, league: League, clock: TimeControl) -> str:
    """Play a game of the program against itself, suspending each side while the other thinks, as
    the judge does.

    Raises:
        JudgeError: a move is late or illegal, or a match clock has run out.
    """
    with entry.run(directory) as one, entry.run(directory) as two:
        for program in (one, two):
            program.start_frozen(league, clock)
        plies, slowest, least_left = _play(league, (one, two), clock)
        for program in (one, two):
            program.end()
    peak = max(one.peak_memory, two.peak_memory) / 2**20
    return (
        f"{plies} plies at {clock} s: slowest move {slowest:.2f} s, {least_left:.1f} s of the game "
        f"left, {peak:.0f} MiB"
    )


def _play(
    league: League, sides: tuple[Program, Program], clock: TimeControl
) -> tuple[int, float, float]:
    """Play a game to its end; return its plies, the slowest move and the least time left on a
    clock."""
    board, slowest = opening(league), 0.0
    while not board.over:
        side = sides[board.to_move - 1]
        move, took = side.move(board, TOLERANCE)
        if side.time_left < 0:
            raise JudgeError(f"has used up its {clock.match:g} s at ply {board.ply}")
        slowest = max(slowest, took)
        board.play(*move)
    return board.ply, slowest, min(side.time_left for side in sides)
