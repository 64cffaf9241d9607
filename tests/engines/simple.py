"""A well-behaved engine that plays the first empty square, row by row; base of the others here."""

import sys


class Engine:
    """The protocol, with one method to override for each way of misbehaving."""

    def __init__(self) -> None:
        self.size = 15
        self.taken: set[tuple[int, int]] = set()

    def say(self, text: str) -> None:
        print(text, flush=True)

    def about(self) -> None:
        self.say('name="Simple", version="1", author="tests", country="-"')

    def start(self) -> None:
        self.say("OK")

    def restart(self) -> None:
        self.taken = set()
        self.say("OK")

    def move(self) -> tuple[int, int]:
        squares = ((x, y) for y in range(self.size) for x in range(self.size))
        return next(square for square in squares if square not in self.taken)

    def answer(self) -> None:
        square = self.move()
        self.taken.add(square)
        self.say(f"{square[0]},{square[1]}")

    def end(self) -> None:
        sys.exit(0)

    def run(self) -> None:
        for line in sys.stdin:
            self.obey(line.split())
        sys.exit(0)

    def obey(self, words: list[str]) -> None:
        if not words:
            return
        if words[0] == "ABOUT":
            self.about()
        elif words[0] == "START":
            self.size = int(words[1])
            self.taken = set()
            self.start()
        elif words[0] == "RESTART":
            self.restart()
        elif words[0] == "BEGIN":
            self.answer()
        elif words[0] == "TURN":
            self.take(words[1])
            self.answer()
        elif words[0] == "BOARD":
            self.board()
        elif words[0] == "SWAP2BOARD":
            self.choose(sum(1 for _ in iter(lambda: sys.stdin.readline().strip(), "DONE")))
        elif words[0] == "END":
            self.end()

    def board(self) -> None:
        self.taken = set()
        for line in sys.stdin:
            if line.strip() == "DONE":
                break
            self.take(line)
        self.answer()

    def choose(self, stones: int) -> None:
        self.say("SWAP" if stones else "1,1 2,2 3,3")

    def take(self, text: str) -> None:
        x, y = text.split(",")[:2]
        self.taken.add((int(x), int(y)))


if __name__ == "__main__":
    Engine().run()
