"""Checks of each command of the protocol."""

import itertools
import time
from collections.abc import Iterator
from pathlib import Path

from core.game.board import Board, Point
from core.game.rules import Rule
from tournaments.acceptance.program_driver import LONGEST_START, JudgeError
from tournaments.compliance.engine_session import LONGEST_ANSWER, EngineSession, Risk, Subject
from tournaments.engine.answers import EngineFault, is_choice, parse_points, play_move
from tournaments.engine.process import LONGEST_LINE, MOST_OUTPUT
from tournaments.play.swap2_opening import ANSWERS

SIZE = 15
USUAL_START = 3.0
"""Seconds to OK that c-gomoku-cli allows unless told otherwise."""

MOVES = 3
"""Moves asked for in a row where one says too little."""

INFOS = (
    *("INFO timeout_turn 500", "INFO timeout_match 100000", "INFO time_left 100000"),
    *("INFO max_memory 367001600", "INFO game_type 1", "INFO rule 0", "INFO evaluate 3,3"),
    *("INFO TIMEOUT_TURN 500", "INFO no_such_key 1", "INFO thread_num 1", "INFO max_node 1000000"),
    *("INFO max_depth 100", "INFO hash_size 1024", "INFO caution_factor 1", "INFO show_detail 0"),
)


def answers_start(subject: Subject, directory: Path) -> str:
    """Check that START is answered by OK and nothing else."""
    with subject.run(directory) as engine:
        said = engine.expect_ok(f"START {SIZE}")
        engine.expect_silence("START")
    if said != "OK":
        raise Risk(f"answers START by {said!r}: c-gomoku-cli waits for OK in capitals")
    return "OK"


def starts_soon(subject: Subject, directory: Path) -> str:
    """Measure the time from its launch to OK."""
    with subject.run(directory) as engine:
        engine.expect_ok(f"START {SIZE}")
        took = time.monotonic() - engine.started
    if took > USUAL_START:
        raise Risk(f"{took:.2f} s to OK: c-gomoku-cli gives {USUAL_START:g} s")
    return f"{took:.2f} s to OK"


def introduces_itself(subject: Subject, directory: Path, *, first: bool) -> str:
    """Check the answer to ABOUT, before START or after it."""
    with subject.run(directory) as engine:
        if not first:
            engine.expect_ok(f"START {SIZE}")
        engine.send("ABOUT")
        said = engine.answer(LONGEST_START + engine.tolerance)
        engine.expect_silence("ABOUT")
    if "name=" not in said.replace(" ", "").lower():
        raise JudgeError(f"answers ABOUT by {said!r}, which has no name=")
    return said


def plays_on_20(subject: Subject, directory: Path) -> str:
    """Check the board of 20 x 20, with a move at its far edge."""
    with subject.run(directory) as engine:
        engine.start_game(20)
        x, y = engine.turn(Board(20), (19, 19))
    return f"{x},{y}"


def survives_odd_sizes(subject: Subject, directory: Path) -> str:
    """Check sizes on which nobody plays: the engine refuses them or takes them, and goes on."""
    said = []
    with subject.run(directory) as engine:
        for size in (1, 1000):
            engine.send(f"START {size}")
            text = engine.answer(LONGEST_START + engine.tolerance)
            if text.upper() != "OK" and not text.upper().startswith("ERROR"):
                raise JudgeError(f"answers START {size} by {text!r} instead of ERROR")
            said.append(f"{size}: {text.split()[0]}")
        engine.start_game(SIZE)
        engine.begin(Board(SIZE))
    return ", ".join(said)


def starts_again(subject: Subject, directory: Path) -> str:
    """Check that a second START in the same process begins a new game, also of another size."""
    with subject.run(directory) as engine:
        engine.start_game(SIZE)
        first = engine.begin(Board(SIZE))
        for size in (SIZE, 20):
            engine.start_game(size)
            engine.turn(Board(size), first)
    return "plays on an empty board"


def takes_rectangles(subject: Subject, directory: Path) -> str:
    """Check RECTSTART."""
    with subject.run(directory) as engine:
        engine.try_ok("RECTSTART 15,12")
    return "OK for 15 x 12"


def restarts(subject: Subject, directory: Path) -> str:
    """Check that RESTART empties the board."""
    with subject.run(directory) as engine:
        engine.start_game()
        first = engine.begin(Board(SIZE))
        engine.try_ok("RESTART")
        engine.send(*engine.infos())
        engine.turn(Board(SIZE), first)
    return "plays on an empty board"


def begins(subject: Subject, directory: Path) -> str:
    """Check the first move by BEGIN."""
    with subject.run(directory) as engine:
        engine.start_game()
        x, y = engine.begin(Board(SIZE))
    return f"{x},{y}"


def takes_turns(subject: Subject, directory: Path) -> str:
    """Check TURN as the first command after START, and the next ones."""
    board = Board(SIZE)
    with subject.run(directory) as engine:
        engine.start_game()
        for move in quiet_moves(board, MOVES):
            engine.turn(board, move)
    return f"{MOVES} moves, the first without BEGIN"


def quiet_moves(board: Board, count: int) -> Iterator[Point]:
    """Return free points in turn that make no line, for the side that is not tested."""
    points = ((x, y) for y in range(1, board.size, 4) for x in range(1 + y % 3, board.size, 3))
    return itertools.islice((p for p in points if board.cell(*p) == 0), count)


def reads_a_board(subject: Subject, directory: Path) -> str:
    """Check BOARD with stones, and TURN after it."""
    board = Board(SIZE)
    for move in ((7, 7), (8, 8), (3, 11)):
        board.play(*move)
    with subject.run(directory) as engine:
        engine.start_game()
        x, y = engine.send_board(board)
        engine.turn(board, next(quiet_moves(board, 1)))
    return f"{x},{y}, and a move after TURN"


def reads_an_empty_board(subject: Subject, directory: Path) -> str:
    """Check BOARD without stones."""
    with subject.run(directory) as engine:
        engine.start_game()
        x, y = engine.send_board(Board(SIZE))
    return f"{x},{y}"


def replaces_the_board(subject: Subject, directory: Path) -> str:
    """Check that BOARD replaces a position: the squares of the old stones are the only free ones
    in the new one."""
    free = [(3, 3), (3, 4), (11, 12)]
    old = Board(SIZE)
    for point in free:
        old.play(*point)
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send_board(old)
        x, y = _fill(engine, free)
    return f"{x},{y}"


def fills_the_board(subject: Subject, directory: Path) -> str:
    """Check a position with a single free square."""
    with subject.run(directory) as engine:
        engine.start_game()
        x, y = _fill(engine, [(6, 9)])
    return f"{x},{y}"


def _fill(engine: EngineSession, free: list[Point]) -> Point:
    """Send a full board without fives, except for these squares, and await one of them."""
    lines = [
        f"{x},{y},{1 if (x + 2 * y) % 4 < 2 else 2}"
        for y in range(SIZE)
        for x in range(SIZE)
        if (x, y) not in free
    ]
    engine.send("BOARD", *lines, "DONE")
    said = engine.answer(LONGEST_ANSWER + engine.tolerance)
    for x, y in free:
        if said.replace(" ", "") == f"{x},{y}":
            return x, y
    raise JudgeError(f"answers {said!r}; the only free squares are {free}")


def passes_over_field_3(subject: Subject, directory: Path) -> str:
    """Check stones of kind 3, which belong to nobody."""
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send("BOARD", "7,7,2", "8,8,3", "6,6,3", "DONE")
        board = Board.from_stones(SIZE, Rule.FREESTYLE, [(7, 7, 1)])
        try:
            (x, y), _ = engine.reply(board)
        except JudgeError as error:
            raise Risk(str(error)) from error
    if (x, y) in ((8, 8), (6, 6)):
        raise Risk(f"plays {x},{y}, which is taken")
    return f"{x},{y}"


def takes_back(subject: Subject, directory: Path) -> str:
    """Check TAKEBACK of the last two stones, newest first."""
    board = Board(SIZE)
    with subject.run(directory) as engine:
        engine.start_game()
        x, y = engine.turn(board, (7, 7))
        engine.try_ok(f"TAKEBACK {x},{y}")
        engine.try_ok("TAKEBACK 7,7")
        engine.turn(Board(SIZE), (x, y))
    return "both stones, and plays on"


def knows_what_it_does_not_know(subject: Subject, directory: Path) -> str:
    """Check that an unknown command is answered by UNKNOWN."""
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send("NOSUCHCOMMAND 1,2")
        try:
            said = engine.answer(1.0)
        except JudgeError as error:
            if engine.exit_within(0) is not None:
                raise JudgeError(f"ends at an unknown command: {error}") from error
            engine.begin(Board(SIZE))
            raise Risk("does not answer an unknown command, so that a manager waits") from error
        if not said.upper().startswith(("UNKNOWN", "ERROR")):
            raise JudgeError(f"answers an unknown command by {said!r}")
        engine.begin(Board(SIZE))
    return said


def keeps_silent_at_info(subject: Subject, directory: Path) -> str:
    """Check that no INFO key, known or not, is answered or ends the engine."""
    with subject.run(directory) as engine:
        engine.start_game()
        engine.send(*INFOS, "INFO folder it's a földer/of many words", "INFO")
        engine.expect_silence("INFO")
        engine.begin(Board(SIZE))
    return f"{len(INFOS) + 2} lines, no answer"


def takes_info_before_start(subject: Subject, directory: Path) -> str:
    """Check INFO before START."""
    with subject.run(directory) as engine:
        engine.send(*engine.infos())
        engine.expect_ok(f"START {SIZE}")
        engine.begin(Board(SIZE))
    return "OK, and a move"


def says_one_thing(subject: Subject, directory: Path) -> str:
    """Check that START and moves are answered once, and that nothing is said unasked."""
    board = Board(SIZE)
    with subject.run(directory) as engine:
        engine.start_game()
        engine.expect_silence("START")
        engine.begin(board)
        engine.expect_silence("its move")
        engine.turn(board, next(quiet_moves(board, 1)))
        engine.expect_silence("its move")
    for seen, habit in (
        (engine.debug_seen, "DEBUG lines, which GomocupJudgeLocal takes for moves"),
        (engine.controls_seen, "control characters, which terminals obey"),
        (
            engine.long_message_seen,
            f"messages of more than {LONGEST_LINE} bytes, which Piskvork cuts",
        ),
        (
            engine.message_bytes > MOST_OUTPUT,
            f"{engine.message_bytes / 2**20:.1f} MiB of messages: `fukumi tournament` ends an "
            f"engine that prints more than {MOST_OUTPUT >> 20} MiB without being spoken to",
        ),
    ):
        if seen:
            raise Risk(f"prints {habit}")
    return f"one answer each, {engine.messages_seen} messages"


def chooses_by_swap2(subject: Subject, directory: Path, *, stones: int) -> str:
    """Check the answer to SWAP2BOARD with 0, 3 or 5 stones, and a move afterwards."""
    board = Board(SIZE)
    for move in ((7, 7), (8, 6), (9, 9), (6, 8), (5, 10))[:stones]:
        board.play(*move)
    lines = [f"{x},{y}" for x, y, _ in board.stones()]
    with subject.run(directory) as engine:
        engine.start_game()
        said = engine.optional_answer("SWAP2BOARD", *lines, "DONE", seconds=LONGEST_ANSWER)
        _check_choice(said, board)
        if not stones:
            engine.send_board(board)
    return said


def _check_choice(said: str, board: Board) -> None:
    """Play the stones of a swap2 answer on the board, if they are legal."""
    if not is_choice(said):
        raise JudgeError(f"answers SWAP2BOARD with {board.ply} stones by {said!r}")
    try:
        points = parse_points(said)
        if len(points) not in ANSWERS[board.ply]:
            raise JudgeError(f"answers SWAP2BOARD with {board.ply} stones by {said!r}")
        for point in points:
            play_move(board, *point)
    except EngineFault as fault:
        raise JudgeError(f"places stones that are not legal: {said!r}: {fault}") from None
