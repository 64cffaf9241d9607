"""How a program starts, leaves, and treats the folders it meets, whatever game is played.

Each check takes the entry and a folder of its own to work in, says what it measured, and raises
`JudgeError` where the program would lose a game.
"""

import time
from pathlib import Path

from core.game.board import Board
from tournaments.acceptance.judge_positions import (
    LEAGUES,
    SECOND_GROUP,
    Clock,
    League,
    far_opening,
)
from tournaments.acceptance.program_driver import LONGEST_START, TOLERANCE, JudgeError, Program
from tournaments.acceptance.program_entry import Entry

SHORT = Clock(1.5, 100.0)
"""Time to load a net and to search, in checks where the clock does not matter."""

INTO_THE_SEARCH = 0.7
"""Seconds after which a program that thinks is in the middle of it."""

FOUND = ("random", "queue", "signal", "socket", "threading", "typing", "dataclasses", "core")
"""Modules that a program in Python may import."""

ODD_NAME = "it's a földer"


def opening(league: League) -> Board:
    """The position after the judge's opening."""
    board = Board(league.size, league.rule)
    for x, y in far_opening(league.size):
        board.play(x, y)
    return board


def introduces_itself(entry: Entry, directory: Path) -> str:
    """What it answers to ABOUT, before any START."""
    with entry.run(directory) as program:
        program.send("ABOUT")
        told = program.answer(LONGEST_START)
        program.end()
    if 'name="' not in told:
        raise JudgeError(f"answers ABOUT by {told!r}")
    return told


def starts(entry: Entry, directory: Path) -> str:
    """The time to OK, and the time to leave."""
    with entry.run(directory) as program:
        took = program.start(LEAGUES[0], SECOND_GROUP)
        left = program.end()
    return f"{1000 * took:.0f} ms to OK; gone {1000 * left:.0f} ms after END"


def leaves_in_mid_search(entry: Entry, directory: Path) -> str:
    """The time it takes to leave at END while it thinks."""
    with entry.run(directory) as program:
        thinking = _think(program)
        return f"gone {1000 * program.end():.0f} ms after END{thinking}"


def leaves_at_end_of_input(entry: Entry, directory: Path) -> str:
    """The time it takes to leave when its manager has died, idle and thinking."""
    with entry.run(directory) as program:
        program.start(LEAGUES[0], SECOND_GROUP)
        idle = program.close_input()
    with entry.run(directory) as program:
        thinking = _think(program)
        busy = program.close_input()
    return f"gone {1000 * idle:.0f} ms after it idle, {1000 * busy:.0f} ms{thinking}"


def _think(program: Program) -> str:
    """Lets it think for a while; words that say whether it still does."""
    league = LEAGUES[0]
    program.start(league, SECOND_GROUP)
    program.ask(opening(league), SECOND_GROUP.match)
    time.sleep(INTO_THE_SEARCH)
    return " (it had already answered)" if program.has_spoken else " in mid-search"


def plays_from_an_odd_path(entry: Entry, directory: Path) -> str:
    """A search by a copy in a folder with a blank, an apostrophe and an umlaut in its name."""
    copied = entry.copied_to(directory / ODD_NAME / "program")
    took = _one_move(copied, directory / ODD_NAME, ".")
    return f"{ODD_NAME!r}: a move in {took:.2f} s"


def keeps_out_of_the_folder(entry: Entry, directory: Path) -> str:
    """Moves with an INFO folder that is missing, or may not be written to."""
    missing, closed = directory / "there is none", directory / "read only"
    closed.mkdir()
    closed.chmod(0o500)
    try:
        for folder in (missing, closed):
            _one_move(entry, directory, str(folder))
        if missing.exists() or any(closed.iterdir()):
            raise JudgeError("leaves files in INFO folder")
    finally:
        closed.chmod(0o700)
    return "moves with a missing one and with a read-only one, and leaves nothing there"


def shares_its_folder(entry: Entry, directory: Path) -> str:
    """Two copies at once in the same folders, both thinking."""
    league, board = LEAGUES[0], opening(LEAGUES[0])
    with entry.run(directory) as one, entry.run(directory) as two:
        for program in (one, two):
            program.start(league, SHORT)
        two.ask(board, SHORT.match)
        one.move(board, SHORT.match, SHORT.turn + TOLERANCE)
        two.answer(SHORT.turn + TOLERANCE)
        for program in (one, two):
            program.end()
    if left := sorted(path.name for path in directory.iterdir()):
        raise JudgeError(f"leaves {left[0]} where it was started")
    return "both move, and leave nothing where they were started"


def runs_nothing_it_finds(entry: Entry, directory: Path) -> str:
    """Have it search in a folder with modules under names that Python knows."""
    for name in FOUND:
        (directory / f"{name}.py").write_text("open('was run', 'w').close()\n")
    took = _one_move(entry, directory, ".")
    if (directory / "was run").exists():
        raise JudgeError("runs modules that lie where it is started")
    return f"runs no {FOUND[0]}.py that lies where it is started: a move in {took:.2f} s"


def _one_move(entry: Entry, directory: Path, folder: str) -> float:
    league = LEAGUES[0]
    with entry.run(directory) as program:
        program.start(league, SHORT, folder)
        _, took = program.move(opening(league), SHORT.match, SHORT.turn + TOLERANCE)
        program.end()
    return took
