"""Driver of one packaged program: talks to it as managers and the judge do, and times it.

`tournaments.engine.spawn` says why games have another driver.
"""

import math
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

import psutil

from core.game.board import Board, Point
from core.search.search_settings import DEFAULT_MEMORY
from tournaments.engine import orphans
from tournaments.engine.client import board_lines
from tournaments.engine.game_clock import EngineClock
from tournaments.engine.process import LONGEST_LINE, QUEUED_LINES, private_memory, process_tree
from tournaments.engine.spawn import spawn
from tournaments.model import TimeControl
from tournaments.play.league import League

TOLERANCE = 1.0
"""Seconds past a limit after which the judge counts a move as late."""

ANSWER_GRACE = 1.0
"""Seconds past the allowed time to wait for an answer, to measure how late it is."""

EXIT_GRACE = 0.5
"""Seconds between the end of a program's output and its exit code."""

LAST_WORDS = 1.0
"""Seconds for each stream of an ended program to come to its end."""

LONGEST_START = 10.0
LONGEST_LEAVING = 0.5
"""Seconds after END at which the judge kills."""

KEPT_LINES = 60
"""Lines kept of everything that was said in both directions."""

KEPT_MESSAGES = 20
"""MESSAGE lines kept from before an answer."""

SHOWN = 200
"""Characters of a line that are shown; no valid answer is as long."""


class JudgeError(Exception):
    """A fault of the program that would lose a game; the text describes it."""


class Program:
    """A running program, started in a folder that is not its own.

    Args:
        command: the executable, preceded by the command that runs it (`wine`), if any.
        directory: its working directory.
        environment: variables added to our own.
    """

    LINE_END = "\r\n"
    """The end of the lines sent, by default that of Windows managers."""

    def __init__(
        self, command: Sequence[str], directory: Path, environment: dict[str, str] | None = None
    ) -> None:
        self.started = time.monotonic()
        self._popen = spawn(command, directory, environment or {})
        self._output: queue.Queue[bytes] = queue.Queue(QUEUED_LINES)
        self._frozen = self._owes_ok = False
        self._clock = EngineClock(TimeControl())
        self.peak_memory = 0
        self.messages: deque[str] = deque(maxlen=KEPT_MESSAGES)
        self.transcript: deque[str] = deque(maxlen=KEPT_LINES)
        self._half_a_line = b""
        self._noise: list[bytes] = []
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._readers = [
            threading.Thread(target=read, args=(stream,), daemon=True)
            for read, stream in (
                (self._read, self._popen.stdout),
                (self._read_noise, self._popen.stderr),
            )
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(process_tree(self._popen.pid)):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._popen.wait()
        orphans.unregister(self._popen.pid)
        with suppress(OSError):
            self.hang_up()
        self._join_readers()

    def _join_readers(self) -> None:
        """Give both streams a moment to end.

        They do not end where another process, such as wine's server, keeps them open.
        """
        for reader in self._readers:
            reader.join(LAST_WORDS)

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while chunk := os.read(stream.fileno(), 1 << 16):
                *ends, begun = chunk.split(b"\n")
                for end in ends:
                    self._lengthen(end)
                    if len(self._half_a_line) <= LONGEST_LINE:
                        self._output.put(self._half_a_line + b"\n")
                    self._half_a_line = b""
                self._lengthen(begun)
        if 0 < len(self._half_a_line) <= LONGEST_LINE:
            self._output.put(self._half_a_line)
        self._output.put(b"")  # end of output

    def _lengthen(self, part: bytes) -> None:
        """Add to the unfinished line. One that gets too long is queued at once, without its end."""
        fitted = len(self._half_a_line) <= LONGEST_LINE
        self._half_a_line = (self._half_a_line + part)[: LONGEST_LINE + 1]
        if fitted and len(self._half_a_line) > LONGEST_LINE:
            self._output.put(self._half_a_line[:LONGEST_LINE])

    def _read_noise(self, stream: IO[bytes]) -> None:
        last = b""
        with stream:
            while chunk := os.read(stream.fileno(), 1 << 16):
                if not self._noise:
                    self._noise.append(chunk[:SHOWN])
                    self.transcript.append(f"! {self.noise}")
                last = (last + chunk)[-SHOWN:]
        _, _, end = last.decode(errors="replace").rstrip().rpartition("\n")
        if end not in self.noise:  # such as the last line of a traceback
            self.transcript.append(f"! {end}")

    # ---- lines ------------------------------------------------------------------------------

    def send(self, *lines: str) -> None:
        """Write lines.

        Raises:
            JudgeError: the program has ended, or has closed its input.
        """
        assert self._popen.stdin is not None
        self.transcript.extend(f"> {line[:SHOWN]}" for line in lines)
        try:
            text = "".join(line + self.LINE_END for line in lines)
            self._popen.stdin.write(text.encode(errors="surrogateescape"))
        except OSError as error:
            code = self.exit_within(EXIT_GRACE)
            why = "it has closed its input" if code is None else f"it has ended{_code(code)}"
            raise JudgeError(f"does not take {lines[0][:SHOWN]!r}: {why}") from error

    @property
    def has_spoken(self) -> bool:
        """True if there is an unread line."""
        return not self._output.empty()

    @property
    def noise(self) -> str:
        """The beginning of what it wrote to its error stream."""
        return b"".join(self._noise).decode(errors="replace")

    def answer(self, seconds: float) -> str:
        """Return the next line that is no MESSAGE; `messages` then has the last ones before it.

        Raises:
            JudgeError: no line in time, or one that does not end as `read_line` wants it.
        """
        deadline = time.monotonic() + seconds
        self.messages.clear()
        messages, has_ended = 0, False
        while (left := deadline - time.monotonic()) > 0:
            try:
                raw = self._output.get(timeout=min(left, EXIT_GRACE))
            except queue.Empty:
                if has_ended:
                    raise JudgeError(self._ending()) from None
                has_ended = self._popen.poll() is not None  # its children may hold the pipe
                continue
            if not raw:
                self._output.put(raw)  # the end stays in the queue
                raise JudgeError(self._ending())
            text = self.read_line(raw)
            self.transcript.append(f"< {text[:SHOWN]}")
            if not self.is_message(text):
                return text[:SHOWN]
            self.messages.append(text)
            messages += raw.endswith(b"\n")
        half = self._half_a_line[:SHOWN]
        if messages and b"MESSAGE".startswith(half[:7]):  # it prints faster than we read
            half = b""
        unended = f"; it wrote {half!r} without the end of the line" if half else ""
        only = f", only MESSAGE lines ({messages:,})" if messages else ""
        suspended = "; it is suspended" if self._is_suspended() else ""
        raise JudgeError(f"no answer within {seconds:g} s{only}{unended}{suspended}")

    def read_line(self, raw: bytes) -> str:
        """Return the text of a line.

        Raises:
            JudgeError: it is not ended by a bare line feed.
        """
        if not raw.endswith(b"\n") or b"\r" in raw:
            raise JudgeError(f"line not ended by a bare line feed: {raw[:SHOWN]!r}")
        return raw.decode(errors="replace")[:-1]

    def is_message(self, text: str) -> bool:
        """Return whether a line is for people, and no answer."""
        return text.startswith("MESSAGE ")

    def _ending(self) -> str:
        """Describe the end of its output."""
        code = self.exit_within(EXIT_GRACE)
        return "it has closed its output" if code is None else f"it has ended{_code(code)}"

    # ---- a game -----------------------------------------------------------------------------

    def start(
        self, league: League, control: TimeControl, folder: str = ".", memory: int = DEFAULT_MEMORY
    ) -> float:
        """Send START, and the INFO keys once it is answered; return the seconds from launch to
        OK."""
        self.send(f"START {league.size}")
        self._await_ok(LONGEST_START)
        took = time.monotonic() - self.started
        self._send_infos(league, control, folder, memory)
        return took

    def start_frozen(self, league: League, control: TimeControl) -> None:
        """Send START and the INFO keys at once, then suspend the program, as the judge does."""
        self.send(f"START {league.size}")
        self._owes_ok = True
        self._send_infos(league, control, ".", DEFAULT_MEMORY)
        self.freeze()

    def _await_ok(self, seconds: float) -> None:
        said = self.answer(seconds)
        if said != "OK":
            raise JudgeError(f"START was not answered by OK but by {said!r}")

    def _send_infos(self, league: League, control: TimeControl, folder: str, memory: int) -> None:
        self._clock = EngineClock(control)
        self.send(
            *(f"INFO {key} {ms}" for key, ms in self._clock.infos()),
            f"INFO max_memory {memory}",
            "INFO game_type 3",
            f"INFO rule {league.rule.value}",
            f"INFO folder {folder}",
        )

    @property
    def limit(self) -> float:
        """Seconds the next move may take, before the judge's tolerance."""
        limit = self._clock.limit
        return math.inf if limit is None else limit

    @property
    def time_left(self) -> float:
        """Seconds left on the match clock."""
        return self._clock.time_left_ms / 1000

    def ask(self, board: Board) -> None:
        """Ask for a move by BOARD without waiting for it; resume a suspended program."""
        self.send(f"INFO time_left {self._clock.time_left_ms}", *board_lines(board))
        self.resume()

    def move(self, board: Board, tolerance: float) -> tuple[Point, float]:
        """Ask for a move; return it and the seconds it took.

        A program started frozen is suspended again afterwards; what remained of its start counts
        towards its first move.

        Args:
            board: the position, in which the program is to move.
            tolerance: seconds that the move may take beyond the limit.
        Raises:
            JudgeError: a late, unreadable or illegal move.
        """
        limit, was_frozen = self.limit + tolerance, self._frozen
        self.ask(board)
        begun = time.monotonic()
        if self._owes_ok:
            self._await_ok(limit + ANSWER_GRACE)
            self._owes_ok = False
        text = self.answer(limit + ANSWER_GRACE)
        took = time.monotonic() - begun
        if was_frozen:
            self.freeze()
        self.measure_memory()
        self._clock.spend(took)
        if took > limit:
            raise JudgeError(f"took {took:.2f} s of {limit:.2f} s")
        return _legal(text, board), took

    # ---- the process ------------------------------------------------------------------------

    def _process(self) -> psutil.Process:
        try:
            return psutil.Process(self._popen.pid)
        except psutil.NoSuchProcess as error:
            raise JudgeError(self._ending()) from error

    def _is_suspended(self) -> bool:
        """Return whether it is suspended, but not by `freeze`."""
        return not self._frozen and self._process().status() == psutil.STATUS_STOPPED

    def freeze(self) -> None:
        """Suspend it."""
        self._process().suspend()
        self._frozen = True

    def resume(self) -> None:
        """Let it go on if it is suspended."""
        if self._frozen:
            self._process().resume()
            self._frozen = False

    def measure_memory(self) -> int:
        """Measure the private bytes (USS) of the program and all its children."""
        used = sum(map(private_memory, process_tree(self._popen.pid)))
        self.peak_memory = max(self.peak_memory, used)
        return used

    # ---- the end ----------------------------------------------------------------------------

    def end(self) -> float:
        """Send END; return the seconds until the program has exited.

        Raises:
            JudgeError: it runs too long, still prints something, exits with a code other than 0, or
                has written to its error stream.
        """
        self._forget_unread()
        self.send("END")
        return self._gone("END")

    def close_input(self) -> float:
        """Close its input, as a manager does that dies; otherwise like `end`."""
        self._forget_unread()
        self.hang_up()
        return self._gone("the end of its input")

    def hang_up(self) -> None:
        """Close its input, without waiting for its end."""
        assert self._popen.stdin is not None
        self._popen.stdin.close()

    def _forget_unread(self) -> None:
        for _ in range(self._output.qsize()):  # do not wait for an endless printer
            if not (raw := self._output.get()):
                self._output.put(raw)  # the end stays in the queue

    def _gone(self, after: str) -> float:
        begun = time.monotonic()
        self.resume()
        try:
            code = self._popen.wait(LONGEST_LEAVING)
        except subprocess.TimeoutExpired:
            raise JudgeError(f"still runs {LONGEST_LEAVING:g} s after {after}") from None
        took = time.monotonic() - begun
        self._join_readers()
        if self.has_spoken and (said := self._output.get()):
            raise JudgeError(f"says {said[:SHOWN]!r} after {after}")
        if code != 0:
            raise JudgeError(f"leaves with code {code} after {after}")
        if self._noise:
            raise JudgeError(f"wrote to its error stream: {b''.join(self._noise)[:80]!r}")
        return took

    def exit_within(self, seconds: float) -> int | None:
        """Return the exit code, or None if it still runs after these seconds."""
        with suppress(subprocess.TimeoutExpired):
            return self._popen.wait(seconds)
        return None


def _code(code: int) -> str:
    """Return how a process ended, to append to a text."""
    if code < 0:
        return f" (signal: {signal.strsignal(-code)})"
    return f" (exit code {code})"


def _legal(text: str, board: Board) -> Point:
    try:
        x, y = (int(part) for part in text.split(","))
    except ValueError:
        raise JudgeError(f"no move: {text!r}") from None
    if (x, y) not in board.legal_moves():
        raise JudgeError(f"illegal move {x},{y}")
    return x, y
