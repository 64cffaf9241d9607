"""An engine that sends a flood of unrequested moves, then answers correctly."""

from simple import Engine


class AnswersEarly(Engine):
    def start(self) -> None:
        super().start()
        for y in range(2, self.size):
            for x in range(self.size):
                self.say("\n".join([f"{x},{y}"] * 20))


AnswersEarly().run()
