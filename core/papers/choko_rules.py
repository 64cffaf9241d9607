"""The game of Choko, as ChokoZero describes it (section 1.1 and 3.1).

Two players, Blue first, on five by five squares, with twelve pieces each to place. A turn is a
*drop* of a piece from the hand on an empty square, a *move* of a piece to an empty orthogonal
neighbour, or a *jump* over an enemy's piece to the empty square behind it, which captures that
piece and then any other one of the enemy's. A player who drops while nobody holds the *drop
initiative* gets it; it forces the opponent to drop too, until its holder moves or jumps.

Three cases that the paper does not cover are settled so: the initiative is lost when its holder has
no pieces left to drop (the paper says that an opponent can capture again once a player has run out
of pieces to place), and when the opponent has none left; and a jump that captures the enemy's last
piece captures no other.
"""

import cython

SIZE = EDGE
SQUARES = CELLS
PIECES = 12

DROPS = FIRST_MOVE
MOVES = FIRST_JUMP - FIRST_MOVE
ACTIONS = FIRST_JUMP + MOVES * SQUARES
"""2,625: a drop on each square; a step from each square in each direction; a jump from each square
in each direction with each square as the extra capture."""

MOST_ACTIONS = LAST_PLY
"""A game of this many actions of both players together is a draw."""

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_WAY_NAMES = ("up", "right", "down", "left")
"""The four directions: their steps and their names."""

BLUE, RED = 1, -1
NOBODY = 0

PLANES = 7
"""Planes of `ChokoPosition.planes`."""

_near = cython.declare(cython.schar[WAYS])  # by 4 * square + direction; -1 outside the board
_far = cython.declare(cython.schar[WAYS])


@cython.cfunc
def _fill_tables() -> cython.void:
    square: cython.int
    direction: cython.int
    for square in range(CELLS):
        for direction in range(4):
            near, far = neighbour(square, direction, 1), neighbour(square, direction, 2)
            _near[4 * square + direction] = -1 if near is None else near
            _far[4 * square + direction] = -1 if far is None else far


def neighbour(square, direction, distance):
    """Return the square at this distance, or None outside the board."""
    dx, dy = STEPS[direction]
    x, y = square % SIZE + distance * dx, square // SIZE + distance * dy
    return y * SIZE + x if 0 <= x < SIZE and 0 <= y < SIZE else None


@cython.final
@cython.cclass
class ChokoPosition:
    """A position of Choko; it never changes.

    Args:
        cells: BLUE, RED or NOBODY, row by row from the top left.
        hands: pieces that Blue and Red have left to drop.
        to_move: BLUE or RED.
        initiative: holder of the drop initiative, or NOBODY.
        played: actions so far.
        taken: pieces captured by the last action.

    Raises:
        ValueError: there are not 25 cells.
    """

    def __init__(
        self, cells=(0,) * CELLS, hands=(12, 12), to_move=1, initiative=0, played=0, taken=0
    ):
        square: cython.int
        if len(cells) != CELLS:
            raise ValueError(f"Choko has {CELLS} cells, not {len(cells)}")
        for square in range(CELLS):
            self.board[square] = cells[square]
        self.hand_of_blue, self.hand_of_red = hands
        self.to_move = to_move
        self.initiative = initiative
        self.played = played
        self.taken = taken

    def __eq__(self, other):
        return isinstance(other, ChokoPosition) and self._state() == other._state()

    def __hash__(self):
        return hash(self._state())

    def __repr__(self):
        return f"ChokoPosition{self._state()}"

    def _state(self):
        return (self.cells, self.hands, self.to_move, self.initiative, self.played, self.taken)

    @property
    def cells(self):
        """The squares' owners, row by row from the top left."""
        return tuple([self.board[square] for square in range(CELLS)])

    @property
    def hands(self):
        """The pieces that Blue and Red have left to drop."""
        return self.hand_of_blue, self.hand_of_red

    @property
    def winner(self):
        """The player who has captured all of the opponent's pieces, or NOBODY."""
        if self._pieces(-1) == 0:
            return BLUE
        return RED if self._pieces(1) == 0 else NOBODY

    @property
    def over(self):
        """True if the game is won, or drawn because the mover cannot move or the game is too
        long."""
        return not self.legal()

    def legal(self):
        """Return the mover's legal actions, by number; none once the game is over."""
        actions: cython.short[ACTIONS_AT_ONCE]
        i: cython.int
        count: cython.int
        if self.found is None:
            count = 0
            if self.played < LAST_PLY and self._pieces(1) and self._pieces(-1):
                count = self._actions(actions)
            self.found = tuple([actions[i] for i in range(count)])
        return self.found

    def play(self, action):
        """Return the position after an action.

        Raises:
            ValueError: the action is not legal here.
        """
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal: {describe(action)}")
        after: ChokoPosition = ChokoPosition.__new__(ChokoPosition)
        after.board = self.board
        after.hand_of_blue, after.hand_of_red = self.hand_of_blue, self.hand_of_red
        after.to_move, after.played = -self.to_move, self.played + 1
        if action >= FIRST_MOVE:
            after._shift(action)
            after.taken = self._pieces(-self.to_move) - after._pieces(-self.to_move)
            return after
        after.board[action] = self.to_move
        after.hand_of_blue -= self.to_move == 1
        after.hand_of_red -= self.to_move == -1
        if after.hand_of_blue and after.hand_of_red:
            after.initiative = self.initiative or self.to_move
        return after

    def planes(self):
        """Return seven planes of 25 bytes, one after the other.

        The mover's pieces, the enemy's, ones if the mover, or the enemy, has the drop initiative,
        the mover's hand, the enemy's, and the number of actions so far.
        """
        found: cython.uchar[PLANE_BYTES]
        square: cython.int
        own: cython.int = self.hand_of_blue if self.to_move == 1 else self.hand_of_red
        enemy: cython.int = self.hand_of_red if self.to_move == 1 else self.hand_of_blue
        for square in range(CELLS):
            found[square] = self.board[square] == self.to_move
            found[CELLS + square] = self.board[square] == -self.to_move
            found[2 * CELLS + square] = self.initiative == self.to_move
            found[3 * CELLS + square] = self.initiative == -self.to_move
            found[4 * CELLS + square] = own
            found[5 * CELLS + square] = enemy
            found[6 * CELLS + square] = self.played
        return cython.cast(cython.p_char, found)[:PLANE_BYTES]

    def _pieces(self, player: cython.int) -> cython.int:
        square: cython.int
        count: cython.int = self.hand_of_blue if player == 1 else self.hand_of_red
        for square in range(CELLS):
            count += self.board[square] == player
        return count

    def _actions(self, actions: cython.pointer(cython.short)) -> cython.int:
        """List the mover's actions as if the game were not over; return their number."""
        square: cython.int
        step: cython.int
        near: cython.int
        count: cython.int = 0
        if self.hand_of_blue if self.to_move == 1 else self.hand_of_red:
            for square in range(CELLS):
                if not self.board[square]:
                    actions[count] = square
                    count += 1
        if self.initiative == -self.to_move:
            return count
        for step in range(WAYS):
            near = _near[step]
            if near < 0 or self.board[step // 4] != self.to_move:
                continue
            if not self.board[near]:
                actions[count] = FIRST_MOVE + step
                count += 1
            elif (
                self.board[near] == -self.to_move and _far[step] >= 0 and not self.board[_far[step]]
            ):
                count += self._extras(near, FIRST_JUMP + step * CELLS, actions + count)
        return count

    def _extras(
        self, jumped: cython.int, first: cython.int, actions: cython.pointer(cython.short)
    ) -> cython.int:
        """List the jumps over a piece, one for each piece that may be captured besides; if there is
        none, the one that names the jumped piece."""
        square: cython.int
        count: cython.int = 0
        for square in range(CELLS):
            if self.board[square] == -self.to_move and square != jumped:
                actions[count] = first + square
                count += 1
        if count == 0:
            actions[0] = first + jumped
            count = 1
        return count

    def _shift(self, action: cython.int) -> cython.void:
        """Move the piece of a move or a jump, and remove captured pieces."""
        step: cython.int = action - FIRST_MOVE
        target: cython.int
        if action >= FIRST_JUMP:
            step = (action - FIRST_JUMP) // CELLS
            self.board[_near[step]] = 0
            self.board[(action - FIRST_JUMP) % CELLS] = 0
            target = _far[step]
        else:
            target = _near[step]
        self.board[target] = self.board[step // 4]
        self.board[step // 4] = 0


def name(square):
    """Return the paper's name of a square: A1 is at the top left."""
    return f"{'ABCDE'[square % SIZE]}{square // SIZE + 1}"


def describe(action):
    """Return an action in words."""
    if not 0 <= action < ACTIONS:
        return "there is no such action"
    if action < DROPS:
        return f"drop on {name(action)}"
    code = action - DROPS
    if code < MOVES:
        square, direction = divmod(code, 4)
        return f"move {name(square)} {_WAY_NAMES[direction]}"
    code, taken = divmod(code - MOVES, SQUARES)
    square, direction = divmod(code, 4)
    return f"jump {name(square)} {_WAY_NAMES[direction]}, taking {name(taken)} too"


_fill_tables()
