"""Gives two moves where one is asked for."""

from simple import Engine


class TwoMoves(Engine):
    def answer(self) -> None:
        self.say("1,2 3,4")


TwoMoves().run()
