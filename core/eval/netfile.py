"""Net files: one line of magic, one of JSON, then the weights.

    FUKUMI NET 1
    {"architecture": "linenet-3", "rule": "freestyle", ..., "arrays": [["name", count], ...]}
    little-endian float32, in the order of `arrays`

The header describes the net and its origin; `crc32` guards the weights. Where the colours play by
different rules (renju) a file holds one net for each, with arrays named "black.name" and
"white.name".
"""

import json
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.system.errors import UserError

MAGIC = b"FUKUMI NET 1\n"
COLOURS = ("black", "white")

PLANES_NET = "planes-net-1"
"""The architecture of convolutional nets for one board size. Input planes: own stones, the enemy's,
the last move, and all ones where Black is to move. The header holds the board's `size`; `skips`,
true if the trunk's convolutions after the first form residual pairs; and `shapes`, those of the
weights of "trunk.0", "policy.0", "value.0" and so on: (out, in, edge, edge) of a convolution that
keeps the board's size, (out, in) of a linear layer. Their arrays are "trunk.0.weights" and
"trunk.0.biases". Each layer but the last of a head is followed by a ReLU; the value head, which is
optional, by a hyperbolic tangent.
"""


LARGEST_WEIGHT = 2.0**17
"""Exclusive bound of the weights' magnitude. No real net comes near it, and LineNet's results stay
finite below it.
"""
_SMALL = bytes(byte for byte in range(256) if byte & 0x7F < 72)
"""The possible last bytes of little-endian floats below `LARGEST_WEIGHT`: the sign and all bits of
the exponent but the lowest.
"""

FIELDS = {
    "architecture": str,
    "rule": str,
    "parent": int,
    "size": int,
    "skips": bool,
    "shapes": dict,
    "arrays": list,
    "crc32": int,
}
"""Header fields that programs read, with their types; a header may lack some and hold more."""


OUT_OF_RANGE = "a weight is NaN, infinite or too large"


class NetError(UserError, ValueError):
    """A file that holds no usable net. The message says why."""


@dataclass(frozen=True, slots=True)
class NetFile:
    """The contents of a net file.

    Attributes:
        header: what is known of the net: `architecture`, `rule`, `games`, `samples`, `parent`, ...
        arrays: the weights by name, flat.
    """

    header: Mapping[str, Any]
    arrays: Mapping[str, "array[float]"]

    def parts(self) -> "tuple[NetFile, ...]":
        """Return the nets by colour: one for both, or Black's and White's."""
        found = [self._part(f"{colour}.") for colour in COLOURS]
        return tuple(found) if all(part.arrays for part in found) else (self,)

    def packed(self, architecture: str, layout: Sequence[tuple[str, int]]) -> bytes:
        """Return the weights of some arrays one after the other, in the processor's byte order.

        Args:
            architecture: the expected architecture.
            layout: the expected names and lengths of the arrays.

        Raises:
            NetError: the net has others.
        """
        if self.header.get("architecture") != architecture:
            raise NetError(f"this program reads {architecture} nets only")
        for name, count in layout:
            if len(self.arrays.get(name, ())) != count:
                raise NetError(f"the net's array {name} does not hold {count} numbers")
        return b"".join(self.arrays[name].tobytes() for name, _ in layout)

    def _part(self, prefix: str) -> "NetFile":
        arrays = {
            name.removeprefix(prefix): values
            for name, values in self.arrays.items()
            if name.startswith(prefix)
        }
        return NetFile(self.header, arrays)


def read_net(path: Path) -> NetFile:
    """Read a net file.

    Raises:
        NetError: it cannot be read, is not a net file, is cut short or damaged.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NetError(f"cannot read {path}: {error.strerror}") from error
    return parse_net(data, str(path))


def parse_net(data: bytes, name: str) -> NetFile:
    """Parse the bytes of a net file; `name` goes into the text of a `NetError` (see `read_net`)."""
    if not data.startswith(MAGIC):
        raise NetError(f"{name} is not a net file of this version")
    head, _, body = data[len(MAGIC) :].partition(b"\n")
    try:
        header = _header(head)
        layout = _layout(header["arrays"])
        checksum = header["crc32"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NetError(f"{name} has a damaged header: {error}") from error
    if len(body) != 4 * sum(count for _, count in layout) or zlib.crc32(body) != checksum:
        raise NetError(f"{name} is cut short or damaged: its checksum does not fit")
    if not _in_range(body):
        raise NetError(f"{name} is damaged: {OUT_OF_RANGE}")
    return NetFile(header, _split(body, layout))


def _header(head: bytes) -> dict[str, Any]:
    header = json.loads(head)
    if not isinstance(header, dict):
        raise ValueError("it is not a JSON object")
    for name, kind in FIELDS.items():
        value = header.get(name)
        if value is not None and type(value) is not kind:
            raise ValueError(f"{name} cannot be {str(value)[:40]!r}")
    return header


def _layout(entries: list[Any]) -> list[tuple[str, int]]:
    layout = [(name, count) for name, count in entries]
    if not all(type(name) is str and type(count) is int and count >= 0 for name, count in layout):
        raise ValueError("`arrays` must be pairs of a name and a count")
    if len(dict(layout)) != len(layout):
        raise ValueError("two arrays have the same name")
    return layout


def _in_range(body: bytes) -> bool:
    """Return whether all of these little-endian floats are finite and below `LARGEST_WEIGHT`."""
    return not body[3::4].translate(None, _SMALL)


def _split(body: bytes, layout: list[tuple[str, int]]) -> dict[str, "array[float]"]:
    arrays, at = {}, 0
    for entry, count in layout:
        values = array("f", body[at : at + 4 * count])
        if sys.byteorder == "big":
            values.byteswap()
        arrays[entry] = values
        at += 4 * count
    return arrays


def joined(black: NetFile, white: NetFile) -> NetFile:
    """Join Black's net and White's into one, with the header of Black's."""
    arrays = {
        f"{colour}.{name}": values
        for colour, part in zip(COLOURS, (black, white), strict=True)
        for name, values in part.arrays.items()
    }
    return NetFile(black.header, arrays)


def net_bytes(net: NetFile) -> bytes:
    """Return the bytes of a net file.

    Raises:
        NetError: a weight is NaN, infinite or too large, as after a training that diverged.
    """
    body = b"".join(_little_endian(values) for values in net.arrays.values())
    if not _in_range(body):
        raise NetError(f"cannot write the net: {OUT_OF_RANGE}")
    layout = [[name, len(values)] for name, values in net.arrays.items()]
    header = {**net.header, "arrays": layout, "crc32": zlib.crc32(body)}
    return MAGIC + json.dumps(header).encode() + b"\n" + body


def _little_endian(values: "array[float]") -> bytes:
    if sys.byteorder == "little":
        return values.tobytes()
    swapped = array("f", values)
    swapped.byteswap()
    return swapped.tobytes()
