"""Conversations with a brain, written as text and run over a mock transport or real pipes.

A conversation consists of lines `> sent` and `< expected`, the latter a regular expression for a
whole line, in which MOVE stands for `x,y`. MESSAGE lines are skipped unless one is expected, but
for that of an error in the search. Any other unexpected line fails, at once or at the end of the
conversation.
"""

import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Protocol

from pbrain.protocol import Brain
from pbrain.request import SearchEngine
from tests.patience import PATIENCE
from tests.repository import ROOT

MOVE = r"\d{1,2},\d{1,2}"
FAILED = re.compile(r"MESSAGE fallback move: \w+(Error|Exception): ")


class Channel(Protocol):
    """A conversation over any transport."""

    def send(self, line: str) -> None:
        """Send a line; characters up to 255 are sent as the bytes of the same number."""

    def receive(self) -> str:
        """Return the brain's next line; fail if none comes."""

    def finish(self) -> list[str]:
        """Send END, wait until the brain has exited, and return the unexpected lines."""


class MockChannel:
    """A brain in this process, with queues instead of pipes and a given engine."""

    def __init__(self, make_engine: Callable[[], SearchEngine], process_age: float = 0.0) -> None:
        self._in: queue.SimpleQueue[str | Callable[[], None] | None] = queue.SimpleQueue()
        self._out: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._brain = Brain(self, make_engine, time.monotonic() - process_age)
        self._thread = threading.Thread(target=self._brain.run, daemon=True)
        self._thread.start()

    # The brain's side: a Transport

    def read_line(self) -> str | None:
        while callable(line := self._in.get()):
            line()
        return line

    def write_line(self, text: str) -> None:
        assert re.fullmatch(r"[ -~]+", text), f"not a line of printable ASCII: {text!r}"
        self._out.put(text)

    # The test's side: a Channel

    def send(self, line: str) -> None:
        self._in.put(line.encode("latin-1").decode("utf-8", errors="replace"))

    def meanwhile(self, event: Callable[[], None]) -> None:
        """Call a function while the brain waits for its next line."""
        self._in.put(event)

    def receive(self) -> str:
        return self._out.get(timeout=PATIENCE)

    def end_input(self) -> None:
        """Close the brain's input."""
        self._in.put(None)

    def finish(self) -> list[str]:
        self.send("END")
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "END was ignored"
        return [self._out.get() for _ in range(self._out.qsize())]


class PipeChannel:
    """A brain in a process of its own, with checks of its line ends and its stderr."""

    def __init__(self, command: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            command or [sys.executable, "-m", "pbrain.main"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=ROOT,
        )
        self._out: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        with os.fdopen(os.dup(self.process.stdout.fileno()), "rb") as stream:
            for line in stream:
                self._out.put(line)
        self._out.put(b"")

    def send(self, line: str) -> None:
        self.send_bytes(line.encode("latin-1") + b"\n")

    def send_bytes(self, data: bytes) -> None:
        """Write bytes to the brain's input."""
        assert self.process.stdin
        while data:
            data = data[self.process.stdin.write(data) :]

    def receive(self) -> str:
        line = self._out.get(timeout=PATIENCE)
        assert line, "it has exited, or closed its output"
        return self._text(line)

    def waiting(self) -> list[str]:
        """Return the lines that have arrived and were not received yet."""
        lines = [self._out.get() for _ in range(self._out.qsize())]
        return [self._text(line) for line in lines if line]

    def _text(self, line: bytes) -> str:
        assert re.fullmatch(rb"[ -~]+\n", line), f"not printable ASCII and a bare LF: {line!r}"
        return line[:-1].decode("ascii")

    def finish(self) -> list[str]:
        self.send("END")
        return self.wait()

    def end_input(self) -> list[str]:
        """Close the brain's input, wait until it has exited, and return the unexpected lines."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.wait()

    def wait(self, expected_code: int = 0) -> list[str]:
        """Wait until the brain has exited, and return the unexpected lines."""
        try:
            assert self.process.wait(PATIENCE) == expected_code
            assert self.process.stderr
            assert self.process.stderr.read() == b"", "something on stderr"
            self._reader.join(PATIENCE)
            return self.waiting()
        finally:
            self.close()

    def close(self) -> None:
        """Kill the process and close the pipes."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()


def converse(channel: Channel, text: str) -> list[str]:
    """Run a conversation and return the matched lines; fail on the first that does not match."""
    matched = []
    for step in (line.lstrip(" ") for line in text.split("\n")):
        if step.startswith(">"):
            channel.send(step[2:])
        elif step.startswith("<"):
            matched.append(_expect(channel, step[2:]))
        else:
            assert not step.strip(), f"neither sent nor expected: {step!r}"
    return matched


def _expect(channel: Channel, pattern: str) -> str:
    wanted = pattern.replace("MOVE", MOVE)
    line = channel.receive()
    while line.startswith("MESSAGE") and not wanted.startswith("MESSAGE"):
        assert not FAILED.match(line), f"expected {wanted!r}, got {line!r}"
        line = channel.receive()
    assert re.fullmatch(wanted, line), f"expected {wanted!r}, got {line!r}"
    return line
