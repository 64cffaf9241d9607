"""The engines that tests start, and finding those that a test left running."""

import os
import sys
import time
from pathlib import Path

import psutil

ENGINES = Path(__file__).parent.parent / "engines"
TEST_MARK = "FUKUMI_TEST_MARK"
"""Environment variable that tells a test's processes from those of a test running beside it."""


def command_of(name: str) -> tuple[str, ...]:
    """The command that runs one of tests/engines."""
    return (sys.executable, str(ENGINES / f"{name}.py"))


def option(name: str, engine: str = "simple") -> str:
    """What one writes behind --engine for it."""
    return f'name={name} cmd="{" ".join(command_of(engine))}"'


def leftovers() -> list[psutil.Process]:
    """Processes that this test started, or its processes did, and that still run."""
    found = []
    for process in psutil.process_iter():
        try:
            theirs = process.environ().get(TEST_MARK) == os.environ[TEST_MARK]
            if theirs and process.pid != os.getpid() and is_alive(process):
                found.append(process)
        except psutil.Error:
            continue
    return found


def is_alive(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def engines_left(seconds: float = 10.0) -> list[list[str]]:
    """The command lines of this test's engines that still run after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        left = [process for process in leftovers() if _is_engine(process)]
        if not left or time.monotonic() > deadline:
            return [process.cmdline() for process in left]
        time.sleep(0.05)


def _is_engine(process: psutil.Process) -> bool:
    try:
        return any(str(ENGINES) in word for word in process.cmdline())
    except psutil.Error:
        return False
