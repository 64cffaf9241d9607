"""The manager's side of the protocol with one engine, for one game."""

import errno
import time
from collections.abc import Iterator
from contextlib import suppress

from core.game.board import Board, Point
from core.game.rules import Rule
from core.system.text import shortened
from tournaments.engine.answers import EngineFault, is_choice, is_move, parse_points
from tournaments.engine.game_clock import EngineClock
from tournaments.engine.kept_engines import KeptEngines, end
from tournaments.engine.message_log import MessageLog
from tournaments.engine.pipe_log import PipeLog
from tournaments.engine.process import MOST_OUTPUT, EngineProcess, Line
from tournaments.model import EngineSpec, Reason, Restart, SideReport, TimedMove

START_GRACE = 10.0
"""Seconds an engine may take to answer START, in addition to its tolerance."""

EXIT_GRACE = 0.5
"""Seconds that may pass between the end of an engine's output and its exit code."""

MEMORY_INTERVAL = 0.5
"""Seconds between measurements of an engine's memory, each of which asks the system about every
process and takes longer than a quick engine's move."""

_FULL = {errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC}
"""Error numbers of a machine that cannot start more processes; no engine is to blame for them."""

_SLICE = 0.1


class Client:
    """An engine in a game: call `start`, then `move` on each of its turns, then `close`.

    `close` may be called from another thread at any time, even before the program runs; a call in
    progress then ends in a fault.

    Args:
        spec: the engine and its limits.
        rule: announced by INFO rule.
        size: board edge.
        kept: idle engines of earlier games, which may include this one; none by default.
        log: takes all lines over the pipe, and the standard error; none by default.
    """

    def __init__(
        self,
        spec: EngineSpec,
        rule: Rule,
        size: int,
        kept: KeptEngines | None = None,
        log: PipeLog | None = None,
    ) -> None:
        self.spec = spec
        self.log = log
        self._kept = kept
        self._rule = rule
        self._size = size
        self._clock = EngineClock(spec.clock)
        self._process: EngineProcess | None = None
        self._closed = False
        self._position_sent = False
        self._slowest_ms = 0
        self._peak_memory = 0
        self._memory_checked_at = time.monotonic()

    def start(self) -> None:
        """Start the program, unless it was kept, and have it accept the board.

        Raises:
            EngineFault: it does not start, or does not say OK in time.
            OSError: this machine cannot start more processes.
        """
        if not self._reuse():
            self._launch()
        self._send_infos()

    def _reuse(self) -> bool:
        """Take the engine of an earlier game; return False if none can go on."""
        process = self._kept.take(self.spec, self._size) if self._kept else None
        if self._kept is None or process is None:
            return False
        self._process = process
        process.begin_game(self.log)
        if self._kept.knows_restart(self.spec):
            try:
                self._await_ok("RESTART")
            except EngineFault:
                self._kept.refuses_restart(self.spec)
            else:
                return True
        if self.spec.restart is Restart.OFF and process.is_usable:
            with suppress(EngineFault):  # it may be about to end, which is seen only now
                self._await_ok(f"START {self._size}")
                return True
        end(process)
        return False

    def _launch(self) -> None:
        try:
            self._process = EngineProcess(self.spec.command, self.spec.directory, self.log)
        except OSError as error:
            if error.errno in _FULL:
                raise
            raise EngineFault(Reason.CRASH, f"cannot be started: {error.strerror}") from error
        if self._closed:  # by another thread, which saw no process
            self.close()
            raise EngineFault(Reason.CRASH, "was closed before it ran")
        self._process.send("ABOUT")
        self._await_ok(f"START {self._size}", about=True)

    def restart(self) -> None:
        """Begin another game with the same program: the next `move` sends its whole position.

        Raises:
            EngineFault: it does not say OK in time.
        """
        assert self._process is not None
        self._process.drop_unread()
        self._await_ok(f"START {self._size}")
        self._send_infos()
        self._position_sent = False

    @property
    def time_left(self) -> float | None:
        """Seconds left of the match time, None for no limit."""
        return self._clock.left

    def set_time_left(self, seconds: float) -> None:
        """Set the match time that the engine has left, where another clock keeps it."""
        self._clock.set_left(seconds)

    def _send_infos(self) -> None:
        infos: list[tuple[str, object]] = [
            *self._clock.infos(),
            ("max_memory", self.spec.max_memory),
            *self._handicaps(),
            ("game_type", 1),
            ("rule", self._rule.value),
            *self.spec.options,
        ]
        for key, value in infos:
            self._send(f"INFO {key} {value}")

    def _handicaps(self) -> list[tuple[str, object]]:
        """Return the search limits, under the INFO keys that Yixin introduced."""
        limits = (("max_node", self.spec.nodes), ("max_depth", self.spec.depth))
        return [(key, limit) for key, limit in limits if limit is not None]

    def move(self, board: Board) -> TimedMove:
        """Ask for the next move in this position, in which the engine is to move.

        Raises:
            EngineFault: no move in time, a move with a number too long for any board, or the
                engine died or took too much memory. The referee judges whether the move is legal.
        """
        assert self._process is not None
        self._process.drop_unread()
        self._send(f"INFO time_left {self._clock.time_left_ms}")
        asked = self._ask(board)
        point, answered, messages = self._await_move(asked)
        return TimedMove(*point, self._charge(answered - asked), messages)

    def choose(self, board: Board) -> tuple[str, int]:
        """Ask the swap2 question of this position; return `SWAP` or `x,y x,y...`, and the
        milliseconds.

        Raises:
            EngineFault: as in `move`, or the engine does not know swap2. The answer itself is not
                checked.
        """
        assert self._process is not None
        self._process.drop_unread()
        self._send(f"INFO time_left {self._clock.time_left_ms}")
        self._send("SWAP2BOARD")
        for x, y, _ in board.stones():
            self._send(f"{x},{y}")
        asked = self._send("DONE")
        answer, answered = self._await_choice(asked)
        return answer, self._charge(answered - asked)

    def _charge(self, took: float) -> int:
        """Charge the seconds of an answer to the clock; return them in milliseconds."""
        ms = self._note_time(took)
        self._watch_memory()
        self._clock.spend(took)
        return ms

    def _note_time(self, took: float) -> int:
        """Note the seconds of a move for the report; return them in milliseconds."""
        ms = round(took * 1000)
        self._slowest_ms = max(self._slowest_ms, ms)
        return ms

    def close(self, *, keep: bool = False) -> None:
        """Send END and make sure that no process of the engine is left.

        Args:
            keep: keep the engine for the next game instead, if its settings ask for it.
        """
        self._closed = True
        if self._process is None:
            return
        if not (keep and self._kept and self._kept.keep(self.spec, self._size, self._process)):
            end(self._process)

    def report(self, forfeited: bool) -> SideReport:
        """Return the resources used, with the transcript if the game was forfeited."""
        transcript = self._process.transcript if forfeited and self._process else ()
        return SideReport(self._slowest_ms, self._peak_memory, transcript)

    # ---- asking -----------------------------------------------------------------------------

    def _send(self, line: str) -> float:
        assert self._process is not None
        return self._process.send(line)

    def _ask(self, board: Board) -> float:
        """Send the request for a move; the clock starts when its last line is handed over."""
        stones = board.stones()
        if self._position_sent:
            x, y, _ = stones[-1]
            return self._send(f"TURN {x},{y}")
        self._position_sent = True
        if not stones:
            return self._send("BEGIN")
        *lines, done = board_lines(board)
        for line in lines:
            self._send(line)
        return self._send(done)

    # ---- waiting ----------------------------------------------------------------------------

    def _await_ok(self, command: str, *, about: bool = False) -> None:
        """Send START or RESTART, and wait for its OK.

        Args:
            about: the engine owes its answer to ABOUT, which may be an ERROR, before that.
        """
        name = command.split()[0]
        refusals = ("ERROR", "UNKNOWN") if name == "RESTART" else ("ERROR",)  # ABOUT may be unknown
        grace = START_GRACE + self.spec.tolerance
        asked = self._send(command)
        for line in self._lines(asked, asked + grace, f"no OK to {name} within {grace:g} s"):
            word = (line.text or "").upper()
            if word == "OK":
                return
            if word.startswith(refusals) and not about:
                raise EngineFault(Reason.CRASH, f"refused {name}: {shortened(line.text or '')}")
            about = about and word.startswith(("MESSAGE", "DEBUG"))

    def _await_move(self, asked: float) -> tuple[Point, float, tuple[str, ...]]:
        messages = MessageLog()
        for line in self._lines_in_time(asked):
            text = line.text or ""
            if is_move(text):
                return parse_points(text)[0], line.at, messages.lines
            messages.add(text)
        raise AssertionError("unreachable: the lines end in a fault")

    def _await_choice(self, asked: float) -> tuple[str, float]:
        for line in self._lines_in_time(asked):
            text = (line.text or "").upper()
            if is_choice(text):
                return text, line.at
            if text.startswith(("ERROR", "UNKNOWN")):
                refusal = shortened(line.text or "")
                raise EngineFault(Reason.CRASH, f"refused swap2: {refusal}")
        raise AssertionError("unreachable: the lines end in a fault")

    def _lines_in_time(self, asked: float) -> Iterator[Line]:
        """Yield the lines that arrive within the time limit of a move."""
        limit = self._clock.limit
        if limit is None:
            yield from self._lines(asked, None, "")
            return
        late = f"no move within {limit:g} s" if limit > 0 else "its time for the game is used up"
        try:
            yield from self._lines(asked, asked + limit + self.spec.tolerance, late)
        except EngineFault as fault:
            if fault.reason is Reason.TIME:
                self._note_time(time.monotonic() - asked)
            raise

    def _lines(self, asked: float, deadline: float | None, late: str) -> Iterator[Line]:
        """Yield the engine's lines as they arrive, skipping those from before `asked`.

        Raises:
            EngineFault: the deadline has passed.
        """
        while True:
            line = self._next_line(deadline, late)
            if deadline is not None and line.at > deadline:
                raise EngineFault(Reason.TIME, late)
            if line.at >= asked:
                yield line

    def _next_line(self, deadline: float | None, late: str) -> Line:
        """Return the next line; check the deadline, the process and its memory while waiting."""
        assert self._process is not None
        has_ended = False
        while True:
            line = self._process.receive(_wait(deadline))
            now = time.monotonic()
            self._watch_memory()  # also while it prints a lot
            if line is not None and line.text is not None:
                return line
            if line is not None or has_ended:
                raise EngineFault(Reason.CRASH, self._crash_details())
            has_ended = self._process.exit_code is not None  # its children may hold the pipe
            if deadline is not None and now > deadline:
                raise EngineFault(Reason.TIME, late)
            if self._process.input_closed:
                raise EngineFault(Reason.CRASH, "closed its input")

    def _crash_details(self) -> str:
        assert self._process is not None
        if self._process.flooded:
            return f"printed more than {MOST_OUTPUT >> 20} MiB without being spoken to"
        code = self._process.exit_within(EXIT_GRACE)
        return "closed its output" if code is None else f"exited unexpectedly with code {code}"

    def _watch_memory(self) -> None:
        """Check the memory if that is due."""
        if time.monotonic() - self._memory_checked_at > MEMORY_INTERVAL:
            self.check_memory()

    def check_memory(self) -> None:
        """Measure the memory of the engine's processes.

        Raises:
            EngineFault: it is more than allowed.
        """
        assert self._process is not None
        used = self._process.memory()
        self._memory_checked_at = time.monotonic()
        self._peak_memory = max(self._peak_memory, used)
        if self.spec.max_memory and used > self.spec.max_memory:
            allowed = self.spec.max_memory / 2**20
            text = f"used {used / 2**20:.0f} MiB of private memory, {allowed:.0f} MiB allowed"
            raise EngineFault(Reason.MEMORY, text)


def board_lines(board: Board) -> list[str]:
    """Return the lines of BOARD for a position, from the side to move."""
    stones = [f"{x},{y},{1 if colour == board.to_move else 2}" for x, y, colour in board.stones()]
    return ["BOARD", *stones, "DONE"]


def _wait(deadline: float | None) -> float:
    """Return the seconds to wait for a line before checking again."""
    if deadline is None:
        return _SLICE
    return min(_SLICE, max(deadline - time.monotonic(), 0.001))
