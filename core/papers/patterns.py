"""The 32 patterns of UCT-ADP and the exponential heuristic (Cao and Lin, formula 3 and figure 3).

The paper counts 32 patterns and shows ten of them. This module has sixteen shapes for each side,
among them every kind that is shown, with the values shown: 10 to the power of the stones in a line
that is open at both ends, one power less where it is closed at one, times the decay factor where
the stones are not adjacent.

Every square keeps, for each direction, the seven cells from it on as a number; a table gives the
shapes that begin there. A stone changes the 28 windows that contain it.
"""

import cython
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import C_FIVE
from cython.cimports.core.game.squares import S_EMPTY, S_WALL, SQUARES, STEP
from cython.cimports.libc.string import memset

DECAY = 0.9
"""Factor of the value of stones that are not adjacent."""

SHAPES = (
    ("-oooo-", 10_000.0),
    ("xoooo-", 1000.0),
    ("ooo-o", 1000.0 * DECAY),
    ("oo-oo", 1000.0 * DECAY),
    ("--ooo--", 1000.0),
    ("x-ooo--", 1000.0),
    ("-oo-o-", 1000.0 * DECAY),
    ("xooo--", 100.0),
    ("x-ooo-x", 100.0),
    ("xoo-o-", 100.0 * DECAY),
    ("xo-oo-", 100.0 * DECAY),
    ("--oo--", 100.0),
    ("--o-o--", 100.0 * DECAY),
    ("-o-o-o-", 100.0 * DECAY * DECAY),
    ("xoo---", 10.0),
    ("--o--", 10.0),
)
"""The shapes of one side with their values: `o` its stone, `-` empty, `x` the enemy's stone or the
edge. Each also stands for its mirror image.
"""

FIVE_WORTH = 100_000.0
"""Value of a winning move: the highest of the heuristic."""

_five = cython.declare(cython.float, FIVE_WORTH)
_value = cython.declare(cython.float[16])
_matches = cython.declare(cython.uint[16384])  # by window, a bit for each pattern


@cython.cfunc
def _fill_tables() -> cython.void:
    index: cython.int
    colour: cython.int
    for index in range(SHAPES_A_SIDE):
        shape, value = SHAPES[index]
        _value[index] = value
        for colour in range(1, 3):
            _mark_windows(shape, colour, (colour - 1) * SHAPES_A_SIDE + index)
            if shape != shape[::-1]:
                _mark_windows(shape[::-1], colour, (colour - 1) * SHAPES_A_SIDE + index)


@cython.cfunc
def _mark_windows(shape: str, colour: cython.int, pattern: cython.int) -> cython.void:
    """Mark the windows that begin with a shape; `x` is the enemy or the edge."""
    allowed: cython.int[WINDOW]  # by cell, a bit for each state
    length: cython.int = len(shape)
    window: cython.int
    i: cython.int
    for i in range(length):
        if shape[i] == "o":
            allowed[i] = 1 << colour
        elif shape[i] == "-":
            allowed[i] = 1 << S_EMPTY
        else:
            allowed[i] = (1 << (3 - colour)) | (1 << S_WALL)
    for window in range(16384):
        for i in range(length):
            if not (allowed[i] >> ((window >> (2 * i)) & 3)) & 1:
                break
        else:
            _matches[window] |= cython.cast(cython.uint, 1) << pattern


@cython.final
@cython.cclass
class Patterns:
    """Pattern counts of a board, updated fast for boards similar to the previous one."""

    def __cinit__(self):
        memset(self.stones, S_WALL, cython.sizeof(self.stones))
        memset(self.count, 0, cython.sizeof(self.count))
        self._read_windows()

    def counts(self, board: Board):
        """Return the number of each pattern on a board: Black's sixteen shapes, then White's."""
        self.update(board)
        return [self.count[i] for i in range(PATTERNS)]

    def heuristic(self, board: Board, x: cython.int, y: cython.int, colour: cython.int):
        """Return the total value of the shapes that a stone of BLACK or WHITE would be part of.

        Raises:
            ValueError: the square is taken.
            IllegalMove: it is outside the board.
        """
        square: cython.int = board.square_of(x, y)
        if board.squares[square].stone != S_EMPTY:
            raise ValueError(f"{x},{y} is taken")
        self.update(board)
        return float(self.worth(board, square, colour))

    def update(self, board: Board) -> cython.void:
        """Bring the counts up to a board, by the squares that have changed since the last one."""
        square: cython.int
        for square in range(SQUARES):
            if self.stones[square] != board.squares[square].stone:
                self.set_square(square, board.squares[square].stone)

    def set_square(self, square: cython.int, stone: cython.int) -> cython.void:
        """Change the state of a square."""
        shift: cython.int = stone - self.stones[square]
        start: cython.int
        d: cython.int
        k: cython.int
        for d in range(4):
            for k in range(WINDOW):
                start = square - k * STEP[d]
                if 0 <= start < SQUARES:
                    self._add(_matches[self.window[d][start]], -1)
                    self.window[d][start] += shift * (1 << (2 * k))
                    self._add(_matches[self.window[d][start]], 1)
        self.stones[square] = stone

    def _add(self, matches: cython.uint, sign: cython.int) -> cython.void:
        pattern: cython.int = 0
        while matches:
            if matches & 1:
                self.count[pattern] += sign
            matches >>= 1
            pattern += 1

    def worth(self, board: Board, square: cython.int, colour: cython.int) -> cython.float:
        """Return the total value of the shapes that a stone on an empty square would be part of.

        These are the shapes that its windows have with the stone and not without: a shape with a
        stone more or less is another shape.
        """
        total: cython.float = 0.0
        start: cython.int
        window: cython.int
        matches: cython.uint
        d: cython.int
        k: cython.int
        if board.squares[square].cls[colour - 1] == C_FIVE:
            return _five
        for d in range(4):
            for k in range(WINDOW):
                start = square - k * STEP[d]
                if 0 <= start < SQUARES:
                    window = self.window[d][start]
                    matches = _matches[window + (colour << (2 * k))] & ~_matches[window]
                    total += _value_of((matches >> ((colour - 1) * SHAPES_A_SIDE)) & 0xFFFF)
        return total

    def _read_windows(self) -> cython.void:
        """Fill the windows of a board that is all walls; cells beyond the array count as walls."""
        d: cython.int
        square: cython.int
        for d in range(4):
            for square in range(SQUARES):
                self.window[d][square] = 0x3FFF


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _value_of(shapes: cython.uint) -> cython.float:
    total: cython.float = 0.0
    shape: cython.int = 0
    while shapes:
        if shapes & 1:
            total += _value[shape]
        shapes >>= 1
        shape += 1
    return total


_fill_tables()
