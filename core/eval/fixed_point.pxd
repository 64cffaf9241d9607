# Numbers of 16 bits, as the net's layers use them.

from libc.math cimport floorf

cdef enum:
    LARGEST_SHORT = 32767


# The nearest number of 16 bits.
cdef inline short fixed(float value) noexcept nogil:
    value = floorf(value + <float>0.5)
    return <short>max(<float>-32767.0, min(<float>32767.0, value))


# a * b / 32768, rounded; one instruction does it for sixteen pairs at once.
cdef inline short product(short a, short b) noexcept nogil:
    return <short>(((a * b >> 14) + 1) >> 1)
