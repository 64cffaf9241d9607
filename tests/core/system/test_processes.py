"""Worker processes end with the process that started them."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from core.system.processes import worker_pool
from tests.patience import wait_until

POOL = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from core.system.processes import CONTEXT, begin_worker
if __name__ == "__main__":
    with ProcessPoolExecutor(1, CONTEXT, begin_worker) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 3600)
        time.sleep(3600)
"""


LAST = """
import sys
from functools import partial
from pathlib import Path
from core.system.processes import CONTEXT, begin_worker
def work(ready, note):
    begin_worker(last=partial(Path(note).write_text, "goodbye"))
    ready.send("begun")
    ready.recv()
    while True:
        pass
if __name__ == "__main__":
    mine, theirs = CONTEXT.Pipe()
    worker = CONTEXT.Process(target=work, args=(theirs, sys.argv[1]))
    worker.start()
    mine.recv()
    mine.send("go")
    print(worker.pid, flush=True)
    worker.join()
"""


def has_ended(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    return True


def test_a_worker_does_one_last_thing_when_its_parent_is_killed(tmp_path: Path) -> None:
    script, note = tmp_path / "script.py", tmp_path / "note"
    script.write_text(LAST)
    with subprocess.Popen(
        [sys.executable, str(script), str(note)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        worker = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    wait_until(lambda: has_ended(worker))
    assert note.read_text() == "goodbye"


def test_a_worker_ends_when_its_parent_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", POOL], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        worker = psutil.Process(int(parent.stdout.readline()))
        assert worker.is_running()
        parent.kill()
    wait_until(lambda: has_ended(worker))


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a process there")
def test_workers_leave_the_signals_of_a_stop_to_their_parent() -> None:
    with worker_pool(1) as pool:
        worker = pool.submit(os.getpid).result()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(worker, number)
        assert pool.submit(os.getpid).result() == worker


@pytest.mark.parametrize("end", [KeyboardInterrupt, GeneratorExit, ValueError])
@pytest.mark.timeout(60)
def test_a_stop_ends_running_tasks_at_once(end: type[BaseException]) -> None:
    workers = []
    with suppress(end), worker_pool(2) as pool:
        workers.append(psutil.Process(pool.submit(os.getpid).result()))
        task = pool.submit(time.sleep, 3600)
        wait_until(task.running)
        raise end
    assert all(has_ended(worker) for worker in workers)


@pytest.mark.timeout(60)
def test_a_dead_worker_is_an_error_not_a_hang() -> None:
    """Its pool terminates the others, which ignore SIGTERM."""
    with worker_pool(2) as pool:
        pool.submit(time.sleep, 3600)
        pool.submit(os.getpid).result()
        died = pool.submit(os._exit, 1)
        wait([died])
    with pytest.raises(BrokenProcessPool):
        died.result()
