"""The board in the terminal, with moves typed as h8."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from rich.console import Console
from rich.text import Text

from board.board_error import BoardError
from core.game.board import BLACK, EMPTY, WHITE, Board, IllegalMove, Point
from core.game.notation import (
    COLOUR_NAMES,
    column_letter,
    explain_illegal,
    format_moves,
    format_point,
    parse_point,
    row_number,
)
from core.game.rules import Rule
from core.search.engine import Engine, Report
from core.search.play_levels import LevelPlayer, PlayLevel
from core.search.search_settings import DEFAULT_MEMORY
from core.search.time_management import Budget

SECONDS = 1.0
HELP = "type a move such as h8, or undo, hint, quit"
_STONES = {BLACK: ("●", "bold #000000"), WHITE: ("●", "bold #ffffff")}
_WHITE_WITHOUT_COLOURS = "○"
_EMPTY = ("·", "#6b4a1d")
_FORBIDDEN = ("x", "bold #b01c0c")
_WOOD, _MARKED = "on #c9a05c", "on #8fb3a0"
"""Background of all points, and of the last move and a winning line."""


@dataclass(frozen=True, slots=True)
class TerminalGame:
    """Settings of a game: board size, rule, the person's colour, and Fukumi's limits per move.

    At a `level` Fukumi plays as that says; the limits are for hints then.
    """

    size: int
    rule: Rule
    plays_white: bool
    visits: int | None
    seconds: float | None
    level: PlayLevel | None = None

    def budget(self) -> Budget:
        """Return the budget of a move that begins now."""
        return Budget.from_now(self.seconds, self.visits)


def run(game: TerminalGame, console: Console | None = None) -> None:
    """Play until the person quits or the input ends."""
    table = _Table(game, console or Console(highlight=False))
    try:
        table.play()
    except (EOFError, KeyboardInterrupt):
        table.say("")


class _Table:
    """A game in progress."""

    def __init__(self, game: TerminalGame, console: Console) -> None:
        self._game = game
        self._console = console
        self._board = Board(game.size, game.rule)
        self._engine = Engine()
        self._player = LevelPlayer(game.level, DEFAULT_MEMORY, Random()) if game.level else None
        self._person = WHITE if game.plays_white else BLACK

    def say(self, text: str) -> None:
        self._console.print(text, markup=False)

    def play(self) -> None:
        """Alternate moves; after the end of the game, undo and quit still work."""
        self._show()
        while True:
            if not self._board.over and self._board.to_move != self._person:
                self._reply()
            elif not self._ask():
                return

    def _reply(self) -> None:
        if self._player is None:
            report = self._think()
            move = report.move
        else:
            move, report = self._player.move(self._board)
        self._board.play(*move)
        self._show()
        name = format_point(move, self._game.size)
        level = f" ({self._game.level.name})" if self._game.level else ""
        visits = "1 visit" if report.visits == 1 else f"{report.visits:,} visits"
        self.say(f"Fukumi{level} plays {name} after {visits}.")

    def _think(self) -> Report:
        self._engine.new_game(self._game.size, self._game.rule)
        self._engine.set_position(self._board)
        return self._engine.think(self._game.budget())

    def _ask(self) -> bool:
        """Handle one line of input; return False when the person quits."""
        words: dict[str, Callable[[], None]] = {
            "undo": self._undo,
            "hint": self._hint,
            "help": lambda: self.say(HELP),
        }
        line = self._console.input(f"{self._verdict()} > ").strip().lower()
        if line in ("quit", "exit", "q"):
            return False
        try:
            words.get(line, lambda: self._move(line))()
        except (BoardError, IllegalMove) as error:
            self.say(str(error))
        return True

    def _verdict(self) -> str:
        if self._board.winner:
            return f"{COLOUR_NAMES[self._board.winner]} wins"
        if self._board.over:
            return "A draw"
        return COLOUR_NAMES[self._board.to_move]

    def _move(self, line: str) -> None:
        try:
            point = parse_point(line, self._game.size)
        except ValueError as error:
            raise BoardError(f"{line!r} is not a move: {HELP}") from error
        try:
            self._board.play(*point)
        except IllegalMove as error:
            raise BoardError(explain_illegal(point, self._game.size, error)) from error
        self._show()

    def _undo(self) -> None:
        """Return to the person's last turn."""
        self._board.undo()
        if self._board.to_move != self._person and self._board.ply:
            self._board.undo()
        self._show()

    def _hint(self) -> None:
        if self._board.over:
            raise BoardError("the game is over")
        report = self._think()
        line = format_moves(report.pv[:6], self._game.size)
        self.say(
            f"{line}   ({(report.value + 1) * 50:.0f} % for {COLOUR_NAMES[self._board.to_move]})"
        )

    # ---- drawing ----------------------------------------------------------------------------

    def _show(self) -> None:
        columns = "   " + " ".join(map(column_letter, range(self._board.size)))
        self._console.print(columns, style="dim")
        last = self._board.stones()[-1][:2] if self._board.ply else None
        winning = set(self._board.winning_line())
        forbidden = set(self._board.forbidden_points())
        for y in range(self._board.size):
            row = Text().append(f"{row_number(y, self._board.size):2} ", "dim")
            for x in range(self._board.size):
                text, style = self._cell((x, y), forbidden)
                marked = (x, y) == last or (x, y) in winning
                row.append(text, f"{style} {_MARKED if marked else _WOOD}")
                row.append(" ", _WOOD if x < self._board.size - 1 else "")
            self._console.print(row)

    def _cell(self, point: Point, forbidden: set[Point]) -> tuple[str, str]:
        colour = self._board.cell(*point)
        if colour == EMPTY:
            return _FORBIDDEN if point in forbidden else _EMPTY
        text, style = _STONES[colour]
        plain = colour == WHITE and self._console.color_system is None
        return _WHITE_WITHOUT_COLOURS if plain else text, style
