"""The line tables: the class of every line for every rule, derived from the definition of five.

A *half-line* is the up to five squares from a square towards one side, ended by the edge or a wall.
With digit 0 for empty, 1 for Black and 2 for White its id is `HALF_OFFSET[length] + sum(digit *
3**(distance - 1))`, one of 364. A *line code* is `left * 364 + right`, the line seen from its
centre.

A class says what an own stone on the empty centre makes of the line. Nothing here is a pattern
list: `L_FIVE` is the rule's own definition, and every other class is "one more stone makes a better
one", by recursion over all lines. The eleven squares of a code decide each class exactly, since no
five through the centre, nor the square beyond its end, lies outside them.
"""

import cython
from cython.cimports.libc.stdlib import malloc

CLASS_NAMES = (
    "none",
    "one",
    "two",
    "open two",
    "three",
    "open three",
    "four",
    "double four",
    "open four",
    "five",
    "overline",
)
"""Names of the line classes by number."""

CELL_CLASS_NAMES = (
    "none",
    "two",
    "open two",
    "two open twos",
    "three",
    "three and more",
    "open three",
    "open three and more",
    "double three",
    "four",
    "four and more",
    "four-three",
    "open four",
    "five",
    "foul",
    "foul or double three",
)
"""Names of the cell classes (a square's four lines taken together) by number.

`and more` means a supporting three or open two in another line; `open four` is any four that no
single reply stops, in one line or two.
"""

# The ways a side wins with a run of n stones through the centre.
FREE = cython.declare(cython.int, 0)  # n >= 5
EXACT = cython.declare(cython.int, 1)  # n == 5
CARO = cython.declare(cython.int, 2)  # n == 5 with an end the enemy does not hold, or n >= 6
CARO_EXACT = cython.declare(cython.int, 3)  # n == 5 with such an end

_half_length = cython.declare(cython.int[HALVES])
_half_cell = cython.declare(cython.int[5][HALVES])
_half_run = cython.declare(cython.int[HALVES])  # own stones next to the centre
_half_end = cython.declare(cython.int[HALVES])  # what ends that run: 0, 2, or 3 for edge and unseen

_kind_tables = cython.declare(cython.pointer(cython.uchar)[4])
_rule_tables = cython.declare(cython.pointer(cython.uchar)[RULE_CODES])
_threat_tables = cython.declare(cython.pointer(cython.uchar)[RULE_CODES])
_cell_tables = cython.declare(cython.pointer(cython.uchar)[2])


@cython.cfunc
def _fill_half_lines() -> cython.void:
    length: cython.int
    index: cython.int
    j: cython.int
    rest: cython.int
    offset: cython.int = 0
    count: cython.int = 1
    for length in range(6):
        HALF_OFFSET[length] = offset
        if length < 5:
            POWER[length] = count
        for index in range(count):
            _half_length[offset + index] = length
            rest = index
            for j in range(length):
                _half_cell[offset + index][j] = rest % 3
                rest //= 3
            _describe_half(offset + index)
        offset += count
        count *= 3


@cython.cfunc
def _describe_half(half: cython.int) -> cython.void:
    """Fill in the run, its end, and the half-line with the colours exchanged."""
    length: cython.int = _half_length[half]
    run: cython.int = 0
    swapped: cython.int = HALF_OFFSET[length]
    power: cython.int = 1
    j: cython.int
    digit: cython.int
    while run < length and _half_cell[half][run] == 1:
        run += 1
    _half_run[half] = run
    _half_end[half] = _half_cell[half][run] if run < length else 3
    for j in range(length):
        digit = _half_cell[half][j]
        if digit != 0:
            swapped += power * (3 - digit)
        power *= 3
    HALF_SWAP[half] = swapped


@cython.cfunc
@cython.exceptval(check=False)
def _wins(kind: cython.int, left: cython.int, right: cython.int) -> cython.bint:
    n: cython.int = 1 + _half_run[left] + _half_run[right]
    if kind == FREE:
        return n >= 5
    if kind == CARO and n >= 6:
        return True
    if n != 5:
        return False
    return kind == EXACT or not (_half_end[left] == 2 and _half_end[right] == 2)


@cython.cfunc
@cython.exceptval(check=False)
def _completions(kind: cython.int, left: cython.int, right: cython.int) -> cython.int:
    """Count the single own stones that make a winning line through the centre."""
    found: cython.int = 0
    j: cython.int
    for j in range(_half_length[left]):
        if _half_cell[left][j] == 0:
            found += _wins(kind, left + POWER[j], right)
    for j in range(_half_length[right]):
        if _half_cell[right][j] == 0:
            found += _wins(kind, left, right + POWER[j])
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _unstoppable(kind: cython.int, left: cython.int, right: cython.int) -> cython.bint:
    """Return whether a winning completion is left after every single enemy stone in the line."""
    j: cython.int
    for j in range(_half_length[left]):
        if _half_cell[left][j] == 0 and not _completions(kind, left + 2 * POWER[j], right):
            return False
    for j in range(_half_length[right]):
        if _half_cell[right][j] == 0 and not _completions(kind, left, right + 2 * POWER[j]):
            return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
def _four_class(kind: cython.int, left: cython.int, right: cython.int) -> cython.int:
    """Return the class of a line with at least one completion."""
    run_left: cython.int = _half_run[left]
    run_right: cython.int = _half_run[right]
    if _completions(kind, left, right) < 2 or not _unstoppable(kind, left, right):
        return L_FOUR
    if (
        run_left + run_right == 3
        and _half_end[left] == 0
        and _half_end[right] == 0
        and _wins(kind, left + POWER[run_left], right)
        and _wins(kind, left, right + POWER[run_right])
    ):
        return L_OPEN_FOUR
    return L_DOUBLE_FOUR


@cython.cfunc
@cython.exceptval(check=False)
def _better(kind: cython.int, made: cython.int) -> cython.int:
    """Return the class of a line in which one more stone makes class `made`."""
    if made == L_OPEN_FOUR or (made == L_DOUBLE_FOUR and kind != EXACT):
        return L_OPEN_THREE
    if made in (L_FOUR, L_DOUBLE_FOUR):
        return L_THREE
    if made == L_OPEN_THREE:
        return L_OPEN_TWO
    if made == L_THREE:
        return L_TWO
    if made in (L_OPEN_TWO, L_TWO):
        return L_ONE
    return L_NONE


@cython.cfunc
@cython.exceptval(check=False)
def _classify(
    kind: cython.int, left: cython.int, right: cython.int, table: cython.pointer(cython.uchar)
) -> cython.int:
    """Return the class of one line; `table` must hold every line with one more own stone."""
    best: cython.int = L_NONE
    j: cython.int
    if _wins(kind, left, right):
        return L_FIVE
    if (kind in (EXACT, CARO_EXACT)) and _half_run[left] + _half_run[right] >= 5:
        return L_OVERLINE
    if _completions(kind, left, right):
        return _four_class(kind, left, right)
    for j in range(_half_length[left]):
        if _half_cell[left][j] == 0:
            best = max(best, _better(kind, table[(left + POWER[j]) * HALVES + right]))
    for j in range(_half_length[right]):
        if _half_cell[right][j] == 0:
            best = max(best, _better(kind, table[left * HALVES + right + POWER[j]]))
    return best


def _kind_table(kind: cython.int) -> cython.pointer(cython.uchar):
    """Return the class of every line for a side that wins by `kind`, with digit 1 as its stones."""
    table: cython.pointer(cython.uchar) = _kind_tables[kind]
    left: cython.int
    right: cython.int
    if table == cython.NULL:
        table = _allocate(CODES)
        # One more own stone raises an id, so the descending loop finds those lines classified.
        for left in range(HALVES - 1, -1, -1):
            for right in range(HALVES - 1, -1, -1):
                table[left * HALVES + right] = _classify(kind, left, right, table)
        _kind_tables[kind] = table
    return table


def _allocate(size: cython.int) -> cython.pointer(cython.uchar):
    memory: cython.pointer(cython.uchar) = cython.cast(cython.pointer(cython.uchar), malloc(size))
    if memory == cython.NULL:
        raise MemoryError("no memory for the line tables")
    return memory


def line_table(rule_code: cython.int) -> cython.pointer(cython.uchar):
    """Return one byte per line code: Black's class in the low four bits, White's in the high."""
    table: cython.pointer(cython.uchar) = _rule_tables[rule_code]
    if table == cython.NULL:
        table = _merge(_kind_table(_kind(rule_code, True)), _kind_table(_kind(rule_code, False)))
        _rule_tables[rule_code] = table
    return table


def threat_table(rule_code: cython.int) -> cython.pointer(cython.uchar):
    """Return the table of `line_table` with L_NONE for every class below L_OPEN_THREE."""
    table: cython.pointer(cython.uchar) = _threat_tables[rule_code]
    every: cython.pointer(cython.uchar)
    black: cython.int
    white: cython.int
    code: cython.int
    if table == cython.NULL:
        every = line_table(rule_code)
        table = _allocate(CODES)
        for code in range(CODES):
            black = every[code] & 15
            white = every[code] >> 4
            table[code] = black if black >= L_OPEN_THREE else L_NONE
            table[code] |= (white if white >= L_OPEN_THREE else L_NONE) << 4
        _threat_tables[rule_code] = table
    return table


@cython.cfunc
@cython.exceptval(check=False)
def _kind(rule_code: cython.int, black: cython.bint) -> cython.int:
    """Return how a side wins under a rule."""
    if rule_code == RULE_STANDARD or (rule_code == RULE_RENJU and black):
        return EXACT
    if rule_code == RULE_CARO:
        return CARO
    if rule_code == RULE_CARO_EXACT:
        return CARO_EXACT
    return FREE


def _merge(
    black: cython.pointer(cython.uchar), white: cython.pointer(cython.uchar)
) -> cython.pointer(cython.uchar):
    table: cython.pointer(cython.uchar) = _allocate(CODES)
    left: cython.int
    right: cython.int
    for left in range(HALVES):
        for right in range(HALVES):
            table[left * HALVES + right] = black[left * HALVES + right] | (
                white[HALF_SWAP[left] * HALVES + HALF_SWAP[right]] << 4
            )
    return table


def cell_table(renju_black: cython.bint) -> cython.pointer(cython.uchar):
    """Return the class of a square for every four line classes (four bits per direction)."""
    table: cython.pointer(cython.uchar) = _cell_tables[renju_black]
    nibbles: cython.int
    if table == cython.NULL:
        table = _allocate(65536)
        for nibbles in range(65536):
            table[nibbles] = _cell_class(nibbles, renju_black)
        _cell_tables[renju_black] = table
    return table


@cython.cfunc
@cython.exceptval(check=False)
def _cell_class(nibbles: cython.int, renju_black: cython.bint) -> cython.int:
    count: cython.int[16]
    j: cython.int
    fours: cython.int
    for j in range(16):
        count[j] = 0
    for j in range(4):
        count[(nibbles >> (4 * j)) & 15] += 1
    if count[L_FIVE]:
        return C_FIVE
    fours = count[L_FOUR] + count[L_OPEN_FOUR] + 2 * count[L_DOUBLE_FOUR]
    if renju_black:
        if count[L_OVERLINE] or fours >= 2:
            return C_FOUL
        if count[L_OPEN_THREE] >= 2:
            return C_FOUL_MAYBE
    if count[L_OPEN_FOUR] or fours >= 2:
        return C_OPEN_FOUR
    return _lesser_class(count, fours)


@cython.cfunc
@cython.exceptval(check=False)
def _lesser_class(count: cython.p_int, fours: cython.int) -> cython.int:
    """Return the class of a square that neither wins at once nor makes an unstoppable four."""
    helpers: cython.int = count[L_THREE] + count[L_OPEN_TWO]
    if fours:
        if count[L_OPEN_THREE]:
            return C_FOUR_THREE
        return C_FOUR_PLUS if helpers else C_FOUR
    if count[L_OPEN_THREE]:
        if count[L_OPEN_THREE] >= 2:
            return C_DOUBLE_THREE
        return C_OPEN_THREE_PLUS if helpers else C_OPEN_THREE
    if count[L_THREE]:
        return C_THREE_PLUS if helpers >= 2 else C_THREE
    if count[L_OPEN_TWO]:
        return C_OPEN_TWO_TWICE if count[L_OPEN_TWO] >= 2 else C_OPEN_TWO
    return C_TWO if count[L_TWO] else C_NONE


def classes_of(rule_code: cython.int, line: str):
    """Return (Black's class, White's class) of a line of eleven characters seen from its sixth.

    `X` is Black, `O` White, `.` empty and `#` outside; the centre itself is taken as empty.
    """
    left: cython.int = _half_of(line[4::-1])
    right: cython.int = _half_of(line[6:])
    value: cython.int = line_table(rule_code)[left * HALVES + right]
    return value & 15, value >> 4


@cython.cfunc
def _half_of(squares: str) -> cython.int:
    """Return the id of a half-line given from the centre outwards."""
    length: cython.int = squares.find("#") if "#" in squares else len(squares)
    half: cython.int = HALF_OFFSET[length]
    j: cython.int
    for j in range(length):
        half += POWER[j] * ".XO".index(squares[j])
    return half


_fill_half_lines()
