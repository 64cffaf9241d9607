"""An engine that plays well, and answers each swap2 question with its next argument."""

import sys

from simple import Engine


class Swaps(Engine):
    answers = iter(sys.argv[1:])

    def obey(self, words: list[str]) -> None:
        if words[:1] == ["SWAP2BOARD"]:
            while sys.stdin.readline().strip() != "DONE":
                pass
            self.say("MESSAGE let me see")
            self.say(next(self.answers))
        else:
            super().obey(words)


Swaps().run()
