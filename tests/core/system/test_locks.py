"""A lock is held by one process, and released when it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.system.locks import lock

HOLD = """
import sys
from core.system.locks import lock
with open(sys.argv[1], "wb") as file:
    lock(file)
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_the_lock_of_another_process_holds_until_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        with path.open("wb") as file, pytest.raises(OSError):  # noqa: PT011 - any of them
            lock(file)
        other.kill()
    with path.open("wb") as file:
        lock(file)


def test_closing_the_file_lets_go(tmp_path: Path) -> None:
    for _ in range(2):
        with (tmp_path / "lock").open("wb") as file:
            lock(file)
