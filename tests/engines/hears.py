"""An engine that answers with the time it has left: the column is its whole seconds by ten."""

from simple import Engine


class Hears(Engine):
    left = 0

    def obey(self, words: list[str]) -> None:
        if words[:2] == ["INFO", "time_left"]:
            self.left = int(words[2]) // 1000
        super().obey(words)

    def move(self) -> tuple[int, int]:
        row = next(y for y in range(self.size) if (self.left // 10, y) not in self.taken)
        return min(self.left // 10, self.size - 1), row


Hears().run()
