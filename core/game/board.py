"""The board: a position with its side to move, make and unmake, hash, wins and fouls."""

import cython
from cython.cimports.core.game.lines import (
    C_CLASSES,
    C_FIVE,
    C_FOUL,
    C_OPEN_THREE,
    L_FIVE,
    L_OPEN_FOUR,
    L_OPEN_THREE,
    L_OVERLINE,
    RULE_RENJU,
)
from cython.cimports.core.game.squares import (
    S_BLACK,
    S_EMPTY,
    S_WALL,
    S_WHITE,
    SIDE_KEY,
    SQUARES,
    STEP,
    STRIDE,
    ZOBRIST,
    Squares,
    enemy_of,
)
from cython.cimports.libc.string import memcpy

from core.game.lines import CELL_CLASS_NAMES
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule

Point = tuple[int, int]
"""(x, y), zero-based: x is the column from the left, y the row from the top."""

EMPTY = 0
BLACK = 1
WHITE = 2
WALL = 3  # a square nobody may use and no line crosses

_FOUL_NAMES = {OVERLINE: "overline", DOUBLE_FOUR: "double four", DOUBLE_THREE: "double three"}


def other(colour):
    """Return WHITE for BLACK and BLACK for WHITE."""
    return BLACK + WHITE - colour


class IllegalMove(ValueError):
    """A move outside the board, on a taken square or after the end. The message says which."""


class ForbiddenMove(IllegalMove):
    """A renju foul by Black; `foul` is `overline`, `double four` or `double three`."""

    def __init__(self, x, y, foul):
        super().__init__(f"{x},{y} is forbidden to Black: {foul}")
        self.foul = foul


@cython.final
@cython.cclass
class Board(Squares):
    """A position: stones, side to move, hash and winner, with take-back.

    Args:
        size: edge of the square board, 5 to 22.
        rule: decides wins and fouls.

    Raises:
        ValueError: an unsupported size.
    """

    def __init__(self, size, rule=Rule.FREESTYLE):
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise ValueError(f"board size {size} is not supported: use {MIN_SIZE} to {MAX_SIZE}")
        self._rule = rule
        self._setup = []
        self.played = 0
        self.side = S_BLACK
        self.won_by = S_EMPTY
        self._clear(size, rule.value)

    def make(self, square: cython.int) -> cython.void:
        """Play a move for the side to move, which the caller knows to be legal."""
        if self.squares[square].cls[self.side - 1] == C_FIVE:
            self.won_by = self.side
        self.put(square, self.side)
        self.history[self.played] = square
        self.played += 1
        self._pass_turn()

    def unmake(self) -> cython.void:
        """Take back the last `make`."""
        self.played -= 1
        self.lift(self.history[self.played])
        self.won_by = S_EMPTY
        self._pass_turn()

    def _pass_turn(self) -> cython.void:
        self.side = enemy_of(self.side)
        self.hash ^= SIDE_KEY

    def hash_after(self, square: cython.int) -> cython.ulonglong:
        """Return the hash after a move of the side to move."""
        return self.hash ^ ZOBRIST[self.side][square] ^ SIDE_KEY

    def foul_at(self, square: cython.int) -> cython.int:
        """Return the foul that Black would commit on an empty square: NO_FOUL, OVERLINE, ..."""
        nibbles: cython.uint = self.squares[square].nibbles
        cls: cython.int = self.squares[square].cls[0]
        d: cython.int
        threes: cython.int = 0
        if self.rule_code != RULE_RENJU or cls < C_FOUL:
            return NO_FOUL
        if cls == C_FOUL:
            for d in range(4):
                if (nibbles >> (4 * d)) & 15 == L_OVERLINE:
                    return OVERLINE
            return DOUBLE_FOUR
        self.put(square, S_BLACK)
        for d in range(4):
            if (nibbles >> (4 * d)) & 15 == L_OPEN_THREE:
                # A true three: Black may extend it to a straight four at one of its ends.
                threes += self._extends(square, STEP[d], d) or self._extends(square, -STEP[d], d)
        self.lift(square)
        return DOUBLE_THREE if threes >= 2 else NO_FOUL

    def _extends(self, square: cython.int, step: cython.int, d: cython.int) -> cython.bint:
        """Return whether the first gap this way makes a straight four and is no foul or five."""
        at: cython.int = square + step
        while self.squares[at].stone == S_BLACK:
            at += step
        if self.squares[at].stone != S_EMPTY or self.squares[at].line[d] & 15 != L_OPEN_FOUR:
            return False
        return self.squares[at].cls[0] != C_FIVE and self.foul_at(at) == NO_FOUL

    def legal_for(self, square: cython.int, colour: cython.int) -> cython.bint:
        if self.squares[square].stone != S_EMPTY:
            return False
        return colour == S_WHITE or self.foul_at(square) == NO_FOUL

    def has_legal_move(self) -> cython.bint:
        """Return whether the side to move may play any empty square."""
        square: cython.int = STRIDE
        if self.rule_code != RULE_RENJU:
            return self.empties > 0
        while square < SQUARES - STRIDE and not self.legal_for(square, self.side):
            square += 1
        return square < SQUARES - STRIDE

    def square_of(self, x: cython.int, y: cython.int) -> cython.int:
        if not (0 <= x < self.edge and 0 <= y < self.edge):
            raise IllegalMove(f"{x},{y} is outside the {self.edge}x{self.edge} board")
        return (y + 1) * STRIDE + x + 1

    def point_of(self, square: cython.int) -> tuple:
        return (square % STRIDE - 1, square // STRIDE - 1)

    @staticmethod
    def from_stones(size, rule, stones, to_move=None):
        """Build a board from (x, y, colour) triples in play order.

        Any order and any counts are accepted, fouls and overlong games included: the position is
        taken as given. Managers list stones in any order, so it does not decide the winner: where
        only exactly five wins, a row of six is none, whichever of its stones comes last. `undo`
        takes stones back if they can be a game in play order. A colour may be WALL. Without
        `to_move` Black is to move if the counts are equal, else the side with fewer stones.

        Raises:
            IllegalMove: a stone outside the board or on a taken square.
            ValueError: a colour that is none of BLACK, WHITE and WALL, or a side to move that is
                neither BLACK nor WHITE.
        """
        board: Board = Board(size, rule)
        board._set_up(list(stones), to_move)
        return board

    def _set_up(self, stones: list, to_move: object):
        if to_move not in (None, BLACK, WHITE):
            raise ValueError(f"to_move={to_move} is none of 1 (Black), 2 (White)")
        for x, y, colour in stones:
            if colour not in (BLACK, WHITE, WALL):
                raise ValueError(
                    f"{x},{y}: colour {colour} is none of 1 (Black), 2 (White), 3 (wall)"
                )
        walls: list = [s for s in stones if s[2] == WALL]
        placed: list = [s for s in stones if s[2] != WALL]
        behind = WHITE if _count(placed, BLACK) > _count(placed, WHITE) else BLACK
        self._place_walls(walls)
        self._setup = walls
        if to_move is None:
            to_move = behind
        if to_move == behind and _alternates(placed) and self._play_all(placed):
            return
        self._setup = walls + placed
        for x, y, colour in placed:
            self.put(self._free_square(x, y), colour)
        if to_move == WHITE:
            self._pass_turn()
        self._find_winner()

    def _play_all(self, moves: list) -> cython.bint:
        """Play the moves of a game; take them back and return False if it goes on after its end."""
        for x, y, _colour in moves:
            if self.won_by != S_EMPTY:
                while self.played:
                    self.unmake()
                return False
            self.make(self._free_square(x, y))
        return True

    def _place_walls(self, walls: list):
        if not walls:
            return
        square: cython.int
        for x, y, _colour in walls:
            square = self._free_square(x, y)
            self.squares[square].stone = S_WALL
            self.hash ^= ZOBRIST[S_WALL][square]
            self.empties -= 1
        self._measure()

    def _find_winner(self):
        """Set the winner to the side that has a winning line, Black if both have."""
        if self._line_of(S_BLACK):
            self.won_by = S_BLACK
        elif self._line_of(S_WHITE):
            self.won_by = S_WHITE

    def _free_square(self, x: cython.int, y: cython.int) -> cython.int:
        square: cython.int = self.square_of(x, y)
        if self.squares[square].stone != S_EMPTY:
            raise IllegalMove(f"{x},{y} is taken")
        return square

    def copy(self):
        clone: Board = Board(self.edge, self._rule)
        clone._copy_squares(self)
        memcpy(clone.history, self.history, cython.sizeof(self.history))
        clone.played = self.played
        clone.side = self.side
        clone.won_by = self.won_by
        clone._setup = list(self._setup)
        return clone

    @property
    def size(self):
        return self.edge

    @property
    def rule(self):
        return self._rule

    @property
    def to_move(self):
        return self.side

    @property
    def ply(self):
        """Stones on the board, walls not counted."""
        return self.stones_on_board

    @property
    def key(self):
        """64-bit Zobrist hash of stones, walls and side to move."""
        return self.hash

    @property
    def winner(self):
        """BLACK or WHITE once a move made a winning line, else EMPTY."""
        return self.won_by

    @property
    def full(self):
        return self.empties == 0

    @property
    def over(self):
        """True if the game is won, or drawn since the side to move has no legal move."""
        return self.won_by != S_EMPTY or not self.has_legal_move()

    def cell(self, x: cython.int, y: cython.int):
        return self.squares[self.square_of(x, y)].stone

    def play(self, x: cython.int, y: cython.int):
        """Play a move for the side to move.

        Raises:
            IllegalMove: outside, taken, or the game is over.
            ForbiddenMove: a renju foul by Black.
        """
        square: cython.int = self.square_of(x, y)
        if self.won_by != S_EMPTY:
            raise IllegalMove(f"{x},{y}: the game is over")
        square = self._free_square(x, y)
        if self.side == S_BLACK:
            foul: cython.int = self.foul_at(square)
            if foul != NO_FOUL:
                raise ForbiddenMove(x, y, _FOUL_NAMES[foul])
        self.make(square)

    def undo(self):
        """Take back the last move and return it.

        Raises:
            IllegalMove: there is nothing to take back.
        """
        if self.played == 0:
            raise IllegalMove("there is no move to take back")
        point = self.point_of(self.history[self.played - 1])
        self.unmake()
        return point

    def foul(self, x: cython.int, y: cython.int):
        """Return the renju foul of a black stone here, or None; the side to move is ignored."""
        square: cython.int = self.square_of(x, y)
        if self.squares[square].stone != S_EMPTY:
            return None
        return _FOUL_NAMES.get(self.foul_at(square))

    def line_classes(self, x: cython.int, y: cython.int):
        """Return the pairs (Black's, White's) of line classes of an empty point, or None.

        The pairs stand for the directions right, down, down-right and up-right; the classes are
        those of `core.game.lines`. None if the point is taken.
        """
        square: cython.int = self.square_of(x, y)
        d: cython.int
        if self.squares[square].stone != S_EMPTY:
            return None
        nibbles: cython.uint = self.all_nibbles(square)
        return [((nibbles >> (4 * d)) & 15, (nibbles >> (16 + 4 * d)) & 15) for d in range(4)]

    def class_counts(self, colour: cython.int):
        """Return the number of empty squares of each of CELL_CLASS_NAMES for BLACK or WHITE."""
        return [len(points) for points in self._points_by_class(colour)]

    def threats(self, colour: cython.int):
        """Return the empty squares, by class, where BLACK or WHITE makes an open three or more."""
        cls: cython.int
        by_class: list = self._points_by_class(colour)
        return {
            CELL_CLASS_NAMES[cls]: by_class[cls]
            for cls in range(C_OPEN_THREE, C_CLASSES)
            if by_class[cls]
        }

    def _points_by_class(self, colour: cython.int) -> list:
        """Return the empty points of each class, row by row."""
        if colour not in (BLACK, WHITE):
            raise ValueError(f"colour {colour} is none of 1 (Black), 2 (White)")
        by_class: list = [[] for _ in range(C_CLASSES)]
        square: cython.int
        for square in range(SQUARES):
            if self.squares[square].stone == S_EMPTY:
                by_class[self.cell_class(square, colour - 1)].append(self.point_of(square))
        return by_class

    def forbidden_points(self):
        """Return all empty points where Black would commit a foul; none outside renju."""
        return [p for p in self._empty_points() if self.foul_at(self.square_of(p[0], p[1]))]

    def legal_moves(self):
        """Return the points that the side to move may play, row by row; none after the end."""
        if self.won_by != S_EMPTY:
            return []
        return [
            p for p in self._empty_points() if self.legal_for(self.square_of(p[0], p[1]), self.side)
        ]

    def _empty_points(self) -> list:
        x: cython.int
        y: cython.int
        points: list = []
        for y in range(self.edge):
            for x in range(self.edge):
                if self.squares[(y + 1) * STRIDE + x + 1].stone == S_EMPTY:
                    points.append((x, y))
        return points

    def stones(self):
        """Return the stones as (x, y, colour) in play order, walls first."""
        played: list = []
        i: cython.int
        for i in range(self.played):
            x, y = self.point_of(self.history[i])
            played.append((x, y, self.squares[self.history[i]].stone))
        return [*self._setup, *played]

    def cells(self):
        """Return the board row by row as the side to move sees it, `size * size` bytes.

        0 is an empty cell, 1 a stone of the side to move, 2 a stone of the other side.
        """
        cells = bytearray(self.edge * self.edge)
        x: cython.int
        y: cython.int
        stone: cython.int
        at: cython.int = 0
        for y in range(1, self.edge + 1):
            for x in range(1, self.edge + 1):
                stone = self.squares[y * STRIDE + x].stone
                if stone != S_EMPTY:
                    cells[at] = 1 if stone == self.side else 2
                at += 1
        return bytes(cells)

    def winning_line(self):
        """Return the points of the run that won, else an empty list."""
        return self._line_of(self.won_by) if self.won_by != S_EMPTY else []

    def _line_of(self, colour: cython.int) -> list:
        """Return the points of a run of a colour that wins, else an empty list."""
        square: cython.int
        d: cython.int
        line: cython.int
        shift: cython.int = 0 if colour == S_BLACK else 4
        for square in range(SQUARES):
            if self.squares[square].stone == colour:
                for d in range(4):
                    line = self.line_table[self.squares[square].code[d]]
                    if line >> shift & 15 == L_FIVE:
                        return self._run(square, d)
        return []

    def _run(self, square: cython.int, d: cython.int) -> list:
        """Return the points of the run through a stone, from one end to the other."""
        colour: cython.int = self.squares[square].stone
        points: list = []
        while self.squares[square - STEP[d]].stone == colour:
            square -= STEP[d]
        while self.squares[square].stone == colour:
            points.append(self.point_of(square))
            square += STEP[d]
        return points


@cython.cfunc
def _count(stones: list, colour: object):
    return sum(1 for stone in stones if stone[2] == colour)


@cython.cfunc
def _alternates(stones: list):
    """Return whether the stones can have been played in this order, Black first."""
    return all(stone[2] == (WHITE if i % 2 else BLACK) for i, stone in enumerate(stones))
