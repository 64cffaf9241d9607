"""An engine that answers every request for a move with its argument."""

import sys

from simple import Engine


class Answers(Engine):
    def answer(self) -> None:
        sys.stdout.buffer.write(sys.argv[1].encode() + b"\n")
        sys.stdout.buffer.flush()


Answers().run()
