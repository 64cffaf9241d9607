"""A lockstep fuzzer of the protocol: sends a line, then waits for the reply that the model expects.

Everything follows from the seed except the timing of the threads, and no check depends on that. The
brain is either an object in this process, with an engine that the fuzzer can hold back, or the real
program behind its pipes.
"""

import queue
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from core.game.board import Board
from core.game.rules import Rule
from core.search.engine import Engine, Report
from core.search.time_management import Budget
from pbrain import parse
from pbrain.protocol import Brain
from pbrain.request import SearchEngine
from tests.pbrain.fakes import report
from tests.pbrain.scripted import PipeChannel
from tests.torture.fuzz_lines import Lines
from tests.torture.fuzz_model import NEW_POSITION, STOPS, Model

HUNG = 60.0
"""Seconds without the expected reply after which the brain counts as hung."""

THOUGHTS = 0.02
"""Share of steps that send lines during a search."""

END_OF_INPUT = 0.0005
"""Share of steps at which the input just ends."""

FEW_VISITS = 6
"""Visits of a move of the real program: the fuzzer tests lines, not moves."""

SHOWN = 60
"""Lines of a conversation that an error shows."""

LATE = ("out of time", "no answer to the stop")
"""Explanations of the watchdog's answer: settings leave no time, or the machine is busy."""

NO_LIMITS = ("INFO timeout_turn 600000", "INFO time_left 2147483647")


class Replies(Protocol):
    """A reader of the brain's lines."""

    def receive(self) -> str:
        """Return the next line; fail if none comes within HUNG seconds."""

    def waiting(self) -> list[str]:
        """Return the lines that have come and were not read."""


class Thoughts(Protocol):
    """A way to keep the brain searching while the fuzzer sends lines."""

    few_visits: bool
    """True if the brain's moves are short only with max_node."""

    def begin(self) -> list[str]:
        """Return lines to send; the last one asks for a move that will not come by itself."""

    def end(self, stopped: bool) -> list[str]:
        """Return lines after which the move comes; `stopped`: it was already asked for or given
        up."""


class Conversation:
    """A writer of the brain's lines, which checks each reply before the next line.

    Sometimes it keeps the brain searching and sends lines meanwhile. `sent` counts lines,
    `transcript` has both sides.

    Now and then it keeps the brain thinking and sends lines into the thought. `sent` counts lines,
    `transcript` has both sides.
    """

    def __init__(
        self, rng: random.Random, lines: int, replies: Replies, thoughts: Thoughts
    ) -> None:
        self.sent = 0
        self.checked = 0
        self.transcript: list[str] = []
        self._wanted = lines
        self._rng = rng
        self._replies = replies
        self._thoughts = thoughts
        self._model = Model()
        self._lines = Lines(rng, self._model)

    def script(self) -> Iterator[str]:
        """Yield the lines to send, up to the end of the input. After END it must not be resumed."""
        yield from self._keep_small()
        while self.sent < self._wanted and self._rng.random() > END_OF_INPUT:
            if self._rng.random() < THOUGHTS and self._may_think():
                yield from self._thought()
            else:
                yield from self._ask(self._lines.next())

    def _ask(self, line: str) -> Iterator[str]:
        """Send a line, read its reply, and check that nothing else has come."""
        yield from self._say(line)
        self._model.take(line)
        self._receive()
        self._nothing_more()
        yield from self._keep_small()

    def _say(self, line: str) -> Iterator[str]:
        self.sent += 1
        self.transcript.append(f"> {line!r}")
        yield line
        assert parse.command(line).word != "END", "END was ignored"

    def _keep_small(self) -> Iterator[str]:
        visits = self._model.settings.max_visits
        if self._thoughts.few_visits and not 0 < (visits or 0) <= FEW_VISITS:
            yield from self._say(f"INFO max_node {FEW_VISITS}")
            self._model.inform(f"max_node {FEW_VISITS}")

    def _receive(self) -> None:
        if self._model.owed:
            while not self._counts(text := self._replies.receive()):
                pass
            self._model.check(text)
            self.checked += 1

    def _nothing_more(self) -> None:
        surplus = [text for text in self._replies.waiting() if self._counts(text)]
        assert not surplus, f"nobody asked for {surplus[0]!r}"

    def _counts(self, text: str) -> bool:
        """Record a line of the brain; return False for a MESSAGE that needs no explanation."""
        self.transcript.append(f"< {text}")
        assert re.fullmatch(r"[ -~]{1,250}", text), f"not a short line of ASCII: {text!r}"
        unexplained = "fallback" in text and not text.endswith(LATE)
        return unexplained or not text.startswith("MESSAGE")

    def _may_think(self) -> bool:
        return not self._model.in_block and bool(self._model.board().legal_moves())

    def _thought(self) -> Iterator[str]:
        """Send lines while the brain searches, then check their effects."""
        *before, request = self._thoughts.begin()
        for line in (*NO_LIMITS, *before):
            yield from self._say(line)
            self._model.take(line)
            self._receive()
        yield from self._say(request)
        self._model.take(request)
        yield from self._keep_small()
        deferred: list[str] = []
        stopped = False
        for _ in range(self._rng.randrange(6)):
            line = self._lines.next()
            yield from self._say(line)
            word, rest = parse.command(line)
            if word in NEW_POSITION:
                stopped = True
                deferred.clear()
                self._model.take(line)
                break
            if word == "INFO":
                self._model.inform(rest)
                yield from self._keep_small()
            elif word and word not in STOPS:
                deferred.append(line)
            if word in STOPS or re.fullmatch(r"timeout_turn +[+-]?0+", rest.lower()):
                stopped = True
                break
        for line in self._thoughts.end(stopped):
            yield from self._say(line)
        self._receive()
        for line in deferred:
            self._model.take(line)
            self._receive()
        self._nothing_more()


# A brain in this process


class Gate:
    """A gate that holds a run's engines back while it is shut."""

    few_visits = False

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._open = threading.Event()
        self._open.set()

    def begin(self) -> list[str]:
        self._open.clear()
        return [self._rng.choice(["BEGIN", "YXNBEST 2"])]

    def end(self, stopped: bool) -> list[str]:  # noqa: ARG002
        self._open.set()
        return []

    def wait(self, stop: threading.Event) -> None:
        while not self._open.is_set() and not stop.wait(0.0005):
            pass


class RandomEngine:
    """An engine that plays a random legal move at once, or when the gate opens."""

    def __init__(self, rng: random.Random, gate: Gate) -> None:
        self._rng = rng
        self._gate = gate
        self._board = Board(15)

    def warm_up(self, rule: Rule) -> None:
        pass

    def compute_ahead(self) -> bool:
        return False

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
    """The real engine with very few visits."""

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
        few = Budget.from_now(10.0, FEW_VISITS)
        return super().think(few, stop, publish)


class _Queued:
    """The output lines of a brain in this process."""

    def __init__(self) -> None:
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def receive(self) -> str:
        return self.lines.get(timeout=HUNG)

    def waiting(self) -> list[str]:
        return [self.lines.get() for _ in range(self.lines.qsize())]


class _InProcess:
    """A transport between a brain and a conversation."""

    def __init__(self, talk: Conversation, replies: _Queued) -> None:
        self._script = talk.script()
        self._replies = replies

    def read_line(self) -> str | None:
        return next(self._script, None)

    def write_line(self, text: str) -> None:
        self._replies.lines.put(text)


def fuzz(seed: int, lines: int, real_engine: bool = False) -> Counter[str]:
    """Send this many lines to one brain after another; a new one starts after END.

    Raises:
        AssertionError: a reply is wrong, missing or superfluous; with the transcript.
    """
    rng = random.Random(seed)
    done = Counter[str]()
    while done["lines"] < lines:
        gate, replies = Gate(rng), _Queued()
        talk = Conversation(rng, lines - done["lines"], replies, gate)
        engine = HastyEngine(gate) if real_engine else RandomEngine(rng, gate)
        try:
            Brain(_InProcess(talk, replies), _always(engine), time.monotonic(), seed).run()
        except Exception as error:
            raise _with_transcript(error, talk) from error
        done.update(lines=talk.sent or 1, replies=talk.checked)
    return done


def _always(engine: SearchEngine) -> Callable[[], SearchEngine]:
    return lambda: engine


def _with_transcript(error: Exception, talk: Conversation) -> AssertionError:
    return AssertionError(f"{error!r} after\n" + "\n".join(talk.transcript[-SHOWN:]))


# The real program


class LongThoughts:
    """Searches of a position that nobody can decide, without any limit."""

    few_visits = True

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def begin(self) -> list[str]:
        size = self._rng.choice([13, 15, 20])
        first = f"{self._rng.randrange(4, size - 4)},{self._rng.randrange(4, size - 4)}"
        return ["INFO rule 0", "INFO max_node 0", f"START {size}", f"TURN {first}"]

    def end(self, stopped: bool) -> list[str]:
        return [] if stopped else [self._rng.choice(["YXSTOP", "INFO timeout_turn 0"])]


def fuzz_program(seed: int, lines: int, folder: Path) -> Counter[str]:
    """Fuzz the real program, and leave the last conversation in the folder.

    Raises:
        AssertionError: as `fuzz`, or the program crashed or wrote too much at its end.
    """
    rng = random.Random(seed)
    done = Counter[str]()
    while done["lines"] < lines:
        channel = PipeChannel()
        talk = Conversation(rng, lines - done["lines"], channel, LongThoughts(rng))
        try:
            _converse(channel, talk)
        except Exception as error:
            raise _with_transcript(error, talk) from error
        finally:
            channel.close()
            (folder / "conversation.txt").write_text("\n".join(talk.transcript))
        done.update(lines=talk.sent or 1, replies=talk.checked, programs=1)
    return done


def _converse(channel: PipeChannel, talk: Conversation) -> None:
    for line in talk.script():
        channel.send_bytes(line.encode() + b"\n")
        if parse.command(line).word == "END":
            surplus = channel.wait()
            break
    else:
        surplus = channel.end_input()
    surplus = [text for text in surplus if not text.startswith("MESSAGE")]
    assert not surplus, f"nobody asked for {surplus[0]!r}"


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Fuzz a brain in this process, then the real program, with `effort` lines each."""
    done = fuzz(seed, effort, real_engine=bool(seed % 2))
    return done + fuzz_program(seed, effort, folder)
