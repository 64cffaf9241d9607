"""The policy of LineNet: a prior for each move, by weights that the position makes.

    gate    = 1 + hidden @ gate
    local   = relu(sum of cell over the window of the move's block / 16 @ local + local_bias)
    board   = hidden @ board + policy_bias
    units   = relu((gate * cell) @ cell_weights + board + local @ local_units)
    logit   = units @ (policy + hidden @ policy_gate)

The board is cut into blocks of 3x3 cells, from its centre outwards, and a window has 5x5 cells
around a block's centre: a move sees what is near it without a window of its own. `core.eval.net`
computes `cell` and `hidden`.

Policy layers whose weights a position makes come from Rapfi's nets (Jin 2025, arXiv 2503.13178).
"""

import cython
from cython.cimports.core.eval.fixed_point import LARGEST_SHORT, product
from cython.cimports.core.eval.layers import (
    CELL_WEIGHTS,
    FEATURES,
    HIDDEN,
    LINE_SCALE,
    LOCAL,
    NEAR,
    NEAR_SCALE,
    POLICY,
    REACH,
    SPACING,
    TWO,
    WINDOWS,
    Scratch,
    Weights,
)
from cython.cimports.core.game.squares import STRIDE
from cython.cimports.libc.math import expf, fabsf
from cython.cimports.libc.string import memset

HALF_RANGE = cython.declare(cython.float, 32768.5)
# Of a unit in 1/NEAR_SCALE; `product` divides by 32768.
UNIT_SCALE = cython.declare(cython.float, 32768.0 / 32767.0 / 64)
# Far beyond any real net's; it keeps priors finite whatever weights a file has.
LARGEST_GATE = cython.declare(cython.float, 10000.0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_priors(
    w: cython.pointer(Weights),
    scratch: cython.pointer(Scratch),
    edge: cython.int,
    moves: cython.p_ushort,
    priors: cython.p_float,
    n: cython.int,
) -> cython.void:
    """Write the priors of moves, which sum to 1; `scratch` holds the position's features."""
    base: cython.float[POLICY]
    shared: cython.float[TWO]
    two: cython.float[2]
    second: cython.int
    i: cython.int
    j: cython.int
    outside: cython.int = (SPACING - (edge // 2 - edge % 2) % SPACING) % SPACING
    _weigh(w, scratch)
    _board_units(w, scratch, base)
    memset(scratch.local_known, 0, cython.sizeof(scratch.local_known))
    for i in range(n):
        _fill_units(scratch, scratch.convolved[moves[i]], scratch.sums[moves[i]], scratch.units[i])
    for i in range(0, n, 2):
        _share(w, scratch, edge, outside, base, moves[i], shared)
        second = moves[min(i + 1, n - 1)]
        _share(w, scratch, edge, outside, base, second, cython.address(shared[POLICY]))
        _two_logits(scratch, shared, scratch.units[i], two)
        for j in range(min(2, n - i)):
            priors[i + j] = two[j]
    softmax(priors, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh(w: cython.pointer(Weights), scratch: cython.pointer(Scratch)) -> cython.void:
    """Compute the weights of this position, those of cells in fixed point."""
    gate: cython.float[FEATURES]
    weights: cython.float[CELL_WEIGHTS]
    out: cython.float[POLICY]
    # For two features at a time: compilers make no vectors of loops with 16 steps.
    largest: cython.float[TWO]
    scale: cython.float[TWO]
    cell: cython.p_short = cython.address(scratch.cell[0][0])
    i: cython.int
    j: cython.int
    for i in range(FEATURES):
        gate[i] = 1
    for i in range(POLICY):
        out[i] = w.policy[i]
    for j in range(HIDDEN):
        for i in range(FEATURES):
            gate[i] += scratch.hidden[j] * w.gate[j][i]
        for i in range(POLICY):
            out[i] += scratch.hidden[j] * w.policy_gate[j][i]
    for i in range(FEATURES):
        gate[i] = max(-LARGEST_GATE, min(LARGEST_GATE, gate[i]))
    for i in range(POLICY):
        out[i] = max(-LARGEST_GATE, min(LARGEST_GATE, out[i]))
    for j in range(FEATURES):
        for i in range(POLICY):
            weights[j * POLICY + i] = gate[j] * w.cell[j][i]
    for i in range(TWO):
        largest[i] = 1e-9
    for j in range(0, CELL_WEIGHTS, 32):
        for i in range(TWO):
            largest[i] = max(largest[i], fabsf(weights[j + i]))
    for i in range(POLICY):
        largest[i] = largest[POLICY + i] = max(largest[i], largest[POLICY + i])
    for i in range(TWO):
        scale[i] = LARGEST_SHORT / largest[i]
    for j in range(0, CELL_WEIGHTS, 32):
        if j == NEAR * POLICY:
            for i in range(TWO):
                scale[i] *= cython.cast(cython.float, NEAR_SCALE) / LINE_SCALE
        for i in range(TWO):  # the nearest number, by operations that vector instructions have
            cell[j + i] = cython.cast(cython.int, weights[j + i] * scale[i] + HALF_RANGE) - 32768
    for i in range(TWO):
        scratch.unit_scale[i] = UNIT_SCALE * largest[i]
    for i in range(POLICY):
        scratch.half_policy[i] = scratch.half_policy[POLICY + i] = out[i] / 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _board_units(
    w: cython.pointer(Weights), scratch: cython.pointer(Scratch), out: cython.p_float
) -> cython.void:
    """Write the part of the units that is equal for all moves."""
    i: cython.int
    j: cython.int
    for i in range(POLICY):
        out[i] = w.policy_bias[i]
    for j in range(HIDDEN):
        for i in range(POLICY):
            out[i] += scratch.hidden[j] * w.board[j][i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _share(
    w: cython.pointer(Weights),
    scratch: cython.pointer(Scratch),
    edge: cython.int,
    outside: cython.int,
    base: cython.p_float,
    move: cython.int,
    out: cython.p_float,
) -> cython.void:
    """Write the part of the units that is equal for all moves of a window.

    `outside` is the number of rows and columns of the first block that are not on the board.
    """
    row: cython.int = (move // STRIDE - 1 + outside) // SPACING
    column: cython.int = (move % STRIDE - 1 + outside) // SPACING
    window: cython.int = row * WINDOWS + column
    middle_y: cython.int = SPACING * row + 2 - outside
    middle_x: cython.int = SPACING * column + 2 - outside
    i: cython.int
    if not scratch.local_known[window]:
        _compute_local(w, scratch, edge, middle_y, middle_x, base, scratch.local[window])
        scratch.local_known[window] = True
    for i in range(POLICY):
        out[i] = scratch.local[window][i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compute_local(
    w: cython.pointer(Weights),
    scratch: cython.pointer(Scratch),
    edge: cython.int,
    middle_y: cython.int,
    middle_x: cython.int,
    base: cython.p_float,
    out: cython.p_float,
) -> cython.void:
    features: cython.short[FEATURES]
    sums: cython.short[LOCAL]
    total: cython.float[LOCAL]
    units: cython.float[POLICY]
    i: cython.int
    j: cython.int
    _sum_window(scratch, edge, middle_y, middle_x, features)
    for i in range(LOCAL):
        sums[i] = 0
    for j in range(0, FEATURES, 4):
        for i in range(LOCAL):
            sums[i] += _four_products(features + j, cython.address(w.fixed_local[j][i]), LOCAL)
    for i in range(LOCAL):
        total[i] = w.local_bias[i] + sums[i] * w.local_scale[i]
    for i in range(LOCAL):
        total[i] = max(total[i], 0)
    # A local array cannot overlap with the weights, which the compiler would otherwise check.
    for i in range(POLICY):
        units[i] = base[i]
    for j in range(0, LOCAL, 4):
        for i in range(POLICY):
            units[i] += (
                total[j] * w.local_units[j][i] + total[j + 1] * w.local_units[j + 1][i]
            ) + (total[j + 2] * w.local_units[j + 2][i] + total[j + 3] * w.local_units[j + 3][i])
    for i in range(POLICY):
        out[i] = units[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum_window(
    scratch: cython.pointer(Scratch),
    edge: cython.int,
    middle_y: cython.int,
    middle_x: cython.int,
    out: cython.p_short,
) -> cython.void:
    """Write the features of a window, the sums over its cells, in 1/WINDOW_SCALE.

    The cells beyond the board are zero. No row overflows 16 bits: a cell has at most 125 of a sum
    of lines, and the convolved features of five cells together less than 1024.
    """
    near: cython.p_short
    far: cython.p_short
    total: cython.short[FEATURES]
    row: cython.ushort
    y: cython.int
    i: cython.int
    for i in range(FEATURES):
        total[i] = 0
    for y in range(max(1, middle_y - REACH), min(edge, middle_y + REACH) + 1):
        near = scratch.convolved[y * STRIDE + middle_x - REACH]
        far = cython.address(scratch.sums[y * STRIDE + middle_x - REACH][NEAR])
        for i in range(NEAR):
            row = (
                near[i]
                + near[NEAR + i]
                + near[2 * NEAR + i]
                + near[3 * NEAR + i]
                + near[4 * NEAR + i]
                + 4
            )
            total[i] += row >> 3
        for i in range(NEAR):
            row = far[i] + far[FEATURES + i] + 16
            total[NEAR + i] += row >> 5
            row = far[2 * FEATURES + i] + far[3 * FEATURES + i] + 16
            total[NEAR + i] += row >> 5
            row = far[4 * FEATURES + i] + 16
            total[NEAR + i] += row >> 5
    for i in range(FEATURES):
        out[i] = total[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_units(
    scratch: cython.pointer(Scratch),
    convolved: cython.p_short,
    sums: cython.p_short,
    out: cython.p_short,
) -> cython.void:
    """Write the sums of a cell's weighted features, for each unit of the policy."""
    units: cython.short[POLICY]
    i: cython.int
    j: cython.int
    for i in range(POLICY):
        units[i] = 0
    # Four features at a time keep the sums in registers.
    for j in range(0, NEAR, 4):
        for i in range(POLICY):
            units[i] += _four_products(convolved + j, cython.address(scratch.cell[j][i]), POLICY)
    for j in range(NEAR, FEATURES, 4):
        for i in range(POLICY):
            units[i] += _four_products(sums + j, cython.address(scratch.cell[j][i]), POLICY)
    for i in range(POLICY):
        out[i] = units[i]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _four_products(features: cython.p_short, w: cython.p_short, width: cython.int) -> cython.short:
    """Return the sum of four features' products with the weights of one of `width` units."""
    return cython.cast(
        cython.short,
        product(features[0], w[0])
        + product(features[1], w[width])
        + product(features[2], w[2 * width])
        + product(features[3], w[3 * width]),
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _two_logits(
    scratch: cython.pointer(Scratch),
    shared: cython.p_float,
    units: cython.p_short,
    out: cython.p_float,
) -> cython.void:
    """Write the logits of two moves.

    One move has 16 steps, which compilers unroll before they look for vectors; and they make none
    of `max`, therefore x + |x|.
    """
    terms: cython.float[TWO]
    unit: cython.float
    i: cython.int
    for i in range(TWO):
        unit = shared[i] + units[i] * scratch.unit_scale[i]
        terms[i] = (unit + fabsf(unit)) * scratch.half_policy[i]
    for i in range(2):
        out[i] = _sum(cython.address(terms[POLICY * i]))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sum(terms: cython.p_float) -> cython.float:
    """Return the sum of sixteen terms."""
    four: cython.float[4]
    i: cython.int
    for i in range(4):
        four[i] = (terms[i] + terms[i + 4]) + (terms[i + 8] + terms[i + 12])
    return (four[0] + four[1]) + (four[2] + four[3])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def softmax(values: cython.p_float, n: cython.int) -> cython.void:
    """Turn logits into shares that sum to 1."""
    most: cython.float = -1e30
    total: cython.float = 0.0
    i: cython.int
    for i in range(n):
        most = max(most, values[i])
    for i in range(n):
        values[i] = expf(values[i] - most)
        total += values[i]
    for i in range(n):
        values[i] /= total
