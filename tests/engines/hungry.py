"""An engine that takes 150 MiB for its first move."""

from simple import Engine


class Hungry(Engine):
    def answer(self) -> None:
        self.hoard = bytearray(b"x" * (150 << 20))
        super().answer()


Hungry().run()
