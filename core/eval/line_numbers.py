"""Numbers of the lines that a net sees, and the common ones among them.

A line is an unordered pair of half-lines (`core.game.lines`), so that it equals its mirror image,
and the state of its centre, all seen by the side to move: number = state * PAIRS + pair.
"""

import cython
from cython.cimports.core.game.lines import HALF_OFFSET, HALF_SWAP, HALVES, POWER

_n_common = cython.declare(cython.int, 0)


@cython.cfunc
def _fill_pairs() -> cython.void:
    left: cython.int
    right: cython.int
    code: cython.int
    for left in range(HALVES):
        for right in range(HALVES):
            code = left * HALVES + right
            PAIR_OF[0][code] = _pair_number(left, right)
            PAIR_OF[1][code] = _pair_number(HALF_SWAP[left], HALF_SWAP[right])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair_number(left: cython.int, right: cython.int) -> cython.int:
    high: cython.int = max(left, right)
    return high * (high + 1) // 2 + min(left, right)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def common_lines() -> cython.int:
    """Fill `COMMON` if it is empty, the commonest lines first; return their number.

    A line is rarer the more stones it has and the further apart they are.
    """
    global _n_common
    rarity_of: cython.int[HALVES]
    rarity: cython.int
    state: cython.int
    left: cython.int
    right: cython.int
    n: cython.int = 0
    if _n_common:
        return _n_common
    for left in range(HALVES):
        rarity_of[left] = _half_rarity(left)
    for rarity in range(MOST_RARE + 1):
        for state in range(STATES):
            for right in range(HALVES):
                for left in range(right + 1):
                    if rarity_of[left] + rarity_of[right] + 2 * (state > 0) == rarity:
                        COMMON[n] = state * PAIRS + _pair_number(left, right)
                        n += 1
    _n_common = n
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _half_rarity(half: cython.int) -> cython.int:
    """Return 2 for each stone, less 1 for each pair of neighbours."""
    length: cython.int = 5
    rarity: cython.int = 0
    neighbour: cython.bint = False
    stone: cython.bint
    j: cython.int
    while half < HALF_OFFSET[length]:
        length -= 1
    for j in range(length):
        stone = (half - HALF_OFFSET[length]) // POWER[j] % 3 > 0
        rarity += 2 * stone - (stone and neighbour)
        neighbour = stone
    return rarity


_fill_pairs()
