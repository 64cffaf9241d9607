"""Bytes that no manager sends: the real program must not die of them, nor stop answering.

Any answer is accepted if it is short lines of ASCII; after each attack the program must accept a
new game and play its first move.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.pbrain.scripted import MOVE, PipeChannel
from tests.torture.fuzz_lines import GARBAGE, KEYS
from tests.torture.fuzz_model import WORDS

Chaos = Callable[[random.Random], bytes]

SANE = (
    *("timeout_turn 600000", "timeout_match 0", "time_left 2147483647", "max_memory 0"),
    *("rule 0", "thread_num 1", "max_node 6"),
)
"""Settings of a game in which any machine finds a move in time."""

CALM = 500
"""Bound of the lines that wait during a search: each may ask for a search of its own."""


def random_bytes(rng: random.Random) -> bytes:
    return rng.randbytes(rng.choice([1, 10, 1000, 20_000]))


def random_words(rng: random.Random) -> bytes:
    words = [*WORDS, *KEYS, "DONE", "7,7", "-1", "\x00", "\n", "\r", "\r\n", "\n", " "]
    return "".join(rng.choice(words) + rng.choice(" \n") for _ in range(CALM)).encode()


def bad_utf8(rng: random.Random) -> bytes:
    torn = [b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\x80" * 9]
    return b"\n".join(
        rng.choice(WORDS).encode() + b" " + rng.choice(torn) + b" 7," + rng.choice(torn)
        for _ in range(50)
    )


def zeros(rng: random.Random) -> bytes:
    return b"START\x0015\n\x00START 15\x00\n" + b"\x00" * rng.randrange(100_000)


def long_line(rng: random.Random) -> bytes:
    start = rng.choice([b"", b"START ", b"TURN 7,", b"INFO folder ", b"BOARD ", b"\x00"])
    return start + rng.choice([b"9", b"x", b" ", b"\t", b"7,7,1 ", b"\xff"]) * 200_000


def numbers(rng: random.Random) -> bytes:
    return "\n".join(_line_with_number(rng) for _ in range(100)).encode()


def _line_with_number(rng: random.Random) -> str:
    number = rng.choice(
        [
            *("9" * rng.choice([5, 10, 19, 20, 5000]), "-" + "9" * 30, "0" * 5000 + "7"),
            *("1e400", "0x7", "NaN", "inf", "+7", "--7", "7.", "\u0667", "\uff17", "\u00b2", "7_7"),
            *(str(2**k + d) for k in (8, 15, 16, 31, 32, 63, 64) for d in (-1, 0)),
        ]
    )
    forms = ("START {}", "TURN {},7", "TURN 7,{}", "TAKEBACK {},{}", "INFO {} {}", "YXNBEST {}")
    line = rng.choice([*forms, "BOARD\n7,7,{}\n{},1,1\nDONE", "RECTSTART {},{}", "PLAY {},{}"])
    return (
        line.format(number, number) if "INFO" not in line else f"INFO {rng.choice(KEYS)} {number}"
    )


def empty_lines(rng: random.Random) -> bytes:
    return rng.choice([b"\n", b"\r", b"\r\n", b" \n", b"\t\r", b"\n\x00"]) * 50_000


def many_lines(rng: random.Random) -> bytes:
    """Return one line many times, during a search or a block if one has begun."""
    begin = rng.choice([b"", b"BOARD\n", b"SWAP2BOARD\n", b"START 20\nTURN 9,9\n"])
    line = rng.choice(["ABOUT", "7,7,1", "YXSHOWFORBID", "INFO rule 4", "HELLO", "7,7", "START 15"])
    return begin + f"{line}\n".encode() * CALM


def letters(rng: random.Random) -> bytes:
    return "".join(rng.choices(GARBAGE + "\n", k=3000)).encode()


ATTACKS: tuple[Chaos, ...] = (
    *(random_bytes, random_words, bad_utf8, zeros, long_line),
    *(numbers, empty_lines, many_lines, letters),
)


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Attack one program `effort` times; leave everything sent in the folder.

    Raises:
        AssertionError: it died, wrote non-ASCII text, or no longer plays a move.
    """
    rng = random.Random(seed)
    done = Counter[str]()
    channel = PipeChannel()
    with (folder / "sent").open("wb", buffering=0) as kept:
        try:
            for number in range(effort):
                chaos = ATTACKS[number % len(ATTACKS)] if number < len(ATTACKS) else None
                data = without_end((chaos or rng.choice(ATTACKS))(rng))
                for part in pieces(rng, data):
                    kept.write(part)
                    channel.send_bytes(part)
                done.update(attacks=1, bytes=len(data), lines=expect_a_game(channel, number))
            assert channel.finish() == []
        finally:
            channel.close()
    return done


def without_end(data: bytes) -> bytes:
    """Return the data without any END, which the program would obey."""
    return re.sub(rb"(?i)end", b"e.d", data)


def pieces(rng: random.Random, data: bytes) -> Iterator[bytes]:
    """Yield the data in several writes, cut anywhere."""
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.choice([0, 1, 5, 50])))
    for start, stop in zip([0, *cuts], [*cuts, len(data)], strict=True):
        yield data[start:stop]


def expect_a_game(channel: PipeChannel, number: int) -> int:
    """Begin a game, skip all earlier output, and wait for a move; return the number of lines."""
    probe = f"PROBE{number}"
    settings = "".join(f"INFO {setting}\n" for setting in SANE)
    channel.send_bytes(f"\n{settings}START 15\n{probe}\n".encode())
    lines = [channel.receive()]
    while lines[-1] != f"UNKNOWN command {probe}":
        lines.append(channel.receive())
    assert lines[-2:-1] == ["OK"], lines[-2:]
    channel.send("TURN 7,7")
    while (reply := channel.receive()).startswith("MESSAGE"):
        assert "fallback" not in reply, reply
    assert re.fullmatch(MOVE, reply), reply
    return len(lines)
