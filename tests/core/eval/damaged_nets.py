"""Net files with every kind of damage."""

import json
import random
import struct
import zlib
from typing import Any

from core.eval.netfile import MAGIC

ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 7, 10**30, 0.5, float("inf"), float("nan"), "", "x" * 99, [], [[]], {},
    [["half", 3]], {"half": 3}, [["half", -1]], [["half", 1], ["half", 1]], [[1, "half"]],
)  # fmt: skip
ODD_HEADS = (b"", b"{}", b"[]", b"7", b"null", b'"x"', b"[" * 100_000, b"\xff\xfe", b'{"arrays":')
ODD_WEIGHTS = (float("nan"), float("inf"), float("-inf"), 3e38, -2e5)


def split(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the header and the weights of a net file."""
    head, _, body = data[len(MAGIC) :].partition(b"\n")
    header: dict[str, Any] = json.loads(head)
    return header, body


def joined(header: Any, body: bytes) -> bytes:
    return MAGIC + json.dumps(header).encode() + b"\n" + body


def flipped(data: bytes, rng: random.Random) -> bytes:
    """Flip a bit, in the header every other time."""
    end = len(MAGIC) + 1500 if rng.random() < 0.5 else len(data)
    at = rng.randrange(end)
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def stuffed(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(rng.randint(1, 9)) + data[at:]


def other_head(data: bytes, rng: random.Random) -> bytes:
    _, body = split(data)
    return MAGIC + rng.choice(ODD_HEADS) + b"\n" + body


def other_field(data: bytes, rng: random.Random) -> bytes:
    """Replace a value of the header; the checksum still fits the weights."""
    header, body = split(data)
    header[rng.choice([*header, "rule", "parent"])] = rng.choice(ODD_VALUES)
    return joined(header, body)


def lost_field(data: bytes, rng: random.Random) -> bytes:
    header, body = split(data)
    del header[rng.choice(list(header))]
    return joined(header, body)


def other_layout(data: bytes, rng: random.Random) -> bytes:
    """Change an entry of the arrays, or of the shapes where there are any."""
    header, body = split(data)
    entries = header["arrays"]
    entry = rng.choice(entries)
    if "shapes" in header and rng.random() < 0.5:
        shape = header["shapes"][rng.choice(list(header["shapes"]))]
        shape[rng.randrange(len(shape))] += rng.choice([-1, 1, 5])
    elif rng.random() < 0.5:
        other = rng.choice(entries)
        entry[1], other[1] = other[1], entry[1]
    else:
        entry[rng.randrange(2)] = rng.choice(ODD_VALUES)
    return joined(header, body)


def odd_weight(data: bytes, rng: random.Random) -> bytes:
    """Set a weight to NaN, infinity or a number that is too large; the checksum fits."""
    header, body = split(data)
    at = 4 * rng.randrange(len(body) // 4)
    body = body[:at] + struct.pack("<f", rng.choice(ODD_WEIGHTS)) + body[at + 4 :]
    return joined({**header, "crc32": zlib.crc32(body)}, body)


DAMAGES = (flipped, cut, stuffed, other_head, other_field, lost_field, other_layout, odd_weight)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return the file with some damage."""
    return rng.choice(DAMAGES)(data, rng)
