"""An engine that prints many messages before each move, the last one with its evaluation."""

from simple import Engine


class Talks(Engine):
    def move(self) -> tuple[int, int]:
        for i in range(300):
            self.say(f"MESSAGE looked at line {i}")
        self.say("DEBUG almost")
        self.say("MESSAGE depth 3 ev 40")
        return super().move()


Talks().run()
