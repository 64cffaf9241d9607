"""Stops the process that referees it instead of moving.

Its arguments: a file that says once it has done so, after which it plays well (`always`: it is
never written), and how: `briefly` lets the referee go on at once, `traces` stops it as a debugger
does. Beside the file is one with a line for each start.
"""

import ctypes
import os
import signal
import sys
import time

from simple import Engine

PTRACE_ATTACH = 16


class StopsReferee(Engine):
    def start(self) -> None:
        with open(f"{sys.argv[1]}.starts", "a") as file:
            file.write("started\n")
        super().start()

    def answer(self) -> None:
        if not os.path.exists(sys.argv[1]):
            if "always" not in sys.argv:
                open(sys.argv[1], "w").close()
            self.stop(os.getppid())
        super().answer()

    def stop(self, referee: int) -> None:
        if "traces" in sys.argv:
            ctypes.CDLL(None).ptrace(PTRACE_ATTACH, referee, None, None)
            time.sleep(600)
        os.kill(referee, signal.SIGSTOP)
        if "briefly" in sys.argv:
            time.sleep(0.2)
            os.kill(referee, signal.SIGCONT)


StopsReferee().run()
