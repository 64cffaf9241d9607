"""An engine that never answers START."""

from simple import Engine


class NeverStart(Engine):
    def start(self) -> None:
        pass


NeverStart().run()
