"""State machine of the protocol: the meaning of each line and the reply owed for it.

Effect of a line that arrives while a move is owed:

| line                                                   | effect                            |
|--------------------------------------------------------|-----------------------------------|
| END, end of input                                      | the brain exits at once           |
| INFO timeout_turn 0, YXSTOP, STOP                      | the move is sent now              |
| any other INFO                                         | stored for the next move          |
| START, RECTSTART, RESTART, BOARD, SWAP2BOARD, YXBOARD, | the search is abandoned without a |
| TAKEBACK                                               | move, then the line is obeyed     |
| anything else                                          | waits until the move is sent      |

The commands of the fourth row replace the position under search; a move for it would be taken as
the answer to the new command. Two managers get it all the same, before the line is obeyed: one that
has just asked for it by the second row, and Yixin-Board, which counts one move for each search and
leaves out the next where it took another position meanwhile. Yixin-Board is known by YXSHOWINFO.

The commands of the last row have replies, which keep the order of their commands; waiting commands
are dropped when a search is abandoned.
"""

import dataclasses
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from core.game.board import IllegalMove, Point
from core.game.rules import Rule
from core.search.search_settings import LEAST_MEMORY
from core.search.time_management import DEFAULT_TURN, Budget, budget
from pbrain import parse
from pbrain.identity import ABOUT
from pbrain.info import MOST_THREADS, ManagerSettings
from pbrain.position import Position
from pbrain.request import Answer, MoveRequest, Request, SearchEngine
from pbrain.reserve import Reserve
from pbrain.swap2_reply import STAGES, Swap2Request
from pbrain.thinker import Thinker
from pbrain.transport import Transport
from pbrain.wording import coordinates, memory_message

DEFAULT_SIZE = 20
"""Board size for a manager that never sends START, as in the official skeleton."""

MOST_LINES = 10_000
"""Limit of the lines kept of a block and of the lines waiting for a move; no manager reaches it."""

STARTUP_CAP = 1.0
"""Upper limit in seconds of the start-up time that is charged to the first move."""

SHORTEST_JUDGED = 0.5
"""Hard limit in seconds below which no start-up is charged: the judge's turns are longer."""

_ABORTING = {"START", "RECTSTART", "RESTART", "BOARD", "SWAP2BOARD", "YXBOARD", "TAKEBACK"}
_IMMEDIATE = {"INFO", "YXSTOP", "STOP"}


@dataclasses.dataclass(slots=True)
class _Block:
    """A multi-line command whose DONE has not arrived yet."""

    word: str
    lines: list[str] = dataclasses.field(default_factory=list)


class Brain:
    """A conversation with a manager, from its first line to END or the end of input.

    Two threads enter: the reader by `run`, the search by `_deliver`. A lock makes each line and
    each answer one step. An answer is sent only if its request is still owed.

    Args:
        transport: source and destination of the lines.
        make_engine: creates the search engine when first needed (see `Thinker`).
        process_started: `time.monotonic()` at the start of the process.
        seed: varies the brain's opening in swap2.
    """

    def __init__(
        self,
        transport: Transport,
        make_engine: Callable[[], SearchEngine],
        process_started: float,
        seed: int = 0,
    ) -> None:
        self._transport = transport
        self._lock = threading.Lock()
        self._thinker = Thinker(make_engine, self._deliver)
        self._settings = ManagerSettings()
        self._told_rule: Rule | None = None
        self._position = Position(DEFAULT_SIZE)
        self._request: Request | None = None
        self._waiting: deque[parse.Command] = deque()
        self._block: _Block | None = None
        self._complaint: str | None = None
        self._moves_are_counted = False
        self._reserve = Reserve()
        self._seed = seed
        self._process_started = process_started
        self._read_at = process_started
        self._seconds_reading = 0.0
        self._startup_charged = False
        self._handlers: dict[str, Callable[[str], None]] = {
            "ABOUT": lambda _rest: self._send(ABOUT),
            "BEGIN": lambda _rest: self._ask_for_move(),
            "BOARD": lambda rest: self._open_block("BOARD", rest),
            "INFO": self._info,
            "PLAY": self._play,
            "RECTSTART": self._start,
            "RESTART": lambda _rest: self._new_game(self._position.size),
            "START": self._start,
            "STOP": self._stop,
            "SWAP2BOARD": lambda rest: self._open_block("SWAP2BOARD", rest),
            "TAKEBACK": self._take_back,
            "TURN": self._turn,
            "YXBOARD": lambda rest: self._open_block("YXBOARD", rest),
            "YXNBEST": self._n_best,
            "YXSHOWFORBID": self._show_forbidden,
            "YXSHOWINFO": self._show_info,
            "YXSTOP": self._stop,
        }

    def run(self) -> None:
        """Answer lines until END or the end of input; no move is printed after that."""
        self._thinker.warm_up(lambda: None)
        going = True
        while going:
            asked_at = time.monotonic()
            line = self._transport.read_line()
            read_at = time.monotonic()
            self._seconds_reading += read_at - asked_at
            with self._lock:
                going = line is not None and self._receive(line, read_at)
        with self._lock:
            self._give_up()
        self._thinker.close()

    def _receive(self, line: str, read_at: float) -> bool:
        """Handle one line; return False for END."""
        command = parse.command(line)
        if command.word == "END":
            return False
        self._read_at = read_at
        if self._block and command.word not in self._handlers:
            self._add_to_block(self._block, line)
        elif not command.word:
            pass
        elif command.word in _IMMEDIATE:
            self._handlers[command.word](command.rest)
        elif self._request and command.word not in _ABORTING:
            if len(self._waiting) < MOST_LINES:
                self._waiting.append(command)
        else:
            if self._request and (self._moves_are_counted or self._request.stop.is_set()):
                self._send_lines(self._request.fallback().lines)
            self._give_up()
            self._obey(command)
        return True

    def _obey(self, command: parse.Command) -> None:
        self._block = None
        handler = self._handlers.get(command.word)
        if handler is None:
            self._send(f"UNKNOWN command {parse.printable(command.word)}")
        else:
            handler(command.rest)

    # Commands

    def _start(self, rest: str) -> None:
        edges = parse.board_size(rest)
        if edges is None:
            self._send("ERROR no board size can be read: give one as in START 15")
        elif edges[0] != edges[1]:
            self._send("ERROR rectangular boards are not supported: use START")
        else:
            self._new_game(edges[0])

    def _new_game(self, size: int) -> None:
        try:
            self._position = Position(size)
        except ValueError as error:
            self._send(f"ERROR {error}")
            return
        self._settings.new_game()
        self._send("OK")
        self._thinker.warm_up(lambda: self._told_rule)

    def _turn(self, rest: str) -> None:
        if self._changed(rest, self._position.place):
            self._ask_for_move()

    def _play(self, rest: str) -> None:
        if point := self._changed(rest, self._position.place):
            self._send(coordinates(point))

    def _take_back(self, rest: str) -> None:
        if self._changed(rest, self._position.remove):
            self._send("OK")

    def _changed(self, rest: str, change: Callable[[Point], None]) -> Point | None:
        """Apply `change` to the line's point and return the point, or None after an ERROR reply."""
        point = parse.point(rest)
        if point is None:
            self._send("ERROR no point can be read: give one as in 7,7")
            return None
        try:
            change(point)
        except IllegalMove as error:
            self._send(f"ERROR {error}")
            return None
        return point

    def _n_best(self, rest: str) -> None:
        self._ask_for_move(n_best=max(1, parse.integer(rest) or 1))

    def _info(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        expected = self._settings.time_left
        self._settings.set(key, value.strip())
        if key.lower() == "time_left" and not self._request:
            self._note_difference(expected, self._settings.time_left)
        if key.lower() == "rule":
            self._told_rule = self._settings.rule
            self._thinker.warm_up(lambda: self._told_rule)
        if key.lower() == "max_memory":
            self._check_memory()
        if self._request and key.lower() == "timeout_turn" and self._settings.timeout_turn == 0:
            self._thinker.hurry(self._request)

    def _note_difference(self, expected: int | None, told: int | None) -> None:
        """Note what the last move cost on the manager's clock beyond our own.

        A larger difference than a lost second is another game, or a clock set by hand.
        """
        if expected is not None and told is not None and 0 < expected - told < 1000:
            self._reserve.note((expected - told) / 1000)

    def _check_memory(self) -> None:
        """Schedule a MESSAGE about too little memory for the next answer: INFO has no reply."""
        allowed = self._settings.resources.max_memory
        too_little = allowed < LEAST_MEMORY
        self._complaint = memory_message(allowed, LEAST_MEMORY) if too_little else None

    def _stop(self, _rest: str) -> None:
        if self._request:
            self._thinker.hurry(self._request)

    def _show_forbidden(self, _rest: str) -> None:
        points = self._position.board(self._settings.rule).forbidden_points()
        self._send("FORBID " + "".join(f"{x:02}{y:02}" for x, y in points) + ".")

    def _show_info(self, _rest: str) -> None:
        self._moves_are_counted = True
        self._send(f"MESSAGE INFO MAX_THREAD_NUM {MOST_THREADS}")

    # Blocks of lines up to DONE

    def _open_block(self, word: str, rest: str) -> None:
        """Begin a block; some clients write all of it on the line of the command."""
        self._block = _Block(word)
        for part in rest.split():
            if self._block:
                self._add_to_block(self._block, part)

    def _add_to_block(self, block: _Block, line: str) -> None:
        if line.strip().upper() != "DONE":
            if len(block.lines) < MOST_LINES:
                block.lines.append(line)
            return
        self._block = None
        if block.word == "SWAP2BOARD":
            self._swap2(block.lines)
            return
        stones = [stone for text in block.lines if (stone := parse.stone(text))]
        self._position.set_up(stones)
        if block.word == "BOARD":
            self._ask_for_move()

    def _swap2(self, lines: list[str]) -> None:
        self._position.play_out(point for text in lines if (point := parse.point(text)))
        if len(self._position) not in STAGES:
            self._send("ERROR a swap2 board has 0, 3 or 5 stones")
            return
        board = self._position.board(self._settings.rule)
        cost = self._budget(len(self._position))
        self._ask(Swap2Request(board, cost, self._settings.resources, self._seed))

    # Requests and answers

    def _ask_for_move(self, n_best: int = 0) -> None:
        board = self._position.board(self._settings.rule)
        if board.full:
            self._send("ERROR the board is full")
            return
        self._ask(MoveRequest(board, self._budget(board.ply), self._settings.resources, n_best))

    def _ask(self, request: Request) -> None:
        self._request = request
        self._settings.ask()
        self._thinker.ask(request)

    def _budget(self, stones: int) -> Budget:
        """Return the budget of the answer to the line just read.

        Without any limit the default turn applies: a manager that waits for a move must get one.
        """
        cells = self._position.size**2
        limits = self._settings.limits()
        reserve = self._reserve.seconds(limits.turn)
        cost = budget(limits, self._read_at, stones, cells, reserve)
        cost = dataclasses.replace(cost, started=self._read_at - self._startup_charge(cost.hard))
        visits = self._settings.max_visits
        if math.isinf(cost.soft) and visits is None:
            return dataclasses.replace(cost, soft=DEFAULT_TURN)
        return dataclasses.replace(cost, visits=visits)

    def _startup_charge(self, hard: float) -> float:
        """Return the start-up time that the manager counts into the first move, in seconds.

        The judge freezes the brain right after START and starts its clock for the first move when
        it thaws the brain, so that clock includes the rest of the start-up. The freeze cannot be
        seen; time not spent waiting for lines is start-up, or at worst the freeze within it. Half a
        turn is charged at most, and nothing in turns shorter than the judge's.
        """
        first, self._startup_charged = not self._startup_charged, True
        if not first or hard < SHORTEST_JUDGED:
            return 0.0
        busy = self._read_at - self._process_started - self._seconds_reading
        return min(max(busy, 0.0), STARTUP_CAP, hard / 2)

    def _deliver(self, request: Request, answer: Answer) -> None:
        """Send an answer if it is still owed, then handle the lines that waited for it."""
        with self._lock:
            if request is not self._request:
                return
            self._settle(request)
            if self._complaint:
                self._send(self._complaint)
                self._complaint = None
            for move in answer.moves:
                self._position.place(move)
            self._send_lines(answer.lines)
            while self._waiting and self._request is None:
                self._read_at = time.monotonic()  # the move before has cost the time until now
                self._obey(self._waiting.popleft())

    def _settle(self, request: Request) -> None:
        used = time.monotonic() - request.budget.started
        if used >= request.budget.soft and not request.stop.is_set():
            self._reserve.note(used - request.budget.soft)
        self._thinker.release(request)
        self._settings.spend(used)
        self._request = None

    def _give_up(self) -> None:
        """Drop the request that is owed, if any, and the commands waiting for its answer."""
        if self._request:
            self._settle(self._request)
        self._waiting.clear()

    def _send_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._send(line)

    def _send(self, line: str) -> None:
        self._transport.write_line(line)
