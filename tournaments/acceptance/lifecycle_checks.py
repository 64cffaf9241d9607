"""Checks of a program's start, exit and treatment of folders, whatever game is played.

Each check takes the entry and an empty folder to work in, returns its measurements as text, and
raises `JudgeError` if the program would lose a game.
"""

import time
from pathlib import Path

from core.game.board import Board
from core.game.notation import board_after
from tournaments.acceptance.judge_positions import far_opening
from tournaments.acceptance.program_driver import LONGEST_START, TOLERANCE, JudgeError, Program
from tournaments.acceptance.program_entry import Entry, Startable
from tournaments.model import TimeControl
from tournaments.play.league import LEAGUES, SECOND_GROUP, League

FREESTYLE = LEAGUES["freestyle20"]
"""The league of checks that do not depend on the game."""

SHORT = TimeControl(100.0, 1.5)
"""Clock with enough time to load a net and to search, in checks where the clock does not matter."""

INTO_THE_SEARCH = 0.7
"""Seconds after which a thinking program is in the middle of its search."""

FOUND = ("random", "queue", "signal", "socket", "threading", "typing", "dataclasses", "core")
"""Names of modules that a program in Python may import."""

ODD_NAME = "it's a földer"


def opening(league: League) -> Board:
    """Return the position after the judge's opening."""
    return board_after(league.size, league.rule, far_opening(league.size))


def introduces_itself(entry: Startable, directory: Path) -> str:
    """Check the answer to ABOUT before any START."""
    with entry.run(directory) as program:
        program.send("ABOUT")
        about = program.answer(LONGEST_START)
        program.end()
    if 'name="' not in about:
        raise JudgeError(f"answers ABOUT by {about!r}")
    return about


def starts(entry: Startable, directory: Path) -> str:
    """Measure the time to OK and the time to leave."""
    with entry.run(directory) as program:
        took = program.start(FREESTYLE, SECOND_GROUP)
        left = program.end()
    return f"{1000 * took:.0f} ms to OK; gone {1000 * left:.0f} ms after END"


def leaves_in_mid_search(entry: Startable, directory: Path) -> str:
    """Measure the time to leave at END while it thinks."""
    with entry.run(directory) as program:
        thinking = _think(program)
        return f"gone {1000 * program.end():.0f} ms after END{thinking}"


def leaves_at_end_of_input(entry: Startable, directory: Path) -> str:
    """Measure the time to leave when its manager has died, while idle and while thinking."""
    with entry.run(directory) as program:
        program.start(FREESTYLE, SECOND_GROUP)
        idle = program.close_input()
    with entry.run(directory) as program:
        thinking = _think(program)
        busy = program.close_input()
    return f"gone {1000 * idle:.0f} ms after it idle, {1000 * busy:.0f} ms{thinking}"


def _think(program: Program) -> str:
    """Let it think for a while; return words that say whether it still does."""
    program.start(FREESTYLE, SECOND_GROUP)
    program.ask(opening(FREESTYLE))
    time.sleep(INTO_THE_SEARCH)
    return " (it had already answered)" if program.has_spoken else " in mid-search"


def plays_from_an_odd_path(entry: Entry, directory: Path) -> str:
    """Check a search by a copy in a folder with a blank, an apostrophe and an umlaut in its
    name."""
    copied = entry.copied_to(directory / ODD_NAME / "program")
    took = _one_move(copied, directory / ODD_NAME, ".")
    return f"{ODD_NAME!r}: a move in {took:.2f} s"


def keeps_out_of_the_folder(entry: Startable, directory: Path) -> str:
    """Check moves with an INFO folder that is missing, or is read-only."""
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


def shares_its_folder(entry: Startable, directory: Path) -> str:
    """Check two copies thinking at once in the same folders."""
    league, board = FREESTYLE, opening(FREESTYLE)
    with entry.run(directory) as one, entry.run(directory) as two:
        for program in (one, two):
            program.start(league, SHORT)
        two.ask(board)
        one.move(board, TOLERANCE)
        two.answer(two.limit + TOLERANCE)
        for program in (one, two):
            program.end()
    if left := sorted(path.name for path in directory.iterdir()):
        raise JudgeError(f"leaves {left[0]} where it was started")
    return "both move, and leave nothing where they were started"


def runs_nothing_it_finds(entry: Startable, directory: Path) -> str:
    """Check a search in a folder with modules under names that Python knows."""
    for name in FOUND:
        (directory / f"{name}.py").write_text("open('was run', 'w').close()\n")
    took = _one_move(entry, directory, ".")
    if (directory / "was run").exists():
        raise JudgeError("runs modules found where it is started")
    return f"runs no {FOUND[0]}.py found where it is started: a move in {took:.2f} s"


def _one_move(entry: Startable, directory: Path, folder: str) -> float:
    league = FREESTYLE
    with entry.run(directory) as program:
        program.start(league, SHORT, folder)
        _, took = program.move(opening(league), TOLERANCE)
        program.end()
    return took
