"""An engine that says the words of its arguments before each move."""

import sys

from simple import Engine


class Tells(Engine):
    def move(self) -> tuple[int, int]:
        for text in sys.argv[1:]:
            self.say(text.replace("_", " "))
        return super().move()


Tells().run()
