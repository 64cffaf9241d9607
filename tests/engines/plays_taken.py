"""An engine that plays on an occupied square."""

from simple import Engine


class PlaysTaken(Engine):
    def move(self) -> tuple[int, int]:
        return next(iter(self.taken), (0, 0))


PlaysTaken().run()
