"""An engine that stops its referee's process instead of moving.

Its arguments: a file that it writes once it has done so, after which it plays well (with `always`
it never writes it), and the way: with `briefly` the referee is continued at once, with `traces` it
is stopped as by a debugger. A second file, with `.starts` appended, gets a line for each start.
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
