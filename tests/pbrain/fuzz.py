"""Random and mutated protocol lines, and a transport that feeds them to a brain.

Everything follows from the seed but the timing of the threads, and no check depends on that.
"""

import queue
import random
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

from core.board import Board
from core.clock import Budget
from core.engine import Engine, Report
from core.rules import Rule
from pbrain import parse
from pbrain.protocol import Brain
from pbrain.request import Searcher
from tests.patience import PATIENCE
from tests.pbrain.fakes import report
from tests.pbrain.fuzz_model import NEW_POSITION, STOPS, WORDS, Model

THOUGHTS = 0.02
"""How often lines are sent into a thought."""

END_OF_INPUT = 0.0005
"""How often the input just ends."""

LATE = ("out of time", "no answer to the stop")
"""Why the watchdog may answer: settings leave no time, or the machine is busy."""

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
        if not self._planned:
            self._planned.extend(self._rng.choice(self._makers)())
        line = self._planned.popleft()
        # Without its first line a block is nothing but unknown commands.
        odds = 0.02 if line.endswith("BOARD") else 0.12
        return self._mutated(line) if self._rng.random() < odds else line

    def _point(self) -> str:
        spread = self._model.size + (self._rng.random() < 0.05) * 3
        return f"{self._rng.randrange(spread)},{self._rng.randrange(spread)}"

    def _turn(self) -> list[str]:
        """Close to a stone, so that lines, wins and fouls come about."""
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
        """Stones crowded into a corner or spread over the board, sometimes all of it."""
        size, rng = self._model.size, self._rng
        edge = rng.choice([5, min(7, size), size, size + 1])
        squares = [(x, y) for y in range(edge) for x in range(edge)]
        rng.shuffle(squares)
        # Long blocks are rare: they would be most of the lines.
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


class Gate:
    """Holds the engines of a run back while it is shut."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()

    def shut(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    def wait(self, stop: threading.Event) -> None:
        while not self._open.is_set() and not stop.wait(0.0005):
            pass


class RandomEngine:
    """Some legal move at once, or when the gate opens."""

    def __init__(self, rng: random.Random, gate: Gate) -> None:
        self._rng = rng
        self._gate = gate
        self._board = Board(15)

    def warm_up(self, rule: Rule) -> None:
        pass

    def set_position(self, board: Board) -> None:
        self._board = board

    def set_max_memory(self, n_bytes: int) -> None:
        pass

    def set_threads(self, threads: int) -> None:
        pass

    def think(
        self,
        budget: Budget,  # noqa: ARG002
        stop: threading.Event | None = None,
        publish: Callable[[Report], None] | None = None,  # noqa: ARG002
    ) -> Report:
        assert stop is not None
        self._gate.wait(stop)
        legal = self._board.legal_moves()
        moves = self._rng.sample(legal, k=min(3, len(legal)))
        return report(moves, self._rng.choice([-0.5, -0.01, 0.01, 0.5]))


class HastyEngine(Engine):
    """The real engine with next to no visits."""

    def __init__(self, gate: Gate) -> None:
        super().__init__()
        self._gate = gate

    def think(
        self,
        budget: Budget,  # noqa: ARG002
        stop: threading.Event | None = None,
        publish: Callable[[Report], None] | None = None,
    ) -> Report:
        assert stop is not None
        self._gate.wait(stop)
        few = Budget(time.monotonic(), 10.0, 10.0, visits=6)
        return super().think(few, stop, publish)


class FuzzTransport:
    """Gives a brain its lines and checks each reply before the next line.

    Now and then it holds the engine back and sends lines into the thought. `sent` counts lines;
    `transcript` keeps the last of both sides.
    """

    def __init__(self, rng: random.Random, gate: Gate, lines: int) -> None:
        self.sent = 0
        self.transcript: deque[str] = deque(maxlen=60)
        self._rng = rng
        self._gate = gate
        self._model = Model()
        self._lines = Lines(rng, self._model)
        self._out: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._script = self._write_script(lines)

    def read_line(self) -> str | None:
        return next(self._script, None)

    def write_line(self, text: str) -> None:
        self.transcript.append(f"< {text}")
        if not re.fullmatch(r"[ -~]{1,250}", text):
            self._out.put(f"not a short line of printable ASCII: {text!r}")
        elif not text.startswith("MESSAGE") or ("fallback" in text and not text.endswith(LATE)):
            self._out.put(text)

    def _write_script(self, lines: int) -> Iterator[str]:
        while self.sent < lines and self._rng.random() > END_OF_INPUT:
            if self._rng.random() < THOUGHTS and self._may_think():
                yield from self._thought()
            else:
                line = self._lines.next()
                yield from self._say(line)
                self._model.take(line)
                self._receive()
                self._nothing_more()

    def _say(self, line: str) -> Iterator[str]:
        self.sent += 1
        self.transcript.append(f"> {line!r}")
        yield line
        assert parse.command(line).word != "END", "END was ignored"

    def _receive(self) -> None:
        if self._model.owed:
            self._model.check(self._out.get(timeout=PATIENCE))

    def _nothing_more(self) -> None:
        assert self._out.empty(), f"nobody asked for {self._out.get()!r}"

    def _may_think(self) -> bool:
        return not self._model.in_block and bool(self._model.board().legal_moves())

    def _thought(self) -> Iterator[str]:
        """Sends lines while the engine is held back, then checks what they came to."""
        for setting in ("INFO timeout_turn 600000", "INFO time_left 2147483647"):
            yield from self._say(setting)
            self._model.take(setting)
        self._gate.shut()
        request = self._rng.choice(["BEGIN", "YXNBEST 2"])
        yield from self._say(request)
        self._model.take(request)
        deferred: list[str] = []
        for _ in range(self._rng.randrange(6)):
            line = self._lines.next()
            yield from self._say(line)
            word, rest = parse.command(line)
            if word in NEW_POSITION:
                self._gate.open()
                self._model.take(line)
                deferred.clear()
                break
            if word == "INFO":
                self._model.inform(rest)
            elif word and word not in STOPS:
                deferred.append(line)
            if word in STOPS or re.fullmatch(r"timeout_turn +[+-]?0+", rest.lower()):
                break
        self._gate.open()
        self._receive()
        for line in deferred:
            self._model.take(line)
            self._receive()
        self._nothing_more()


def fuzz(seed: int, lines: int, real_engine: bool = False) -> None:
    """Sends this many lines to one brain after another; a new one comes after END.

    Raises:
        AssertionError: a reply is wrong, missing or one too many; with the transcript.
    """
    rng = random.Random(seed)
    while lines > 0:
        gate = Gate()
        transport = FuzzTransport(rng, gate, lines)
        engine = HastyEngine(gate) if real_engine else RandomEngine(rng, gate)
        try:
            Brain(transport, _always(engine), time.monotonic(), seed).run()
        except Exception as error:
            transcript = "\n".join(transport.transcript)
            raise AssertionError(f"{error!r} after\n{transcript}") from error
        lines -= transport.sent or 1


def _always(engine: Searcher) -> Callable[[], Searcher]:
    return lambda: engine
