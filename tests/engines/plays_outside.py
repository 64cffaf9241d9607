"""An engine that plays off the board."""

from simple import Engine


class PlaysOutside(Engine):
    def move(self) -> tuple[int, int]:
        return self.size, 3


PlaysOutside().run()
