"""An engine that values each of its positions as its arguments say, the last one for ever."""

import sys

from simple import Engine


class Values(Engine):
    def move(self) -> tuple[int, int]:
        value = sys.argv.pop(1) if len(sys.argv) > 2 else sys.argv[1]
        self.say(f"MESSAGE value {float(value):+.3f}")
        return super().move()


Values().run()
