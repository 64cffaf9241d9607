# Declarations of line_numbers.py for the other compiled modules.

from core.game.lines cimport CODES

cdef enum:
    STATES = 3            # of the centre of a line: empty, own, the enemy's
    PAIRS = 66430         # unordered pairs of half-lines: 364 * 365 / 2
    LINES = 199290        # STATES * PAIRS
    MOST_RARE = 8         # rarity of the rarest of the common lines

cdef unsigned int PAIR_OF[2][CODES]     # of a line, by the side to move and the line's code
cdef int COMMON[LINES]                  # the first `common_lines()` are filled

cdef int common_lines() noexcept nogil
