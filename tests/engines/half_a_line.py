"""Writes half of its move and hangs."""

import sys
import time

from simple import Engine


class HalfALine(Engine):
    def answer(self) -> None:
        sys.stdout.write("7,")
        sys.stdout.flush()
        time.sleep(600)


HalfALine().run()
