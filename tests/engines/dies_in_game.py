"""An engine that plays two moves and dies silently on the third."""

import os

from simple import Engine


class DiesInGame(Engine):
    moves = 0

    def answer(self) -> None:
        self.moves += 1
        if self.moves > 2:
            os._exit(7)
        super().answer()


DiesInGame().run()
