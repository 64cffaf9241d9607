"""Damage to the bytes of a file, as caused by a disk, an incomplete copy or a careless edit."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

ODD_NUMBERS = ("-1", "0", "1e999", "-0.0", "NaN", "99999999999", "9" * 5000, "1.5", "0x10", "+3")
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    float("nan"),
    "",
    "x",
    "\x00\x1b[2J",
    [],
    {},
    [[]],
)

LETTERS = (
    *(b"[", b"]", b"(", b")", b";", b'"', b"{", b"}", b",", b"\\", b"\r", b"\n\n", b"\xff", b"-"),
    *(b"\x00", b"\x1b[2J", "\u202e\u2028".encode(), b"((" * 2000, b"[" * 5000, b"\t"),
)

Damage = Callable[[random.Random, bytes, bytes], bytes]


def flip_bits(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 20])):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def truncate(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    return data[: rng.choice([0, 1, len(data) // 2, len(data) - 1, rng.randrange(len(data) + 1)])]


def lose_a_part(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    start, stop = _span(rng, data)
    return data[:start] + data[stop:]


def overwrite(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    start, stop = _span(rng, data)
    filler = rng.choice(
        [bytes(stop - start), b"\xff" * (stop - start), rng.randbytes(stop - start)]
    )
    return data[:start] + filler + data[stop:]


def swap_parts(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    a, b, c, d = sorted(rng.randrange(len(data) + 1) for _ in range(4))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def mix(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Replace a part with that of another file of the same kind."""
    start, stop = _span(rng, data)
    return data[:start] + other[start:stop] + data[stop:]


def append(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return data + rng.choice([b"\x00" * 100, rng.randbytes(50), data, other, b"\n", b"}"])


def change_a_number(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    """Replace a number in the text, which may be part of a binary file."""
    found = list(re.finditer(rb"-?[0-9]+(?:\.[0-9]+)?", data[:100_000]))
    if not found:
        return flip_bits(rng, data, b"")
    number = rng.choice(found)
    return data[: number.start()] + rng.choice(ODD_NUMBERS).encode() + data[number.end() :]


def change_a_value(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    """Replace a value in one line of JSON, or in the whole file if it is JSON."""
    whole = _json(data)
    if whole is not None:
        return json.dumps(_changed(rng, whole)).encode()
    lines = data.split(b"\n")
    candidates = [at for at, line in enumerate(lines[:1000]) if _json(line) is not None]
    if not candidates:
        return change_a_number(rng, data, b"")
    at = rng.choice(candidates)
    lines[at] = json.dumps(_changed(rng, _json(lines[at]))).encode()
    return b"\n".join(lines)


def _json(text: bytes) -> dict[str, Any] | list[Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict | list) and value else None


def _changed(rng: random.Random, value: Any) -> Any:
    """Return the value with one thing in it replaced, removed or added."""
    if not isinstance(value, dict | list) or not value or rng.random() < 0.1:
        return rng.choice(ODD_VALUES)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key, changed = rng.choice(keys), value.copy()
    if rng.random() < 0.15:
        del changed[key]
    elif isinstance(changed, dict) and rng.random() < 0.05:
        changed["nobody knows this"] = rng.choice(ODD_VALUES)
    else:
        changed[key] = _changed(rng, value[key])
    return changed


def change_text(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    """Insert or overwrite a few characters that have a meaning in most formats."""
    at = rng.randrange(len(data) + 1)
    letters = rng.choice(LETTERS)
    return data[:at] + letters + data[at + rng.choice([0, 1, len(letters)]) :]


ANY: tuple[Damage, ...] = (
    *(flip_bits, flip_bits, truncate, lose_a_part, overwrite, swap_parts, mix, append),
    *(change_a_number, change_a_value, change_a_value, change_text),
)


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice([1, 4, 64, 4096, len(data)]))


def damaged(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Return the bytes with one damage; `other` are those of another file of the same kind."""
    while (result := rng.choice(ANY)(rng, data, other)) == data:
        pass
    return result
