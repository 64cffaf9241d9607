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

from dataclasses import dataclass
from functools import cache, lru_cache

SIZE = 5
SQUARES = SIZE * SIZE
PIECES = 12

DROPS = SQUARES
MOVES = 4 * SQUARES
ACTIONS = DROPS + MOVES + MOVES * SQUARES
"""2,625: a drop on each square; a step from each square in each direction; a jump from each square
in each direction with each square as the extra capture."""

MOST_ACTIONS = 100
"""A game of this many actions of both players together is a draw."""

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

BLUE, RED = 1, -1
NOBODY = 0


@cache
def neighbour(square: int, direction: int, distance: int) -> int | None:
    """Return the square at this distance, or None outside the board."""
    dx, dy = STEPS[direction]
    x, y = square % SIZE + distance * dx, square // SIZE + distance * dy
    return y * SIZE + x if 0 <= x < SIZE and 0 <= y < SIZE else None


@dataclass(frozen=True, slots=True)
class ChokoPosition:
    """A position of Choko.

    Attributes:
        cells: BLUE, RED or NOBODY, row by row from the top left.
        hands: pieces that Blue and Red have left to drop.
        to_move: BLUE or RED.
        initiative: holder of the drop initiative, or NOBODY.
        played: actions so far.
        taken: pieces captured by the last action.
    """

    cells: tuple[int, ...] = (NOBODY,) * SQUARES
    hands: tuple[int, int] = (PIECES, PIECES)
    to_move: int = BLUE
    initiative: int = NOBODY
    played: int = 0
    taken: int = 0

    def pieces(self, player: int) -> int:
        """Return the number of a player's pieces, on the board and in the hand."""
        return self.cells.count(player) + self.hand(player)

    def hand(self, player: int) -> int:
        """Return the number of pieces that a player has left to drop."""
        return self.hands[0 if player == BLUE else 1]

    @property
    def winner(self) -> int:
        """The player who has captured all of the opponent's pieces, or NOBODY."""
        for player in (BLUE, RED):
            if self.pieces(-player) == 0:
                return player
        return NOBODY

    @property
    def over(self) -> bool:
        """True if the game is won, or drawn because the mover cannot move or the game is too
        long."""
        return not self.legal()

    def legal(self) -> tuple[int, ...]:
        """Return the mover's legal actions, by number; none once the game is over."""
        return _legal(self)

    def actions(self) -> tuple[int, ...]:
        """Return the mover's possible actions, as if the game were not over."""
        found: list[int] = []
        if self.hand(self.to_move):
            found += [square for square in range(SQUARES) if not self.cells[square]]
        if self.initiative in (NOBODY, self.to_move):
            for square in range(SQUARES):
                if self.cells[square] == self.to_move:
                    found += self._of_piece(square)
        return tuple(found)

    def _of_piece(self, square: int) -> list[int]:
        """Return the moves and jumps of the mover's piece on a square."""
        found: list[int] = []
        for direction in range(4):
            near, far = neighbour(square, direction, 1), neighbour(square, direction, 2)
            if near is not None and not self.cells[near]:
                found.append(DROPS + 4 * square + direction)
            elif near is None or far is None or self.cells[far]:
                continue
            elif self.cells[near] == -self.to_move:
                first = DROPS + MOVES + (4 * square + direction) * SQUARES
                found += [first + taken for taken in self._extras(near)]
        return found

    def _extras(self, jumped: int) -> list[int]:
        """Return the pieces that may be captured besides the one jumped over; if there is none,
        that one."""
        others = [s for s in range(SQUARES) if self.cells[s] == -self.to_move and s != jumped]
        return others or [jumped]

    def play(self, action: int) -> "ChokoPosition":
        """Return the position after an action.

        Raises:
            ValueError: the action is not legal here.
        """
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal: {describe(action)}")
        cells = list(self.cells)
        hands, initiative = self.hands, NOBODY
        if action < DROPS:
            cells[action] = self.to_move
            blue, red = self.hands
            hands = (blue - 1, red) if self.to_move == BLUE else (blue, red - 1)
            initiative = (self.initiative or self.to_move) if all(hands) else NOBODY
        else:
            _shift(cells, action)
        taken = self.cells.count(-self.to_move) - cells.count(-self.to_move)
        return ChokoPosition(tuple(cells), hands, -self.to_move, initiative, self.played + 1, taken)


@lru_cache(maxsize=1 << 14)
def _legal(position: ChokoPosition) -> tuple[int, ...]:
    """Return the legal actions, cached: they are needed several times for a position."""
    if position.winner or position.played >= MOST_ACTIONS:
        return ()
    return position.actions()


def _shift(cells: list[int], action: int) -> None:
    """Move the piece of a move or a jump, and remove captured pieces."""
    code, taken = action - DROPS, None
    if code >= MOVES:
        code, taken = divmod(code - MOVES, SQUARES)
    square, direction = divmod(code, 4)
    target = neighbour(square, direction, 1 if taken is None else 2)
    assert target is not None
    if taken is not None:
        jumped = neighbour(square, direction, 1)
        assert jumped is not None
        cells[jumped] = cells[taken] = NOBODY
    cells[target], cells[square] = cells[square], NOBODY


def name(square: int) -> str:
    """Return the paper's name of a square: A1 is at the top left."""
    return f"{'ABCDE'[square % SIZE]}{square // SIZE + 1}"


def describe(action: int) -> str:
    """Return an action in words."""
    if not 0 <= action < ACTIONS:
        return "there is no such action"
    if action < DROPS:
        return f"drop on {name(action)}"
    code = action - DROPS
    if code < MOVES:
        square, direction = divmod(code, 4)
        return f"move {name(square)} {['up', 'right', 'down', 'left'][direction]}"
    code, taken = divmod(code - MOVES, SQUARES)
    square, direction = divmod(code, 4)
    way = ["up", "right", "down", "left"][direction]
    return f"jump {name(square)} {way}, taking {name(taken)} too"
