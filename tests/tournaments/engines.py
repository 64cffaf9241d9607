"""The engines that tests start, and finding those that a test left running."""

import os
import sys
from pathlib import Path

import psutil

from tests.patience import PATIENCE, wait_until

ENGINES = Path(__file__).parent.parent / "engines"
TEST_MARK = "FUKUMI_TEST_MARK"
"""Environment variable that tells a test's processes from those of a test running beside it."""


def command_of(name: str) -> tuple[str, ...]:
    """The command that runs one of tests/engines."""
    return (sys.executable, str(ENGINES / f"{name}.py"))


RANDOM = f"cmd=random tolerance={PATIENCE:g}"
"""The bundled random bot for --engine, which no delay is charged to either."""


def option(name: str, engine: str = "simple", tolerance: float = PATIENCE) -> str:
    """Its description for --engine; by default no delay of a busy machine is charged to it."""
    return f'name={name} tolerance={tolerance:g} cmd="{" ".join(command_of(engine))}"'


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


def wait_for_the_end_of_all() -> None:
    """Wait until nothing runs any more that this test started; engines that hang do so longer."""
    wait_until(lambda: not leftovers())


def wait_for_the_end_of_engines() -> None:
    """The same for this test's engines alone."""
    wait_until(lambda: not any(_is_engine(process) for process in leftovers()))


def _is_engine(process: psutil.Process) -> bool:
    try:
        return any(str(ENGINES) in word for word in process.cmdline())
    except psutil.Error:
        return False
