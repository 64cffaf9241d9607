"""An engine that prints one endless line instead of a move."""

import sys

from simple import Engine


class FloodsOneLine(Engine):
    def answer(self) -> None:
        while True:
            sys.stdout.write("MESSAGE " * 1000)


FloodsOneLine().run()
