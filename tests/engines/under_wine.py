"""An engine that starts a server for the engines of all games, as the first one under wine does.

Its argument: a file for the server's pid.
"""

import os
import sys
import time
from pathlib import Path

from simple import Engine


class UnderWine(Engine):
    def start(self) -> None:
        if not self.is_served() and os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                self.serve()
            os._exit(0)
        while not self.is_served():
            time.sleep(0.01)
        super().start()

    def is_served(self) -> bool:
        pids = Path(sys.argv[1])
        if not pids.exists() or not (found := pids.read_text().split()):
            return False
        try:
            os.kill(int(found[-1]), 0)
        except ProcessLookupError:
            return False
        return True

    def serve(self) -> None:
        Path("/proc/self/comm").write_text("wineserver64")
        for stream in (0, 1, 2):
            os.close(stream)
        with open(sys.argv[1], "a") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(600)


UnderWine().run()
