"""Engines started by tests, and the search for those that a test left running."""

import os
import sys
from pathlib import Path

import psutil

from tests.patience import PATIENCE, wait_until

ENGINES = Path(__file__).parent.parent / "engines"
TEST_MARK = "FUKUMI_TEST_MARK"
"""Environment variable that tells a test's processes from those of tests running at the same
time."""


def command_of(name: str) -> tuple[str, ...]:
    """Return the command that runs one of tests/engines."""
    return (sys.executable, str(ENGINES / f"{name}.py"))


RANDOM = f"cmd=random tolerance={PATIENCE:g}"
"""The bundled random bot for --engine, with a tolerance beyond the delays of a busy machine."""


def option(name: str, engine: str = "simple", tolerance: float = PATIENCE) -> str:
    """Return a value for --engine; by default its tolerance exceeds the delays of a busy
    machine."""
    return f'name={name} tolerance={tolerance:g} cmd="{" ".join(command_of(engine))}"'


def leftovers() -> list[psutil.Process]:
    """Return the running processes that this test started, directly or not."""
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


def wait_for_the_end_of_all() -> None:
    """Wait until none of this test's processes runs; a hanging engine fails the test."""
    wait_until(lambda: not leftovers())


def wait_for_the_end_of_engines() -> None:
    """Wait until none of this test's engines runs."""
    wait_until(lambda: not any(_is_engine(process) for process in leftovers()))


def _is_engine(process: psutil.Process) -> bool:
    try:
        return any(str(ENGINES) in word for word in process.cmdline())
    except psutil.Error:
        return False
