"""Answers START with more than OK."""

from simple import Engine


class OkReady(Engine):
    def start(self) -> None:
        self.say("OK - ready")


OkReady().run()
