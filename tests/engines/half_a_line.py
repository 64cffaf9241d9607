"""An engine that writes half of its move and hangs; with the argument `ends` it ends instead."""

import sys
import time

from simple import Engine


class HalfALine(Engine):
    def answer(self) -> None:
        sys.stdout.write("7,")
        sys.stdout.flush()
        if "ends" not in sys.argv:
            time.sleep(3600)
        sys.exit(5)


HalfALine().run()
