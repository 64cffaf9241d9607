"""One run of an engine under the compliance check, which talks to it as each manager does."""

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil

from core.game.board import Board, Point
from core.system.text import shown
from tournaments.acceptance.program_driver import (
    LONGEST_LEAVING,
    LONGEST_START,
    SHOWN,
    JudgeError,
    Program,
)
from tournaments.engine import orphans
from tournaments.engine.answers import EngineFault, is_move, parse_points, play_move
from tournaments.engine.client import board_lines
from tournaments.engine.process import LONGEST_LINE, is_running
from tournaments.engine.process_tag import ProcessTag
from tournaments.model import EngineSpec

LONGEST_ANSWER = 10.0
"""Seconds to wait for a move, with the tolerance; keeping to limits has checks of its own."""

OPTIONAL_GRACE = 2.0
"""Seconds to wait for the answer to a command that an engine need not know."""

SILENCE = 0.3
"""Seconds in which nothing may be printed after an answer, or after a command without one."""


class Unsupported(Exception):
    """An optional part of the protocol that the engine does not know; no fault."""


class Risk(Exception):
    """A habit of the engine that loses games under some managers only."""


class EngineSession(Program):
    """A running engine. It may end its lines with CR LF, as the protocol allows.

    Args:
        spec: the engine.
        directory: its working directory, where the spec has none.
    """

    def __init__(self, spec: EngineSpec, directory: Path) -> None:
        self._tag = ProcessTag()
        self._spec = spec
        self.tolerance = spec.tolerance
        self.returns_seen = self.controls_seen = False
        self.debug_seen = self.long_message_seen = False
        self.messages_seen = self.message_bytes = 0
        super().__init__(spec.command, Path(spec.directory or directory), self._tag.environment)
        self._tag.attach(self._popen.pid)

    def __exit__(self, *details: object) -> None:
        for process in self.left_running():
            process.kill()
        super().__exit__(*details)

    def left_running(self) -> list[psutil.Process]:
        """Return the running processes that the engine started, except itself and wine's server,
        which ends by itself."""
        found = {process.pid: process for process in (*self._tag.processes(), *orphans.adopted())}
        found.pop(self._popen.pid, None)
        left = (one for one in found.values() if not orphans.is_shared_server(one))
        return [process for process in left if is_running(process)]

    def read_line(self, raw: bytes) -> str:
        """Return the text of a line, without its end.

        Raises:
            JudgeError: it has no end, or is too long and no message.
        """
        self.returns_seen = self.returns_seen or b"\r" in raw
        text = raw.decode(errors="replace").rstrip("\r\n")
        visible = text.replace("\t", " ")
        self.controls_seen = self.controls_seen or shown(visible) != visible
        if raw.endswith(b"\n"):
            return text
        if len(raw) < LONGEST_LINE:
            raise JudgeError(f"it ended within a line: {text[:SHOWN]!r}")
        if not text.upper().startswith(("MESSAGE", "DEBUG")):
            raise JudgeError(f"a line of more than {LONGEST_LINE} bytes: {text[:SHOWN]!r}")
        self.long_message_seen = True
        return text

    def is_message(self, text: str) -> bool:
        """Return whether a line is for people, or empty."""
        words = text.upper().split(maxsplit=1)
        is_message = not words or words[0] in ("MESSAGE", "DEBUG")
        if is_message:
            self.messages_seen += 1
            self.message_bytes += len(text)
            self.debug_seen = self.debug_seen or words[:1] == ["DEBUG"]
        return is_message

    @property
    def has_answer(self) -> bool:
        """True if there is an unread line that is no message, or the end of its output."""
        with self._output.mutex:
            lines = list(self._output.queue)
        return any(not line.upper().startswith((b"MESSAGE", b"DEBUG")) for line in lines)

    def end(self) -> float:
        """Send END, and give it a moment to exit; its exit has checks of its own."""
        begun = time.monotonic()
        self.resume()
        self.send("END")
        self.exit_within(LONGEST_LEAVING)
        return time.monotonic() - begun

    # ---- commands ---------------------------------------------------------------------------

    def start_game(self, size: int = 15, *, rule: int = 0, turn: float = 0.5) -> None:
        """Send START, wait for OK, and send the INFO keys of a game.

        Raises:
            JudgeError: START is not answered by OK.
        """
        self.expect_ok(f"START {size}")
        self.send(*self.infos(rule, turn))

    def infos(self, rule: int = 0, turn: float = 0.5) -> list[str]:
        """Return the INFO lines of a game."""
        return [
            *(f"INFO {key} {value}" for key, value in self._spec.options),
            f"INFO timeout_turn {round(turn * 1000)}",
            "INFO timeout_match 100000",
            f"INFO max_memory {self._spec.max_memory}",
            "INFO game_type 1",
            f"INFO rule {rule}",
            "INFO time_left 100000",
        ]

    def expect_ok(self, command: str) -> str:
        """Send a command and check that it is answered by OK alone, in upper or lower case."""
        self.send(command)
        said = self.answer(LONGEST_START + self.tolerance)
        if said.upper() != "OK":
            raise JudgeError(f"{command.split()[0]} was answered by {said!r} instead of OK")
        return said

    def send_flood(self, *lines: str) -> None:
        """Send more lines than a pipe holds.

        Raises:
            JudgeError: the engine does not read them.
        """
        sender = threading.Thread(target=self._send_quietly, args=lines, daemon=True)
        sender.start()
        sender.join(LONGEST_ANSWER + self.tolerance)
        if sender.is_alive():
            raise JudgeError(f"does not read {len(lines)} lines sent at once")

    def _send_quietly(self, *lines: str) -> None:
        with suppress(JudgeError, ValueError):  # it has ended; the next command tells
            self.send(*lines)

    def try_ok(self, command: str) -> None:
        """Send an optional command that is answered by OK.

        Raises:
            Unsupported: it is answered by UNKNOWN, ERROR or nothing.
            JudgeError: it is answered by something else.
        """
        said = self.optional_answer(command)
        if said.upper() != "OK":
            raise JudgeError(f"{command.split()[0]} was answered by {said!r} instead of OK")

    def optional_answer(self, *lines: str, seconds: float = OPTIONAL_GRACE) -> str:
        """Send an optional command and return its answer.

        Raises:
            Unsupported: it is answered by UNKNOWN, ERROR or nothing.
        """
        self.send(*lines)
        name = lines[0].split()[0]
        try:
            said = self.answer(seconds)
        except JudgeError:
            if self.exit_within(0) is not None:
                raise
            raise Unsupported(f"no answer to {name} within {seconds:g} s") from None
        if said.upper().startswith(("UNKNOWN", "ERROR")):
            raise Unsupported(said)
        return said

    def expect_silence(self, after: str) -> None:
        """Check that no line other than a message comes for a while."""
        try:
            said = self.answer(SILENCE)
        except JudgeError:
            if self.exit_within(0) is None:
                return
            raise
        raise JudgeError(f"says {said!r} after {after}, where nothing is to be said")

    # ---- moves ------------------------------------------------------------------------------

    def reply(self, board: Board) -> tuple[Point, float]:
        """Await a move, play it on the board, and return it with the seconds it took.

        Raises:
            JudgeError: no move within `LONGEST_ANSWER`, an illegal move or another answer.
        """
        begun = time.monotonic()
        said = self.answer(LONGEST_ANSWER + self.tolerance)
        took = time.monotonic() - begun
        return play_answer(board, said), took

    def begin(self, board: Board) -> Point:
        """Ask for the first move by BEGIN."""
        self.send("BEGIN")
        return self.reply(board)[0]

    def turn(self, board: Board, move: Point) -> Point:
        """Play the opponent's move and ask for the answer by TURN."""
        board.play(*move)
        self.send(f"TURN {move[0]},{move[1]}")
        return self.reply(board)[0]

    def send_board(self, board: Board) -> Point:
        """Ask for a move in a position by BOARD."""
        self.send(*board_lines(board))
        return self.reply(board)[0]


def play_answer(board: Board, said: str) -> Point:
    """Play the answer to a request for a move on the board, and return it.

    Raises:
        JudgeError: it is no move, or not legal.
    """
    if not is_move(said):
        raise JudgeError(f"no move: {said!r}")
    try:
        move = parse_points(said)[0]
        play_move(board, *move)
    except EngineFault as fault:
        raise JudgeError(f"the move {said} is not legal: {fault}") from None
    return move


@dataclass
class Subject:
    """The engine under test; its last session has the lines to show after a failure."""

    spec: EngineSpec
    sessions: list[EngineSession] = field(default_factory=list)

    def run(self, directory: Path, *, moved: bool = False) -> EngineSession:
        """Start it in its own folder, or in this one if it has none.

        Args:
            directory: an empty folder.
            moved: start it in this folder though it has its own.
        Raises:
            JudgeError: it cannot be started.
        """
        try:
            session = EngineSession(_moved(self.spec) if moved else self.spec, directory)
        except OSError as error:
            raise JudgeError(f"cannot be started: {error.strerror}") from error
        self.sessions.append(session)
        return session

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the last session."""
        return tuple(self.sessions[-1].transcript) if self.sessions else ()


def _moved(spec: EngineSpec) -> EngineSpec:
    """Return an engine without a folder of its own; files that its command names are found."""
    own = Path(spec.directory or ".")
    words = (str(own / word) if (own / word).is_file() else word for word in spec.command)
    return replace(spec, command=tuple(words), directory=None)
