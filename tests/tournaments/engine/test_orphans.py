"""Orphans: adopted, reaped when they end by themselves, ended with the adoption."""

import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from tests.tournaments.engines import is_alive
from tournaments.engine.orphans import Adoption, own_child

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted there")

LEAVES = """
import os, sys, time
pid = os.fork()
if pid:
    print(pid)
else:
    os.setsid()
    for stream in (0, 1, 2):
        os.close(stream)
    time.sleep(float(sys.argv[1]))
"""


@pytest.fixture
def adoption() -> Iterator[Adoption]:
    adoption = Adoption()
    yield adoption
    adoption.close()


def leave(seconds: float) -> psutil.Process:
    """Return an orphan that ends by itself after these seconds."""
    command = [sys.executable, "-c", LEAVES, str(seconds)]
    with own_child() as register:
        program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        register(program.pid, program.poll)
    return psutil.Process(int(program.communicate()[0]))


def test_an_orphan_is_adopted_and_ends_with_the_adoption() -> None:
    adoption = Adoption()
    orphan = leave(600)
    assert orphan.ppid() == psutil.Process().pid
    adoption.close()
    assert not is_alive(orphan)
    later = leave(600)
    assert later.ppid() != psutil.Process().pid
    later.kill()


@pytest.mark.usefixtures("adoption")
def test_orphans_that_end_do_not_stay_in_the_table_of_processes() -> None:
    orphans = [leave(0.1) for _ in range(3)]
    deadline = time.monotonic() + 60
    while any(psutil.pid_exists(orphan.pid) for orphan in orphans):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.usefixtures("adoption")
def test_the_exit_code_of_a_child_of_our_own_stays_its_starters() -> None:
    for code in (3, 4):
        with own_child() as register:
            child = subprocess.Popen([sys.executable, "-c", f"raise SystemExit({code})"])
            register(child.pid, child.poll)
        deadline = time.monotonic() + 60
        while psutil.pid_exists(child.pid):
            assert time.monotonic() < deadline
        assert child.wait() == code


def test_children_from_before_are_spared() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as before:
        Adoption().close()
        assert before.poll() is None
        before.communicate(b"\n")
    assert before.returncode == 0
