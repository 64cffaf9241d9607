"""Checks of an engine as a process: how it ends, what it leaves, and floods of input."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from core.game.board import Board
from tournaments.acceptance.lifecycle_checks import INTO_THE_SEARCH, ODD_NAME
from tournaments.acceptance.program_driver import LONGEST_LEAVING, LONGEST_START, JudgeError
from tournaments.compliance.command_checks import SIZE
from tournaments.compliance.engine_session import EngineSession, Risk, Subject
from tournaments.engine.client import board_lines

LONGEST_EXIT = 1.0
"""Seconds after END in which the protocol wants an engine to exit."""

FLOOD, LONG_LINE = 20_000, 20_000
"""Lines, and characters of a line."""

LONG_TURN = 5.0


def leaves_at_end(subject: Subject, directory: Path, *, thinking: bool) -> str:
    """Check END, while idle or in mid-search."""
    with subject.run(directory) as engine:
        _prepare(engine, thinking)
        engine.send("END")
        return _leave(engine, "END", thinking)


def leaves_at_end_of_input(subject: Subject, directory: Path, *, thinking: bool) -> str:
    """Check the end of its input, which a dying manager causes, while idle or in mid-search."""
    with subject.run(directory) as engine:
        _prepare(engine, thinking)
        engine.hang_up()
        return _leave(engine, "the end of its input", thinking)


def _prepare(engine: EngineSession, thinking: bool) -> None:
    engine.start_game(turn=LONG_TURN)
    board = Board(SIZE)
    board.play(7, 7)
    board.play(8, 8)
    if thinking:
        engine.send(*board_lines(board))
        time.sleep(INTO_THE_SEARCH)
    else:
        engine.send("INFO timeout_turn 300", *board_lines(board))
        engine.reply(board)


def _leave(engine: EngineSession, after: str, thinking: bool) -> str:
    """Check that the engine exits in time, without leaving a process.

    One that reads nothing while it thinks exits only when it has moved; managers kill it before.
    """
    begun = time.monotonic()
    code = engine.exit_within(LONGEST_EXIT + engine.tolerance)
    is_late = code is None
    if code is None and thinking:
        code = engine.exit_within(LONG_TURN)
    took = time.monotonic() - begun
    if code is None:
        raise JudgeError(f"still runs {took:.1f} s after {after}")
    if left := engine.left_running():
        names = ", ".join(sorted({process.name() for process in left}))
        count = "a process" if len(left) == 1 else f"{len(left)} processes"
        raise JudgeError(f"leaves {count} behind after {after}: {names}")
    if is_late:
        raise Risk(f"exits {took:.1f} s after {after}, only when its search is over")
    if code != 0:
        raise Risk(f"exits with code {code} after {after}")
    if took > LONGEST_LEAVING:
        judge = f"GomocupJudge kills after {LONGEST_LEAVING:g} s"
        raise Risk(f"exits {took:.1f} s after {after}; {judge}")
    return f"gone after {1000 * took:.0f} ms"


def says_nothing_at_end(subject: Subject, directory: Path) -> str:
    """Check that nothing is printed after END."""
    with subject.run(directory) as engine:
        _prepare(engine, thinking=False)
        engine.send("END")
        engine.exit_within(LONGEST_EXIT)
        try:
            said = engine.answer(LONGEST_EXIT)
        except JudgeError:
            return "nothing"
    raise JudgeError(f"says {said!r} after END")


def survives_many_lines(subject: Subject, directory: Path) -> str:
    """Check a flood of INFO lines and a very long line, and a move after them."""
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send_flood(*("INFO time_left 100000",) * FLOOD)
        engine.send("INFO folder " + "x" * LONG_LINE)
        x, y = engine.begin(Board(SIZE))
    return f"{FLOOD:,} lines, one of {LONG_LINE:,} characters; then {x},{y}"


def plays_from_another_folder(subject: Subject, directory: Path) -> str:
    """Check a move in a working directory with an odd name that is not the engine's own, and that
    no file stays there."""
    folder = directory / ODD_NAME
    folder.mkdir()
    with subject.run(folder, moved=True) as engine:
        engine.start_game()
        engine.send("INFO folder .")
        x, y = engine.begin(Board(SIZE))
        engine.send("END")
        engine.exit_within(LONGEST_EXIT)
    if left := sorted(path.name for path in folder.iterdir()):
        raise Risk(f"leaves {left[0]} in the folder where it was started")
    return f"{x},{y} from {ODD_NAME!r}"


def shares_the_machine(subject: Subject, directory: Path) -> str:
    """Check two copies at the same time."""
    with (
        TemporaryDirectory() as other,
        subject.run(directory) as one,
        subject.run(Path(other)) as two,
    ):
        for engine in (one, two):
            engine.send(f"START {SIZE}")
        for engine in (one, two):
            if (said := engine.answer(LONGEST_START + engine.tolerance)).upper() != "OK":
                raise JudgeError(f"a second copy answers START by {said!r}")
            engine.send(*engine.infos(), "BEGIN")
        moves = [engine.reply(Board(SIZE))[0] for engine in (one, two)]
    return " and ".join(f"{x},{y}" for x, y in moves)
