"""An engine that prints anything but a move, including undecodable bytes."""

import sys

from simple import Engine


class Garbage(Engine):
    def answer(self) -> None:
        sys.stdout.buffer.write(b"\xff\xfe\x00 pass\n1;2\nSUGGEST 3,3\n1,2,3\n")
        sys.stdout.flush()


Garbage().run()
