"""An engine that writes a gigabyte without a line end, as fast as the pipe allows, then its
move."""

import os

from simple import Engine


class WritesAGigabyte(Engine):
    def answer(self) -> None:
        chunk = b"x" * (1 << 20)
        for _ in range(1 << 10):
            os.write(1, chunk)
        super().answer()


WritesAGigabyte().run()
