"""An engine that takes 150 MiB while it thinks and prints, and frees them before it moves.

With the argument `forgets` it first lowers the limits that tag its processes.
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
