"""Takes 150 MiB while it thinks, prints all the time, and gives it back before it moves.

Its argument `forgets`: it lowers its limits first, by which its processes are told from others.
"""

import sys
import time

from simple import Engine


class HungryTalker(Engine):
    def start(self) -> None:
        if "forgets" in sys.argv:
            import resource

            resource.setrlimit(resource.RLIMIT_MSGQUEUE, (0, 0))
        super().start()

    def answer(self) -> None:
        hoard = []
        until = time.monotonic() + 100.0
        while time.monotonic() < until or len(hoard) < 150:
            self.say("MESSAGE still thinking")
            time.sleep(0.01)
            if len(hoard) < 150:
                hoard.append(bytearray(b"x" * (1 << 20)))
        del hoard
        super().answer()


HungryTalker().run()
