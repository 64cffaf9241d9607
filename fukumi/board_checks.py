"""Checks of a packaged board: it starts anywhere, serves its page, plays, and ends."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psutil
from websockets.sync.client import ClientConnection, connect

from core.game.board import Board
from core.game.rules import Rule
from tournaments.acceptance.acceptance_checks import Check, Work, run_checks
from tournaments.acceptance.program_driver import JudgeError
from tournaments.acceptance.program_entry import Entry

LARGE = re.compile(r"numpy|torch|scipy|matplotlib")
"""Packages that the board does without."""

LONGEST_WAIT = 60.0
"""Seconds for a start, an answer or an end."""

SIZE = 9
"""Board edge of the game that is played."""


def board_checks(entry: Entry) -> Iterator[Check]:
    """Return the outcomes of the checks, as `run_checks` does."""
    works: dict[str, Work] = {
        "no large packages": _leaves_out,
        "the page": partial(_served, work=_serves_its_page),
        "a game": partial(_served, work=_plays_a_game),
        "the bundled engines": partial(_served, work=_starts_its_engines),
        "Choko": partial(_served, work=_plays_choko),
        "the end": _ends,
    }
    return run_checks(entry, works.items())


def _leaves_out(entry: Entry, _: Path) -> str:
    files = entry.files()
    large = [name for name in files if LARGE.search(name)]
    if large:
        raise JudgeError(f"{large[0]} is in it")
    return f"{len(files)} files, {sum(size for size, _ in files.values()):,} bytes"


@contextmanager
def _running(entry: Entry, folder: Path) -> Iterator[tuple[psutil.Popen, str]]:
    """Start the board in a folder, with as little of this environment as runs it.

    Yields:
        The process and the page's address.
    """
    command = [*entry.runner, str(entry.executable), "--no-browser", "--port", "0"]
    system = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH") if name in os.environ}
    environment = {**system, "HOME": str(folder), "USERPROFILE": str(folder)}
    # All its output in one pipe: under wine Python does not start if a stream is a file.
    pipes: dict[str, Any] = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.STDOUT,
    }
    process = psutil.Popen(command, cwd=folder, env=environment, text=True, **pipes)
    try:
        yield process, _address_in(process.stdout)
    finally:
        for one in (*process.children(recursive=True), process) if process.is_running() else ():
            one.kill()
        process.wait(LONGEST_WAIT)
        process.stdout.close()


def _address_in(output: Iterable[str]) -> str:
    """Return the address that the board prints, perhaps after other lines."""
    said = ""
    for line in output:
        if found := re.search(r"http://\S+", line):
            return found[0]
        said = line.strip() or said
    raise JudgeError(f"it prints no address; its last line is {said!r}")


def _served(entry: Entry, folder: Path, work: Callable[[str], str]) -> str:
    with _running(entry, folder) as (_, address):
        return work(address)


def _serves_its_page(address: str) -> str:
    listed = json.loads(_read(f"{address}version.js").removeprefix("self.PAGE = ").rstrip(";\n"))
    total = sum(len(_read(address + name)) for name in listed["files"])
    return f"{len(listed['files'])} files, {total:,} characters"


def _read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=LONGEST_WAIT) as reply:
        data: bytes = reply.read()
    return data.decode(errors="replace")


class _Page:
    """A page's conversation with the board."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.hello = self._receive()

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._socket.send(json.dumps({"type": kind, "id": 1, **fields}))
        reply = self._receive()
        if reply["type"] == "error":
            raise JudgeError(reply["text"])
        return reply

    def move(self, board: Board, **player: Any) -> None:
        moves = [(x, y) for x, y, _ in board.stones()]
        position = {"size": board.size, "rule": board.rule.label, "moves": moves}
        board.play(*self.ask("move", position=position, **player)["move"])

    def _receive(self) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(self._socket.recv(LONGEST_WAIT))
        return reply


@contextmanager
def _page(address: str) -> Iterator[_Page]:
    with connect(f"ws{address.removeprefix('http')}session") as socket:
        yield _Page(socket)


def _plays_a_game(address: str) -> str:
    board = Board(SIZE, Rule.RENJU)
    started = time.monotonic()
    with _page(address) as page:
        while not board.over:
            if board.ply % 2:
                page.move(board, player="random", seconds=1)
            else:
                page.move(board, player="Fukumi", visits=20)
    if board.ply % 2 == 0:
        raise JudgeError(f"Fukumi lost or drew against random moves, in {board.ply} plies")
    return f"won in {board.ply} plies, {time.monotonic() - started:.1f} s"


def _starts_its_engines(address: str) -> str:
    with _page(address) as page:
        names = page.hello["players"]
        for name in names:
            page.move(Board(SIZE, Rule.FREESTYLE), player=name, seconds=1)
    return ", ".join(names)


def _plays_choko(address: str) -> str:
    with connect(f"ws{address.removeprefix('http')}choko-session") as socket:
        socket.send(json.dumps({"actions": [12], "player": "pgts"}))
        reply = json.loads(socket.recv(LONGEST_WAIT))
    if len(reply.get("actions", ())) != 2:
        raise JudgeError(str(reply)[:200])
    return "answers an action"


def _ends(entry: Entry, folder: Path) -> str:
    with _running(entry, folder) as (process, address):
        with _page(address) as page:
            page.move(Board(SIZE, Rule.FREESTYLE), player="random", seconds=1)
            started, engines = time.monotonic(), process.children(recursive=True)
            # what Ctrl-C sends; Windows lets no other program press it
            process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGINT)
            process.wait(LONGEST_WAIT)
        seconds = time.monotonic() - started
        left = psutil.wait_procs(engines, timeout=LONGEST_WAIT)[1]
    if left:
        raise JudgeError(f"{len(left)} engines are left")
    return f"in {seconds:.1f} s, with its {len(engines)} processes"
