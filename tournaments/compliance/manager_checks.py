"""Checks that talk to an engine as each manager does, with its habits and its traps."""

import time
from pathlib import Path

from core.game.board import Board
from tournaments.acceptance.game_checks import FROZEN
from tournaments.acceptance.program_driver import LONGEST_START, JudgeError
from tournaments.compliance.command_checks import SIZE, quiet_moves
from tournaments.compliance.engine_session import EngineSession, Risk, Subject, play_answer
from tournaments.engine.answers import is_move
from tournaments.engine.client import board_lines

MOVES = 3


def plays_under_piskvork(subject: Subject, directory: Path) -> str:
    """Play some moves as under Piskvork, which reads the standard error as answers, too."""
    board = Board(SIZE)
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send("INFO folder C:\\it's me\\Program Files\\AI")
        for move in quiet_moves(board, MOVES):
            engine.turn(board, move)
        engine.send("END")
        engine.exit_within(1.0)
        if noise := engine.noise:
            raise JudgeError(f"writes to its standard error: {noise[:80]!r}")
    return f"{MOVES} moves, nothing on the standard error"


def plays_under_the_judge(subject: Subject, directory: Path) -> str:
    """Play some moves as under GomocupJudge: nobody waits for OK, the engine is suspended between
    moves, its first move is asked for by BOARD."""
    board = Board(SIZE)
    with subject.run(directory) as engine:
        engine.send(f"START {SIZE}", *engine.infos())
        engine.freeze()
        time.sleep(FROZEN)
        engine.send("INFO time_left 100000", *board_lines(board))
        engine.resume()
        said = engine.answer(LONGEST_START + engine.tolerance)
        if said.upper() != "OK":
            raise JudgeError(f"answers START by {said!r} instead of OK")
        engine.reply(board)
        for move in quiet_moves(board, MOVES):
            engine.freeze()
            board.play(*move)
            engine.send("INFO time_left 100000", f"TURN {move[0]},{move[1]}")
            engine.resume()
            engine.reply(board)
    return f"{MOVES + 1} moves, suspended between them"


def plays_under_c_gomoku_cli(subject: Subject, directory: Path) -> str:
    """Play two games as under c-gomoku-cli: bare line feeds, ABOUT before START, one process for
    both games, and BOARD before every move in the second one."""
    with subject.run(directory) as engine:
        engine.LINE_END = "\n"
        engine.send("ABOUT")
        _start_past_about(engine)
        board = Board(SIZE)
        engine.send(*engine.infos(), "INFO max_node 0", "INFO thread_num 1")
        for move in quiet_moves(board, MOVES):
            engine.turn(board, move)
        engine.start_game()
        board = Board(SIZE)
        for move in quiet_moves(board, MOVES):
            board.play(*move)
            engine.send("INFO time_left 100000")
            engine.send_board(board)
    return f"two games of {MOVES} moves"


def _start_past_about(engine: EngineSession) -> None:
    """Send START and await OK; the answer to ABOUT may come before it."""
    engine.send(f"START {SIZE}")
    said = engine.answer(LONGEST_START + engine.tolerance)
    if said.upper() != "OK":
        said = engine.answer(LONGEST_START + engine.tolerance)
    if said.upper() != "OK":
        raise JudgeError(f"answers START by {said!r} instead of OK")


def plays_under_qpiskvork(subject: Subject, directory: Path) -> str:
    """Ask for a move as qpiskvork does: START, ABOUT, INFO and BEGIN at once, without waiting."""
    board = Board(SIZE)
    with subject.run(directory) as engine:
        engine.send(f"START {SIZE}", "ABOUT", *engine.infos(), "BEGIN")
        while not is_move(said := engine.answer(LONGEST_START + engine.tolerance)):
            if said.upper() != "OK" and "name" not in said.lower():
                raise JudgeError(f"answers START and ABOUT by {said!r}")
        play_answer(board, said)
    return said


def plays_under_yixin_board(subject: Subject, directory: Path) -> str:
    """Ask for moves as Yixin-Board does, in lower case."""
    board = Board(SIZE)
    board.play(7, 7)
    with subject.run(directory) as engine:
        try:
            engine.expect_ok(f"start {SIZE}")
            engine.send(*(line.replace("INFO", "info") for line in engine.infos()))
            engine.send(*(line.lower() for line in board_lines(board)))
            (x, y), _ = engine.reply(board)
        except JudgeError as error:
            raise Risk(f"in lower case: {error}") from error
    return f"{x},{y}"


def reads_odd_white_space(subject: Subject, directory: Path) -> str:
    """Check empty lines, and blanks at the end of commands."""
    board = Board(SIZE)
    board.play(7, 7)
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send("", "   ", "\t", "TURN 7,7  ")
        try:
            (x, y), _ = engine.reply(board)
        except JudgeError as error:
            raise Risk(f"after empty lines and blanks: {error}") from error
    return f"{x},{y}"


def ends_its_lines(subject: Subject, directory: Path) -> str:
    """Check the ends of its lines."""
    with subject.run(directory) as engine:
        engine.start_game()
        engine.begin(Board(SIZE))
        if engine.returns_seen:
            raise Risk("ends its lines with CR LF, which GomocupJudgeLocal does not take for OK")
    return "bare line feeds"
