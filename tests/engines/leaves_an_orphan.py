"""An engine that leaves an untraceable orphan: other session, environment and limit.

Its arguments: a file for the orphans' pids, and `kills` to kill its referee the first time, once
the orphan is there.
"""

import os
import resource
import signal
import sys

from simple import Engine


class LeavesAnOrphan(Engine):
    def answer(self) -> None:
        first = not os.path.exists(sys.argv[1])
        if os.fork() == 0:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_MSGQUEUE, (0, 0))
            if os.fork() == 0:
                self.stay()
            os._exit(0)
        os.wait()
        while not os.path.exists(sys.argv[1]):
            pass
        if first and "kills" in sys.argv:
            os.kill(os.getppid(), signal.SIGKILL)
        super().answer()

    def stay(self) -> None:
        with open(sys.argv[1], "a") as file:
            file.write(f"{os.getpid()}\n")
        for stream in (0, 1, 2):
            os.close(stream)
        os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)"], {})


LeavesAnOrphan().run()
