"""Cell features of LineNet with their gradients, for the learner.

In torch, `LineNet` computes the features of the distinct lines of a batch. The steps after that
touch every cell of every board: the sum of a cell's four lines, the ReLU, and the 3x3 convolution
of the first `NEAR` features. Torch needs a dozen passes over memory for them, these loops one in
each direction. All arrays are C-contiguous buffers for n boards of `size` x `size` cells.
"""

import cython
from cython.cimports.core.eval.layers import FEATURES, NEAR
from cython.cimports.core.eval.line_numbers import LINES, PAIRS
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number_line(
    cells: cython.pointer(cython.uchar),
    x: cython.int,
    y: cython.int,
    dx: cython.int,
    dy: cython.int,
    size: cython.int,
) -> cython.int:
    """Return the id of the half-line that starts next to a cell: base 3, after all shorter ones."""
    code: cython.int = 0
    power: cython.int = 1
    offset: cython.int = 0
    _k: cython.int
    for _k in range(5):
        x += dx
        y += dy
        if x < 0 or y < 0 or x >= size or y >= size:
            break
        code += power * cells[y * size + x]
        offset += power
        power *= 3
    return offset + code


@cython.final
@cython.cclass
class LineIndex:
    """Index of the distinct lines of a batch.

    Attributes:
        count: number of distinct lines in the last batch.
    """

    def __cinit__(self):
        self.place = cython.cast(cython.p_int, calloc(LINES, cython.sizeof(cython.int)))
        if self.place == cython.NULL:
            raise MemoryError("no memory for the line index")

    def __dealloc__(self):
        free(self.place)

    def number(
        self,
        cells: cython.uchar[:, ::1],
        size: cython.int,
        where: cython.int[:, :, ::1],
        distinct: cython.longlong[::1],
    ) -> cython.int:
        """Number the lines of every cell and return the count of distinct ones.

        Args:
            cells: (n, size * size), 0 empty, 1 a stone of the side to move, 2 of the other side.
            size: edge of the boards.
            where: (n, size * size, 4), filled with the index in `distinct` of each of a cell's
                lines.
            distinct: filled with the ids of the distinct lines, in order of appearance.
        """
        i: cython.Py_ssize_t
        with cython.nogil:
            memset(self.place, 0, LINES * cython.sizeof(cython.int))
            self.count = 0
            for i in range(cells.shape[0]):
                self._number_board(
                    cython.address(cells[i, 0]),
                    size,
                    cython.address(where[i, 0, 0]),
                    cython.address(distinct[0]),
                )
        return self.count

    def _number_board(
        self,
        cells: cython.pointer(cython.uchar),
        size: cython.int,
        where: cython.p_int,
        distinct: cython.p_longlong,
    ) -> cython.void:
        x: cython.int
        y: cython.int
        d: cython.int
        low: cython.int
        high: cython.int
        line: cython.int
        dx: cython.int
        dy: cython.int
        for y in range(size):
            for x in range(size):
                for d in range(4):
                    dx = 0 if d == 1 else 1
                    dy = 0 if d == 0 else (-1 if d == 3 else 1)
                    low = _number_line(cells, x, y, -dx, -dy, size)
                    high = _number_line(cells, x, y, dx, dy, size)
                    if low > high:
                        low, high = high, low
                    line = high * (high + 1) // 2 + low + PAIRS * cells[y * size + x]
                    if self.place[line] == 0:
                        distinct[self.count] = line
                        self.count += 1
                        self.place[line] = self.count
                    where[(y * size + x) * 4 + d] = self.place[line] - 1


@cython.final
@cython.cclass
class FeatureKernel:
    """Forward and backward pass of the cell features, with its scratch memory."""

    def forward(
        self,
        lines: cython.float[:, ::1],
        where: cython.int[:, :, ::1],
        weights: cython.float[:, ::1],
        bias: cython.float[::1],
        size: cython.int,
        near: cython.float[:, :, ::1],
        out: cython.float[:, :, ::1],
    ):
        """Fill `out` with the features of every cell.

        Args:
            lines: (lines, FEATURES), the features of the distinct lines.
            where: (n, size * size, 4), the index in `lines` of each of a cell's lines.
            weights: (9, NEAR), of the depth-wise convolution, row by row.
            bias: (NEAR,).
            size: edge of the boards.
            near: (n, (size + 2) ** 2, NEAR), filled with the features before the convolution inside
                a border of zeros; `backward` needs it.
            out: (n, size * size, FEATURES).
        """
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(where.shape[0]):
                _add_lines(
                    cython.address(lines[0, 0]),
                    cython.address(where[i, 0, 0]),
                    size,
                    cython.address(near[i, 0, 0]),
                    cython.address(out[i, 0, 0]),
                )
                _convolve(
                    cython.address(weights[0, 0]),
                    cython.address(bias[0]),
                    size,
                    cython.address(near[i, 0, 0]),
                    cython.address(out[i, 0, 0]),
                )

    def backward(
        self,
        where: cython.int[:, :, ::1],
        weights: cython.float[:, ::1],
        size: cython.int,
        near: cython.float[:, :, ::1],
        out: cython.float[:, :, ::1],
        gradient: cython.float[:, :, ::1],
        lines_gradient: cython.float[:, ::1],
        weights_gradient: cython.float[:, ::1],
        bias_gradient: cython.float[::1],
    ):
        """Add the gradients of line features, weights and bias to the last three arrays.

        Args:
            gradient: (n, size * size, FEATURES), gradient of the loss by `out`; overwritten.
        """
        i: cython.Py_ssize_t
        first: cython.int
        block: cython.int
        with cython.nogil:
            for i in range(where.shape[0]):
                self._mask(size, cython.address(out[i, 0, 0]), cython.address(gradient[i, 0, 0]))
                for block in range(NEAR // BLOCK):
                    first = block * BLOCK
                    _weights_back(
                        cython.address(near[i, 0, first]),
                        cython.address(self.masked[first]),
                        size,
                        cython.address(weights_gradient[0, first]),
                        cython.address(bias_gradient[first]),
                    )
                    _convolve_back(
                        cython.address(weights[0, first]),
                        cython.address(self.masked[first]),
                        size,
                        cython.address(self.scratch[first]),
                    )
                self._scatter(
                    cython.address(where[i, 0, 0]),
                    size,
                    cython.address(near[i, 0, 0]),
                    cython.address(out[i, 0, 0]),
                    cython.address(gradient[i, 0, 0]),
                    cython.address(lines_gradient[0, 0]),
                )

    def _mask(self, size: cython.int, out: cython.p_float, gradient: cython.p_float) -> cython.void:
        """Write the gradient before the ReLU of the convolution, inside a border of zeros."""
        x: cython.int
        y: cython.int
        i: cython.int
        stride: cython.int = size + 2
        target: cython.p_float
        memset(self.masked, 0, stride * stride * NEAR * cython.sizeof(cython.float))
        for y in range(size):
            for x in range(size):
                target = cython.address(self.masked[((y + 1) * stride + x + 1) * NEAR])
                for i in range(NEAR):
                    target[i] = gradient[i] if out[i] > 0 else 0.0
                gradient += FEATURES
                out += FEATURES

    def _scatter(
        self,
        where: cython.p_int,
        size: cython.int,
        near: cython.p_float,
        out: cython.p_float,
        gradient: cython.p_float,
        lines_gradient: cython.p_float,
    ) -> cython.void:
        """Add the gradient of each cell's features to its four lines."""
        total: cython.float[FEATURES]
        x: cython.int
        y: cython.int
        i: cython.int
        d: cython.int
        cell: cython.int
        inner: cython.int
        line: cython.p_float
        for y in range(size):
            for x in range(size):
                cell = y * size + x
                inner = ((y + 1) * (size + 2) + x + 1) * NEAR
                for i in range(NEAR):
                    total[i] = self.scratch[inner + i] if near[inner + i] > 0 else 0.0
                for i in range(NEAR, FEATURES):
                    total[i] = (
                        gradient[cell * FEATURES + i] if out[cell * FEATURES + i] > 0 else 0.0
                    )
                for d in range(4):
                    line = lines_gradient + where[cell * 4 + d] * FEATURES
                    for i in range(FEATURES):
                        line[i] += total[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_lines(
    lines: cython.p_float,
    where: cython.p_int,
    size: cython.int,
    near: cython.p_float,
    out: cython.p_float,
) -> cython.void:
    """Write each cell's sum of four lines after the ReLU: the first `NEAR` features into `near`."""
    a: cython.p_float
    b: cython.p_float
    c: cython.p_float
    d: cython.p_float
    total: cython.float
    x: cython.int
    y: cython.int
    i: cython.int
    cell: cython.int
    stride: cython.int = size + 2
    inner: cython.p_float
    memset(near, 0, stride * stride * NEAR * cython.sizeof(cython.float))
    for y in range(size):
        for x in range(size):
            cell = y * size + x
            a = lines + where[cell * 4] * FEATURES
            b = lines + where[cell * 4 + 1] * FEATURES
            c = lines + where[cell * 4 + 2] * FEATURES
            d = lines + where[cell * 4 + 3] * FEATURES
            inner = near + ((y + 1) * stride + x + 1) * NEAR
            for i in range(NEAR):
                total = a[i] + b[i] + c[i] + d[i]
                inner[i] = total if total > 0 else 0.0
            for i in range(NEAR, FEATURES):
                total = a[i] + b[i] + c[i] + d[i]
                out[cell * FEATURES + i] = total if total > 0 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _convolve(
    weights: cython.p_float,
    bias: cython.p_float,
    size: cython.int,
    near: cython.p_float,
    out: cython.p_float,
) -> cython.void:
    total: cython.float[NEAR]
    x: cython.int
    y: cython.int
    i: cython.int
    k: cython.int
    stride: cython.int = size + 2
    at: cython.p_float
    target: cython.p_float
    for y in range(size):
        for x in range(size):
            for i in range(NEAR):
                total[i] = bias[i]
            for k in range(9):
                at = near + ((y + k // 3) * stride + x + k % 3) * NEAR
                for i in range(NEAR):
                    total[i] += at[i] * weights[k * NEAR + i]
            target = out + (y * size + x) * FEATURES
            for i in range(NEAR):
                target[i] = total[i] if total[i] > 0 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weights_back(
    near: cython.p_float,
    masked: cython.p_float,
    size: cython.int,
    weights_gradient: cython.p_float,
    bias_gradient: cython.p_float,
) -> cython.void:
    """Add a board's gradients of a block of convolution weights, summed in registers."""
    sums: cython.float[KERNEL]
    bias: cython.float[BLOCK]
    x: cython.int
    y: cython.int
    i: cython.int
    k: cython.int
    stride: cython.int = (size + 2) * NEAR
    above: cython.p_float
    middle: cython.p_float
    below: cython.p_float
    at: cython.p_float
    for i in range(KERNEL):
        sums[i] = 0.0
    for i in range(BLOCK):
        bias[i] = 0.0
    for y in range(size):
        above = near + y * stride
        middle = above + stride
        below = middle + stride
        at = masked + (y + 1) * stride + NEAR
        for _ in range(size):
            for i in range(BLOCK):
                bias[i] += at[i]
                sums[i] += above[i] * at[i]
                sums[BLOCK + i] += above[NEAR + i] * at[i]
                sums[2 * BLOCK + i] += above[2 * NEAR + i] * at[i]
                sums[3 * BLOCK + i] += middle[i] * at[i]
                sums[4 * BLOCK + i] += middle[NEAR + i] * at[i]
                sums[5 * BLOCK + i] += middle[2 * NEAR + i] * at[i]
                sums[6 * BLOCK + i] += below[i] * at[i]
                sums[7 * BLOCK + i] += below[NEAR + i] * at[i]
                sums[8 * BLOCK + i] += below[2 * NEAR + i] * at[i]
            above += NEAR
            middle += NEAR
            below += NEAR
            at += NEAR
    for k in range(9):
        for i in range(BLOCK):
            weights_gradient[k * NEAR + i] += sums[k * BLOCK + i]
    for i in range(BLOCK):
        bias_gradient[i] += bias[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _convolve_back(
    weights: cython.p_float, masked: cython.p_float, size: cython.int, back: cython.p_float
) -> cython.void:
    """Write the gradient before the convolution, by convolving with the flipped kernel."""
    w: cython.float[KERNEL]
    total: cython.float
    x: cython.int
    y: cython.int
    i: cython.int
    k: cython.int
    stride: cython.int = (size + 2) * NEAR
    above: cython.p_float
    middle: cython.p_float
    below: cython.p_float
    target: cython.p_float
    for k in range(9):
        for i in range(BLOCK):
            w[(8 - k) * BLOCK + i] = weights[k * NEAR + i]
    for y in range(size):
        above = masked + y * stride
        middle = above + stride
        below = middle + stride
        target = back + (y + 1) * stride + NEAR
        for _ in range(size):
            for i in range(BLOCK):
                total = above[i] * w[i] + above[NEAR + i] * w[BLOCK + i]
                total += above[2 * NEAR + i] * w[2 * BLOCK + i]
                total += middle[i] * w[3 * BLOCK + i]
                total += middle[NEAR + i] * w[4 * BLOCK + i]
                total += middle[2 * NEAR + i] * w[5 * BLOCK + i]
                total += below[i] * w[6 * BLOCK + i]
                total += below[NEAR + i] * w[7 * BLOCK + i]
                total += below[2 * NEAR + i] * w[8 * BLOCK + i]
                target[i] = total
            above += NEAR
            middle += NEAR
            below += NEAR
            target += NEAR
