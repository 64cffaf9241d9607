"""The protocol for bots: one bot, lines in, lines out.

While a bot thinks, END and the end of the input end it without a move, and STOP, YXSTOP and `INFO
timeout_turn 0` have it move at once; other lines wait. All other interruptions are left to the full
brain.
"""

import argparse
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from core.eval.netfile import NetError
from core.game.board import BLACK, WALL, WHITE, Board, Point, other
from core.game.rules import Rule
from core.search.time_management import Limits, budget
from tournaments.bots.manager_lines import HeardLine, manager_lines
from tournaments.bots.move_clock import MoveClock

Stone = tuple[int, int, int]
_LIMITS = {"max_depth": ("depth",), "max_node": ("iterations", "playouts")}
"""INFO keys that limit a search, and the bots' options that they set."""

MOST_STONES = 10_000
"""Stones of a BOARD that are kept, on the board or not."""

_FIELDS = {"1": "own", "2": "enemy", "3": "wall"}


class Bot(Protocol):
    """Interface of a bundled bot: its name, whole-number options, and a move for a position."""

    name: str
    options: dict[str, int]

    def choose(self, board: Board, clock: MoveClock) -> Point:
        """Return a legal move; once the clock is up, within a moment."""


@runtime_checkable
class TunedBot(Bot, Protocol):
    """A bot whose options include real numbers."""

    factors: dict[str, float]


@runtime_checkable
class NetPlayer(Bot, Protocol):
    """A bot that plays with a net of `fukumi papers`."""

    def load(self, path: Path) -> None:
        """Load the net that the bot plays with from a file.

        Raises:
            NetError: the file holds no such net.
        """


@runtime_checkable
class SizedBot(Bot, Protocol):
    """A bot whose nets are each for one size of board."""

    def net_for(self, board: Board) -> object:
        """Return the net for a board.

        Raises:
            ValueError: no net plays its size.
        """


class Session:
    """One bot talking to one manager.

    Args:
        bot: answers the requests for moves.
        lines: the manager's lines, which END ends.
        say: prints one line.
    """

    def __init__(self, bot: Bot, lines: Iterator[HeardLine], say: Callable[[str], None]) -> None:
        self._bot = bot
        self._lines = self._texts(lines)
        self._say = say
        self._info: dict[str, int] = {}
        self._rule = Rule.FREESTYLE
        self._size = 20
        self._stones: list[Stone] = []
        self._to_move: int | None = None

    def run(self) -> None:
        """Obey commands until the end of the lines."""
        for line in self._lines:
            words = line.split(maxsplit=1)
            if words:
                self._obey(words[0].upper(), words[1].strip() if len(words) > 1 else "")

    def _texts(self, lines: Iterator[HeardLine]) -> Iterator[str]:
        for self._newest in lines:
            yield self._newest.text

    def _obey(self, command: str, rest: str) -> None:
        actions: dict[str, Callable[[str], None]] = {
            "ABOUT": self._about,
            "START": self._start,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._board,
            "TAKEBACK": self._take_back,
            "INFO": self._take_info,
            "STOP": self._be_done,
            "YXSTOP": self._be_done,
        }
        action = actions.get(command)
        if action is None:
            self._say(f"UNKNOWN command {command[:40]}")
            return
        try:
            action(rest)
        except (ValueError, IndexError, OverflowError) as error:
            self._say(f"ERROR {error}")

    def _be_done(self, _: str) -> None:
        """Do nothing: a search under way was cut when the line was read."""

    def _about(self, _: str) -> None:
        self._say(
            f'name="{self._bot.name}", version="1.0", author="Fukumi", country="", www="", email=""'
        )

    def _start(self, rest: str) -> None:
        size = int(rest.replace(",", " ").split()[0])
        board = Board(size, self._rule)  # rejects sizes that no bot plays
        if isinstance(self._bot, SizedBot):
            self._bot.net_for(board)
        self._size = size
        self._restart("")

    def _restart(self, _: str) -> None:
        self._stones, self._to_move = [], None
        self._say("OK")

    def _take_info(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        key = key.lower()
        try:
            if isinstance(self._bot, TunedBot) and key in self._bot.factors:
                self._bot.factors[key] = finite_number(value)
                return
            number = int(value)
            if key == "rule":
                self._rule = Rule(number)
        except ValueError:
            return
        self._info[key] = number
        if key in _LIMITS and number <= 0:
            return  # no limit, which is the bot's default
        for option in _LIMITS.get(key, (key,)):
            if option in self._bot.options:
                self._bot.options[option] = number

    def _begin(self, _: str) -> None:
        self._stones, self._to_move = [], None
        self._answer()

    def _turn(self, rest: str) -> None:
        x, y = (int(part) for part in rest.split(","))
        board = self._position()
        board.play(x, y)
        self._stones.append((x, y, other(board.to_move)))
        self._to_move = board.to_move
        self._answer()

    def _board(self, _: str) -> None:
        given: list[tuple[int, int, str]] = []
        for line in self._lines:
            if line.upper() == "DONE":
                break
            parts = [part.strip() for part in line.split(",")]
            if len(parts) == 3 and parts[2] in _FIELDS and len(given) < MOST_STONES:
                given.append((int(parts[0]), int(parts[1]), _FIELDS[parts[2]]))
        counts = {
            field: sum(1 for stone in given if stone[2] == field) for field in ("own", "enemy")
        }
        own = BLACK if counts["own"] >= counts["enemy"] else WHITE
        colours = {"own": own, "enemy": other(own), "wall": WALL}
        self._stones = [(x, y, colours[field]) for x, y, field in given]
        self._to_move = own
        self._answer()

    def _take_back(self, rest: str) -> None:
        x, y = (int(part) for part in rest.split(","))
        removed = [stone for stone in self._stones if stone[:2] == (x, y)]
        if not removed:
            raise ValueError(f"there is no stone on {x},{y}")
        self._stones.remove(removed[0])
        self._to_move = removed[0][2]
        self._say("OK")

    def _position(self) -> Board:
        return Board.from_stones(self._size, self._rule, self._stones, self._to_move)

    def _answer(self) -> None:
        started = time.monotonic()
        board = self._position()
        if board.over:
            raise ValueError("no legal move is left")
        limits = Limits.from_protocol(
            self._info.get("timeout_turn"),
            self._info.get("timeout_match"),
            self._info.get("time_left"),
        )
        allowed = budget(limits, started, board.ply, board.size**2)
        x, y = self._bot.choose(board, MoveClock(allowed, self._newest.cut))
        if self._newest.left.is_set():
            return
        self._stones.append((x, y, board.to_move))
        self._to_move = other(board.to_move)
        self._say(f"{x},{y}")


def main(make: Callable[[], Bot]) -> None:
    """Run a bot over stdin and stdout, with options from the command line.

    Args:
        make: makes the bot; one with a net also gets the option `--net`.
    """
    parser = argparse.ArgumentParser()
    try:
        bot = make()
        given = _options(parser, bot)
        net = given.pop("net", None)
        if net is not None and isinstance(bot, NetPlayer):
            bot.load(net)
    except NetError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if isinstance(bot, TunedBot):
        bot.factors.update({key: given.pop(key) for key in bot.factors})
    bot.options.update(given)
    Session(bot, manager_lines(), _print_line).run()


def _options(parser: argparse.ArgumentParser, bot: Bot) -> dict[str, Any]:
    """Return the values of the bot's options and factors, and `net` for a bot with a net."""
    parser.description = f"The bundled bot {bot.name}, a protocol engine."
    for key, default in bot.options.items():
        parser.add_argument(f"--{key}", type=int, default=default, help=f"default {default}")
    if isinstance(bot, TunedBot):
        for key, factor in bot.factors.items():
            parser.add_argument(
                f"--{key}", type=finite_number, default=factor, help=f"default {factor:g}"
            )
    if isinstance(bot, NetPlayer):
        parser.add_argument("--net", "--weights", type=Path, help="another net of `fukumi papers`")
    return vars(parser.parse_args())


def finite_number(text: str) -> float:
    """Return the number that a text holds.

    Raises:
        ValueError: it holds none, or one that is not finite.
    """
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not finite")
    return number


def _print_line(text: str) -> None:
    try:
        sys.stdout.buffer.write(text.encode() + b"\n")
        sys.stdout.buffer.flush()
    except OSError:
        os._exit(0)  # nobody is listening any more
