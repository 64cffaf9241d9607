"""Checks of the time and the memory that an engine takes."""

import itertools
import time
from pathlib import Path

from core.game.board import Board
from core.game.notation import board_after, parse_moves
from tournaments.acceptance.memory_checks import SAMPLE
from tournaments.acceptance.program_driver import JudgeError
from tournaments.compliance.command_checks import SIZE, quiet_moves
from tournaments.compliance.engine_session import EngineSession, Risk, Subject, Unsupported
from tournaments.engine.client import board_lines

MIDGAME = "h8i9h10i8h9h7g8i10f7e6"
"""A position without a win at hand, in which an engine thinks."""

MOVES = 4
STOPPED = 1.0
"""Seconds in which an engine that knows "move now" answers."""

LONG_TURN = 4.0
MEMORY_TURN = 3.0


def keeps_the_turn(subject: Subject, directory: Path, *, turn: float) -> str:
    """Check several moves at a limit for each of them; 0 means at once."""
    return _keeps(
        subject, directory, [f"INFO timeout_turn {round(turn * 1000)}"], turn, f"{turn:g} s a turn"
    )


def keeps_the_rest(subject: Subject, directory: Path, *, left: int) -> str:
    """Check moves with little time left for the game in milliseconds, less than a turn."""
    lines = ["INFO timeout_turn 30000", "INFO timeout_match 180000", f"INFO time_left {left}"]
    return _keeps(subject, directory, lines, max(left, 0) / 1000, f"{left} ms left of the game")


def _keeps(subject: Subject, directory: Path, lines: list[str], limit: float, what: str) -> str:
    """Check that moves keep within a limit; the manager's tolerance saves what is beyond it."""
    board, slowest = _midgame(), 0.0
    with subject.run(directory) as engine:
        engine.start_game()
        _warm_up(engine)
        for move in itertools.chain([None], quiet_moves(board, MOVES)):
            engine.send(*lines)
            if move is None:
                engine.send(*board_lines(board))
            else:
                board.play(*move)
                engine.send(f"TURN {move[0]},{move[1]}")
            slowest = max(slowest, engine.reply(board)[1])
            if slowest > limit + engine.tolerance:
                raise JudgeError(f"takes {slowest:.2f} s at {what}")
            if board.over:
                break
    if slowest > limit + 0.1 * engine.tolerance:
        raise Risk(f"takes {slowest:.2f} s at {what}, which the managers' tolerance saves")
    return f"slowest move {slowest:.2f} s at {what}"


def _midgame() -> Board:
    return board_after(SIZE, Board(SIZE).rule, parse_moves(MIDGAME, SIZE))


def _warm_up(engine: EngineSession) -> None:
    """Ask for a first move, which may take the loading of a net."""
    engine.begin(Board(SIZE))


def takes_any_limits(subject: Subject, directory: Path) -> str:
    """Check the values that mean no limit, which managers send with a limit for the turn."""
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send("INFO timeout_match 0", "INFO time_left 2147483647", "INFO max_memory 0")
        x, y = engine.begin(Board(SIZE))
    return f"{x},{y}"


def moves_at_once_when_told(subject: Subject, directory: Path, *, command: str) -> str:
    """Check a command that means "move now" during a search."""
    board = _midgame()
    with subject.run(directory) as engine:
        engine.start_game()
        _warm_up(engine)
        engine.send(f"INFO timeout_turn {round(LONG_TURN * 1000)}", *board_lines(board))
        time.sleep(STOPPED / 2)
        if engine.has_answer:
            engine.reply(board)
            return "it had already answered"
        engine.send(command)
        _, took = engine.reply(board)
    if took > STOPPED + engine.tolerance / 2:
        raise Unsupported(f"moves {took:.2f} s after {command}")
    return f"moves {took:.2f} s after {command}"


def keeps_its_memory(subject: Subject, directory: Path) -> str:
    """Check the private memory of the engine and its children while it thinks."""
    board = _midgame()
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send(f"INFO timeout_turn {round(MEMORY_TURN * 1000)}", *board_lines(board))
        until = time.monotonic() + MEMORY_TURN + engine.tolerance
        while time.monotonic() < until and not engine.has_answer:
            engine.measure_memory()
            time.sleep(SAMPLE)
        engine.measure_memory()
        used, allowed = engine.peak_memory, subject.spec.max_memory
    took = f"{used / 2**20:.0f} MiB"
    if not allowed:
        return f"{took}, without a limit"
    if used > allowed:
        raise JudgeError(f"takes {took} of {allowed / 2**20:.0f} allowed")
    return f"{took} of {allowed / 2**20:.0f} allowed"
