"""Choko in the terminal, with actions typed as the paper names the squares."""

import re
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from board.board_error import BoardError
from board.choko_session import OPPONENTS, result
from core.papers.choko_rules import (
    BLUE,
    DROPS,
    MOVES,
    RED,
    SIZE,
    SQUARES,
    ChokoPosition,
    describe,
    neighbour,
)

CHOKO_HELP = (
    "type b3 to drop, b3 b4 to move, b3 d3 x e1 to jump and take E1 too, or undo, moves, quit"
)
_TYPED = re.compile(r"([a-e][1-5])(?:\s*-?\s*([a-e][1-5]))?(?:\s*x?\s*([a-e][1-5]))?")
_NAMES = {BLUE: "Blue", RED: "Red"}
_PIECES = {BLUE: ("b", "bold #2f6fb0"), RED: ("r", "bold #b3372b"), 0: (".", "dim")}


def parse_action(text: str, position: ChokoPosition) -> int:
    """Return the legal action that is typed.

    Raises:
        BoardError: it is not an action, or not legal here.
    """
    found = _TYPED.fullmatch(text.strip().lower())
    if found is None:
        raise BoardError(f"{text!r} is not an action: {CHOKO_HELP}")
    squares = [None if name is None else _square(name) for name in found.groups()]
    fitting = [action for action in position.legal() if _fits(action, squares)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise BoardError(f"name the piece to take too: {', '.join(map(describe, fitting))}")
    held = position.initiative not in (0, position.to_move)
    why = f": {_NAMES[-position.to_move]} has the drop initiative, so drop a piece" if held else ""
    raise BoardError(f"{text.strip()} is not legal here{why}")


def _square(name: str) -> int:
    return "abcde".index(name[0]) + SIZE * (int(name[1]) - 1)


def _fits(action: int, squares: list[int | None]) -> bool:
    """Return whether an action begins on the first square, goes to the second and takes the
    third, as far as they are given."""
    origin, target, extra = squares
    if action < DROPS:
        return [action, None, None] == squares
    step, taken = action - DROPS, None
    if step >= MOVES:
        step, taken = divmod(step - MOVES, SQUARES)
    square, direction = divmod(step, 4)
    reached = neighbour(square, direction, 1 if taken is None else 2)
    return [origin, target] == [square, reached] and extra in (None, taken)


def run_choko(opponent: str, plays_red: bool, console: Console | None = None) -> None:
    """Play against one of `OPPONENTS` until the person quits or the input ends."""
    table = _ChokoTable(opponent, plays_red, console or Console(highlight=False))
    try:
        table.play()
    except (EOFError, KeyboardInterrupt):
        table.say("")


class _ChokoTable:
    """A game in progress."""

    def __init__(self, opponent: str, plays_red: bool, console: Console) -> None:
        self._name = opponent
        self._player = OPPONENTS[opponent]()
        self._person = RED if plays_red else BLUE
        self._console = console
        self._path = [ChokoPosition()]

    def say(self, text: str) -> None:
        self._console.print(text, markup=False)

    def play(self) -> None:
        """Alternate actions; after the end of the game, undo and quit still work."""
        self.say(CHOKO_HELP)
        self._show()
        while True:
            position = self._path[-1]
            if not position.over and position.to_move != self._person:
                action = self._player.choose(position)
                self._path.append(position.play(action))
                self._show()
                self.say(f"{self._name}: {describe(action)}.")
            elif not self._ask():
                return

    def _ask(self) -> bool:
        """Handle one line of input; return False when the person quits."""
        position = self._path[-1]
        words: dict[str, Callable[[], None]] = {
            "undo": self._undo,
            "moves": lambda: self.say(", ".join(map(describe, position.legal()))),
            "help": lambda: self.say(CHOKO_HELP),
        }
        prompt = result(position) or _NAMES[position.to_move]
        line = self._console.input(f"{prompt} > ").strip().lower()
        if line in ("quit", "exit", "q"):
            return False
        try:
            words.get(line, lambda: self._act(line))()
        except BoardError as error:
            self.say(str(error))
        return True

    def _act(self, line: str) -> None:
        position = self._path[-1]
        if position.over:
            raise BoardError("the game is over: undo, or quit")
        self._path.append(position.play(parse_action(line, position)))
        self._show()

    def _undo(self) -> None:
        """Return to the person's last turn."""
        while len(self._path) > 1:
            self._path.pop()
            if self._path[-1].to_move == self._person:
                break
        self._show()

    def _show(self) -> None:
        position = self._path[-1]
        self._console.print("  A B C D E", style="dim")
        for y in range(SIZE):
            row = Text().append(f"{y + 1} ", "dim")
            for cell in position.cells[y * SIZE : (y + 1) * SIZE]:
                row.append(*_PIECES[cell]).append(" ")
            self._console.print(row)
        blue, red = position.hands
        holder = _NAMES.get(position.initiative)
        initiative = f"; {holder} has the drop initiative" if holder else ""
        self.say(f"to drop: Blue {blue}, Red {red}{initiative}")
