"""An engine that answers ABOUT, and START on a board of 5x5, by ERROR."""

from simple import Engine


class RefusesAbout(Engine):
    def about(self) -> None:
        self.say("MESSAGE who asks?")
        self.say("ERROR no such command")

    def start(self) -> None:
        self.say("ERROR too small" if self.size == 5 else "OK")


RefusesAbout().run()
