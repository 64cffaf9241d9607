"""An engine that takes 150 MiB for its first move."""

from simple import Engine


class Hungry(Engine):
    hoard = bytearray()

    def answer(self) -> None:
        self.hoard = self.hoard or bytearray(b"x" * (150 << 20))
        super().answer()


Hungry().run()
