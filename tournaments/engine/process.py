"""An engine's process: its process tree, its pipe, its memory and its end.

Nothing an engine does can block the caller. One thread writes to the engine and one reads from it;
lines are cut at a maximum length; output beyond our queue stays in the engine's own pipe; and an
engine that prints without end is no longer read. Its standard error is read only for a log.
(`tournaments.engine.spawn` says why the checks have another driver.)
"""

import contextlib
import os
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO

import psutil

from core.system.text import shown
from tournaments.engine import orphans
from tournaments.engine.pipe_log import ERROR, SAID, TOLD, PipeLog
from tournaments.engine.process_tag import ProcessTag
from tournaments.engine.spawn import spawn

LONGEST_LINE = 8000
"""Characters of a line that are kept, as in Piskvork."""

QUEUED_LINES, FULL_PAUSE = 2000, 0.01
"""Lines that may wait to be received, and seconds between checks for room in their queue."""

TRANSCRIPT_LINES, SHOWN_OF_A_LINE = 60, 200
NO_END = "(and no end of the line)"

TREE_INTERVAL = 0.5
"""Seconds between walks of the process tree, each of which takes as long as a quick move."""

MOST_OUTPUT = 1 << 20
"""Bytes that an engine may print between two lines sent to it."""


LAST_WORDS = 1.0
"""Seconds to wait for the last lines of an ended engine, which only its log misses."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line printed by the engine; `text` is None at the end of its output."""

    text: str | None
    at: float


class EngineProcess:
    """A running engine. Use it as a context manager, or call `kill` when done.

    Args:
        command: the program and its arguments.
        directory: its working directory; the caller's own if None.
        log: takes all lines; none by default.
    Raises:
        OSError: the program cannot be started.
    """

    def __init__(
        self, command: Sequence[str], directory: str | None = None, log: PipeLog | None = None
    ) -> None:
        self._log = log
        self._tag = ProcessTag()
        self._lines: queue.SimpleQueue[Line] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._killed = threading.Event()
        self._transcript: deque[str] = deque(maxlen=TRANSCRIPT_LINES)
        self._output = _LineBuffer()
        self._tree_read_at = 0.0
        self._last_tree: list[psutil.Process] = []
        self._printed = 0
        self.flooded = False
        self.input_closed = False
        self._output_closed = False
        stderr = subprocess.DEVNULL if log is None else subprocess.PIPE
        self._popen = spawn(command, directory, self._tag.environment, stderr)
        self._tag.attach(self._popen.pid)
        self._readers = [threading.Thread(target=self._read, daemon=True)]
        if log is not None:
            self._readers.append(threading.Thread(target=self._read_errors, daemon=True))
        for thread in (*self._readers, threading.Thread(target=self._write, daemon=True)):
            thread.start()

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines over the pipe: `> ` to the engine, `< ` from it."""
        half = self._output.unfinished
        unfinished = (f"< {half[:SHOWN_OF_A_LINE]} {NO_END}",) if half else ()
        return (*self._transcript, *unfinished)

    @property
    def pid(self) -> int:
        """The id of the engine's first process."""
        return self._popen.pid

    @property
    def exit_code(self) -> int | None:
        """The exit code of the engine's first process, or None while it runs."""
        return self._popen.poll()

    @property
    def is_usable(self) -> bool:
        """True while the engine runs, reads and prints: a dying one closes its pipe before its exit
        code is known."""
        return not (self.input_closed or self._output_closed) and self.exit_code is None

    def exit_within(self, seconds: float) -> int | None:
        """Wait for the engine's first process to end; return its exit code, or None if it still
        runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._popen.wait(seconds)
        return None

    def send(self, line: str) -> float:
        """Hand a line to the writer; return a time before which nothing can answer it."""
        self._transcript.append("> " + line)
        self._printed = 0
        now = time.monotonic()
        if self._log is not None:
            self._log.add(TOLD, now, line)
        self._outbox.put(line)
        return now

    def receive(self, timeout: float) -> Line | None:
        """Return the next line, or None if none came within `timeout` seconds."""
        try:
            line = self._lines.get(timeout=max(timeout, 0.0))
        except queue.Empty:
            return None
        if line.text is None:
            self._lines.put(line)  # the end stays in the queue
        else:
            self._transcript.append("< " + line.text[:SHOWN_OF_A_LINE])
        return line

    def begin_game(self, log: PipeLog | None) -> None:
        """Drop the output and the transcript of an earlier game, and take a log for this one."""
        self.drop_unread()
        self._transcript.clear()
        self._log = log

    def drop_unread(self) -> None:
        """Drop the unread output of the engine, except its end."""
        for _ in range(self._lines.qsize()):
            try:
                line = self._lines.get_nowait()
            except queue.Empty:
                return
            if line.text is None:
                self._lines.put(line)
                return

    def memory(self) -> int:
        """Return the private bytes (USS) of the engine and all its descendants.

        Descendants whose parents have ended count only where their tag is in a resource limit;
        descendants still in the process tree count even if they changed their limits.
        """
        now = time.monotonic()
        if now - self._tree_read_at > TREE_INTERVAL or not self._tag.by_limits:
            self._tree_read_at, self._last_tree = now, process_tree(self._popen.pid)
        tagged = self._tag.processes() if self._tag.by_limits else []
        processes = {process.pid: process for process in (*self._last_tree, *tagged)}
        return sum(private_memory(process) for process in processes.values())

    def kill(self, grace: float = 0.0) -> None:
        """End the engine and all its descendants, by force after `grace` seconds."""
        self.exit_within(grace)
        self._killed.set()
        self._outbox.put(None)
        for _ in range(5):
            family = self._all_processes()
            for process in family:
                with contextlib.suppress(psutil.Error):
                    process.kill()
            if not family:
                break
            psutil.wait_procs(family, timeout=1.0)
        if self.exit_within(2.0) is not None:
            orphans.unregister(self._popen.pid)
        if self._log is not None:
            self._log_last_words(self._log)
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()

    def _log_last_words(self, log: PipeLog) -> None:
        for reader in self._readers:
            reader.join(LAST_WORDS)
        if self._output.unfinished:
            log.add(SAID, time.monotonic(), f"{self._output.unfinished} {NO_END}")

    def _all_processes(self) -> list[psutil.Process]:
        """Return the process tree, and the tagged processes that have left it, but no server that
        the engines of other games may use."""
        tree = [] if self._popen.poll() is not None else process_tree(self._popen.pid)
        family = {process.pid: process for process in (*tree, *self._tag.processes())}
        own = (one for one in family.values() if not orphans.is_shared_server(one))
        return [process for process in own if is_running(process)]

    def _write(self) -> None:
        stdin = self._popen.stdin
        assert stdin is not None
        while True:
            lines = [self._outbox.get()]
            while not self._outbox.empty():  # what belongs together goes out together
                lines.append(self._outbox.get())
            try:
                stdin.write(
                    b"".join(
                        line.encode(errors="surrogateescape") + b"\r\n"
                        for line in lines
                        if line is not None
                    )
                )
            except (OSError, ValueError):
                self.input_closed = True
                return
            if None in lines:
                return

    def _read(self) -> None:
        stdout = self._popen.stdout
        assert stdout is not None
        while not self.flooded and (chunk := _read_available(stdout)):
            self._printed += len(chunk)
            self.flooded = self._printed > MOST_OUTPUT
            if not self._queue_lines(chunk):
                return
        self._output_closed = True
        self._enqueue(Line(None, time.monotonic()))

    def _queue_lines(self, chunk: bytes) -> bool:
        """Queue the lines that are complete now; return False once the engine is being killed."""
        for text in self._output.lines(chunk):
            now = time.monotonic()
            if self._log is not None:
                self._log.add(SAID, now, text)
            if not self._enqueue(Line(text, now)):
                return False
        return True

    def _read_errors(self) -> None:
        """Log the standard error; what the log cannot keep is read all the same, since the engine
        would otherwise wait for ever."""
        stderr, buffer = self._popen.stderr, _LineBuffer()
        assert stderr is not None
        while chunk := _read_available(stderr):
            for text in buffer.lines(chunk):
                self._log_error(text)
        if buffer.unfinished:
            self._log_error(buffer.unfinished)

    def _log_error(self, text: str) -> None:
        if self._log is not None:
            self._log.add(ERROR, time.monotonic(), text)

    def _enqueue(self, line: Line) -> bool:
        """Queue a line, waiting for room; return False once the engine is being killed."""
        while self._lines.qsize() >= QUEUED_LINES:
            if self._killed.wait(FULL_PAUSE):
                return False
        self._lines.put(line)
        return True


class _LineBuffer:
    """Bytes of a pipe, split into lines that are cut at a maximum length."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def lines(self, chunk: bytes) -> Iterator[str]:
        """Yield the lines that are complete now, except empty ones."""
        *ends, begun = chunk.replace(b"\r", b"\n").split(b"\n")
        for end in ends:
            self._extend(end)
            text = self.unfinished
            self._begun.clear()
            if text:
                yield text
        self._extend(begun)

    def _extend(self, part: bytes) -> None:
        self._begun += part[: LONGEST_LINE - len(self._begun)]

    @property
    def unfinished(self) -> str:
        """The beginning of a line without its end."""
        return _readable(bytes(self._begun))


def _read_available(pipe: IO[bytes]) -> bytes:
    """Wait for bytes and return them; return none at the end of the stream."""
    try:
        return os.read(pipe.fileno(), 1 << 16)
    except (OSError, ValueError):
        return b""


def _readable(raw: bytes) -> str:
    """Return an engine's output as text that is safe for a terminal and a file."""
    return shown(raw.decode(errors="replace").replace("\t", " ").strip())


def process_tree(pid: int) -> list[psutil.Process]:
    """Return a process and all its descendants; none if it has ended."""
    try:
        first = psutil.Process(pid)
        return [first, *first.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def private_memory(process: psutil.Process) -> int:
    """Return the private bytes (USS) of a process, or its resident bytes where the system does not
    tell them, as wine; 0 if it has ended."""
    with contextlib.suppress(psutil.Error, OSError):
        try:
            return int(process.memory_full_info().uss)
        except (psutil.AccessDenied, OSError):
            return int(process.memory_info().rss)
    return 0


def is_running(process: psutil.Process) -> bool:
    """Return whether a process runs; an ended one that its parent has not collected does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
