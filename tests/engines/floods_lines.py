"""An engine that prints lines without end instead of a move."""

from simple import Engine


class FloodsLines(Engine):
    def answer(self) -> None:
        while True:
            self.say("MESSAGE I think therefore I print")


FloodsLines().run()
