"""An engine that answers with two moves at once."""

from simple import Engine


class TwoMoves(Engine):
    def answer(self) -> None:
        self.say("1,2 3,4")


TwoMoves().run()
