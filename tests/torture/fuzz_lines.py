"""Random and mutated protocol lines that mostly make sense in the model's position."""

import random
from collections import deque
from collections.abc import Callable

from tests.torture.fuzz_model import WORDS, Model

KEYS = [
    *("timeout_turn", "timeout_match", "time_left", "max_memory", "game_type", "rule", "folder"),
    *("evaluate", "max_depth", "max_node", "thread_num", "hash_size", "pondering", "nonsense"),
]
VALUES = [
    *("0", "1", "2", "4", "8", "9", "-1", "-501", "20", "1000", "30000", "367001600"),
    *("2147483647", "99999999999999999999", "x"),
]
GARBAGE = "abcxyzSTARTBOARDinfo0123456789,,,-. \t\r\x00\x1c\x7f\x85\xe9\u2028\ufffd'\"\\"


class Lines:
    """An endless stream of lines: most sensible for the model's position, many mutated."""

    def __init__(self, rng: random.Random, model: Model) -> None:
        self._rng = rng
        self._model = model
        self._planned: deque[str] = deque()
        self._makers: list[Callable[[], list[str]]] = [
            *[self._turn] * 30,
            *[self._info] * 12,
            *[self._board] * 5,
            *[self._takeback] * 4,
            *[self._start] * 2,
            *[self._anything] * 6,
            *[self._swap2] * 2,
            self._garbage,
        ]

    def next(self) -> str:
        """Return the next line, without CR or LF, which would end it."""
        if not self._planned:
            self._planned.extend(self._rng.choice(self._makers)())
        line = self._planned.popleft()
        # Without its first line, a block is just unknown commands.
        odds = 0.02 if line.endswith("BOARD") else 0.12
        if self._rng.random() < odds:
            line = self._mutated(line)
        line, *rest = line.split("\r")
        self._planned.extendleft(reversed(rest))
        return line

    def _point(self) -> str:
        spread = self._model.size + (self._rng.random() < 0.05) * 3
        return f"{self._rng.randrange(spread)},{self._rng.randrange(spread)}"

    def _turn(self) -> list[str]:
        """Return a move near a stone, so that lines, wins and fouls occur."""
        middle = self._model.size // 2
        x, y = self._rng.choice(list(self._model.stones) or [(middle, middle)])
        return [f"TURN {x + self._rng.randint(-2, 2)},{y + self._rng.randint(-2, 2)}"]

    def _info(self) -> list[str]:
        if self._rng.random() < 0.3:
            return [f"INFO rule {self._rng.choice('014489')}"]
        return [f"INFO {self._rng.choice(KEYS)} {self._rng.choice(VALUES)}"]

    def _takeback(self) -> list[str]:
        stones = [f"{x},{y}" for x, y in self._model.stones]
        if self._rng.random() < 0.3:
            return [f"TAKEBACK {self._rng.choice([*stones, self._point()])}"]
        newest = stones[: -1 - self._rng.randint(1, 4) : -1]
        return [f"TAKEBACK {stone}" for stone in newest] or ["TAKEBACK 0,0"]

    def _board(self) -> list[str]:
        """Return stones crowded into a corner or spread over the board, sometimes all of it."""
        size, rng = self._model.size, self._rng
        edge = rng.choice([5, min(7, size), size, size + 1])
        squares = [(x, y) for y in range(edge) for x in range(edge)]
        rng.shuffle(squares)
        # Long blocks are rare, or they would be most of the lines.
        most = len(squares) if rng.random() < 0.03 else 16
        kinds = rng.choice(["12", "12", "12", "21", "123", "1", "3", "01234"])
        count = rng.choice([0, 1, 2, most - 1, most, rng.randrange(most)])
        stones = [f"{x},{y},{kinds[i % len(kinds)]}" for i, (x, y) in enumerate(squares[:count])]
        return [rng.choice(["BOARD", "BOARD", "YXBOARD"]), *stones, "DONE"]

    def _swap2(self) -> list[str]:
        count = self._rng.choice([0, 3, 3, 5, 5, 2])
        return ["SWAP2BOARD", *(self._point() for _ in range(count)), "DONE"]

    def _start(self) -> list[str]:
        word = self._rng.choice(["START", "START", "RECTSTART", "start"])
        size = self._rng.choice([5, 6, 7, 8, 9, 10, 12, 15, 15, 20, 22, 4, 23, 0])
        return [f"{word} {size}{self._rng.choice(['', '', ' 15', ',15'])}"]

    def _anything(self) -> list[str]:
        word = self._rng.choice([*WORDS, "DONE", "HELLO", "", "YXHASHCLEAR"])
        return [f"{word} {self._rng.choice(['', '', self._point(), '3', 'x'])}"]

    def _garbage(self) -> list[str]:
        return ["".join(self._rng.choices(GARBAGE, k=self._rng.choice([1, 5, 20, 300])))]

    def _mutated(self, line: str) -> str:
        at = self._rng.randrange(len(line) + 1)
        noise = self._rng.choice(GARBAGE)
        return self._rng.choice(
            [
                line[:at] + line[at + 1 :],
                line[:at] + noise + line[at:],
                line[:at] + noise + line[at + 1 :],
                line[:at] + line[at:].swapcase(),
                line[:at],
                line[at:] + line[:at],
                f" {line}\t\r",
                line + line,
            ]
        )
