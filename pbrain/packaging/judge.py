"""Drives one packaged program over pipes, as the judge does, and times it."""

import queue
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from core.board import Board, Point
from pbrain.packaging.leagues import League


class JudgeError(Exception):
    """The program did something that would lose a game. The text says what."""


class Program:
    """A running program, started in a folder that is not its own.

    Args:
        command: the executable, after the words of whatever runs it (`wine`).
        directory: where it runs.
    """

    def __init__(self, command: Sequence[str], directory: Path) -> None:
        self.started = time.monotonic()
        self._popen = subprocess.Popen(
            list(command),
            cwd=directory,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._output: queue.Queue[bytes] = queue.Queue()
        self.peak_memory = 0
        self.message = ""
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self._popen.kill()
        self._popen.wait()
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe:
                pipe.close()

    def _read(self) -> None:
        assert self._popen.stdout is not None
        for raw in iter(self._popen.stdout.readline, b""):
            self._output.put(raw)

    def send(self, *lines: str) -> None:
        """Writes lines, ended as Windows managers end them."""
        assert self._popen.stdin is not None
        try:
            self._popen.stdin.write("".join(line + "\r\n" for line in lines).encode())
            self._popen.stdin.flush()
        except OSError as error:
            raise JudgeError(f"does not take {lines[0]!r}: it is gone") from error

    def answer(self, seconds: float) -> str:
        """The next line that is no MESSAGE; `message` is the last of those before it.

        Raises:
            JudgeError: none in time, or one not ended by a bare line feed.
        """
        deadline = time.monotonic() + seconds
        while True:
            try:
                raw = self._output.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                raise JudgeError(f"no answer within {seconds:g} s") from None
            if not raw.endswith(b"\n") or b"\r" in raw:
                raise JudgeError(f"line not ended by a bare line feed: {raw!r}")
            text = raw.decode()[:-1]
            if not text.startswith("MESSAGE "):
                return text
            self.message = text

    def start(self, league: League, turn: float, match: float) -> float:
        """START and the INFO keys as the judge sends them; seconds from launch to OK."""
        self.send(f"START {league.size}")
        if self.answer(10.0) != "OK":
            raise JudgeError("START was not answered by OK")
        took = time.monotonic() - self.started
        self.send(
            f"INFO timeout_turn {turn * 1000:.0f}",
            f"INFO timeout_match {match * 1000:.0f}",
            f"INFO max_memory {350 << 20}",
            "INFO game_type 3",
            f"INFO rule {league.rule.value}",
            "INFO folder .",
        )
        return took

    def move(self, board: Board, left: float, limit: float) -> tuple[Point, float]:
        """Asks for a move by BOARD; the move and the seconds it took.

        Raises:
            JudgeError: a late, unreadable or illegal move.
        """
        stones = [f"{x},{y},{1 if c == board.to_move else 2}" for x, y, c in board.stones()]
        self.send(f"INFO time_left {left * 1000:.0f}", "BOARD", *stones, "DONE")
        begun = time.monotonic()
        text = self.answer(limit + 1.0)
        took = time.monotonic() - begun
        try:
            x, y = (int(part) for part in text.split(","))
        except ValueError:
            raise JudgeError(f"no move: {text!r}") from None
        if (x, y) not in board.legal_moves():
            raise JudgeError(f"illegal move {x},{y}")
        if took > limit:
            raise JudgeError(f"took {took:.2f} s of {limit:.2f} s")
        self.peak_memory = max(
            self.peak_memory, psutil.Process(self._popen.pid).memory_full_info().uss
        )
        return (x, y), took

    def end(self) -> float:
        """END; seconds until the program is gone.

        Raises:
            JudgeError: it stays, or has written to its error stream.
        """
        self.send("END")
        begun = time.monotonic()
        try:
            self._popen.wait(1.0)
        except subprocess.TimeoutExpired:
            raise JudgeError("still runs a second after END") from None
        took = time.monotonic() - begun
        assert self._popen.stderr is not None
        noise = self._popen.stderr.read()
        if noise:
            raise JudgeError(f"wrote to its error stream: {noise[:80]!r}")
        return took
