"""An engine that places three stones by swap2, and refuses BEGIN while they stand."""

import sys

from simple import Engine


class StrictSwap(Engine):
    placed = False

    def obey(self, words: list[str]) -> None:
        if words[:1] == ["SWAP2BOARD"]:
            while sys.stdin.readline().strip() != "DONE":
                pass
            self.placed = True
            self.say("7,7 8,8 9,9")
        elif words[:1] == ["BEGIN"] and self.placed:
            self.say("ERROR stones are on the board")
        else:
            super().obey(words)


StrictSwap().run()
