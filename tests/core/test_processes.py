"""Worker processes end with the process that began them."""

import subprocess
import sys
import time

import psutil

POOL = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from core.processes import CONTEXT, begin_worker
if __name__ == "__main__":
    with ProcessPoolExecutor(1, CONTEXT, begin_worker) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 100)
        time.sleep(100)
"""


def test_a_worker_ends_when_its_parent_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", POOL], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        worker = psutil.Process(int(parent.stdout.readline()))
        assert worker.is_running()
        parent.kill()
    while worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.01)
