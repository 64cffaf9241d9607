"""An engine that values its positions, and answers nothing but START while its first argument is no
file."""

import sys
import time
from pathlib import Path

from simple import Engine


class Waits(Engine):
    def wait(self) -> None:
        while not Path(sys.argv[1]).exists():
            time.sleep(0.01)

    def move(self) -> tuple[int, int]:
        self.say("MESSAGE depth 3")
        self.say("MESSAGE value +0.250")
        self.wait()
        return super().move()

    def choose(self, stones: int) -> None:
        self.wait()
        super().choose(stones)


Waits().run()
