"""Syntax of protocol lines: words, points and numbers, without their meaning."""

import re
from typing import NamedTuple

from core.game.board import Point

_POINT = re.compile(r"[ \t]*(-?[0-9]{1,9})[ \t]*,[ \t]*(-?[0-9]{1,9})[ \t]*")
_FIELDS = re.compile(_POINT.pattern + r",[ \t]*([0-9]{1,9})[ \t]*")
_SIZES = re.compile(r"([0-9]{1,9})(?:[ \t]*[ \t,][ \t]*([0-9]{1,9}))?")
_INTEGER = re.compile(r"[+-]?[0-9]+")

_HUGE = 10**18
_HUGE_DIGITS = 18


class Command(NamedTuple):
    """A command word in upper case and the rest of its line."""

    word: str
    rest: str


def command(line: str) -> Command:
    """Split a line at its first space or tab; the word of a blank line is empty.

    A byte-order mark before the line, as .NET writes it, is left out.
    """
    word, _, rest = line.lstrip("\ufeff").strip().replace("\t", " ").partition(" ")
    return Command(word.upper(), rest.strip())


def point(text: str) -> Point | None:
    """Return the point of `x,y`, or None if the text has another form."""
    match = _POINT.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def stone(text: str) -> tuple[int, int, int] | None:
    """Return the three numbers of `x,y,field`, or None if the text has another form."""
    match = _FIELDS.fullmatch(text)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def board_size(text: str) -> tuple[int, int] | None:
    """Return width and height of `n`, `w h` or `w,h`, or None if the text has another form."""
    match = _SIZES.fullmatch(text)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def integer(text: str) -> int | None:
    """Return an integer of any length, clamped to 10**18, or None."""
    if not _INTEGER.fullmatch(text):
        return None
    if len(text) > _HUGE_DIGITS:
        return -_HUGE if text.startswith("-") else _HUGE
    return int(text)


def printable(text: str, limit: int = 40) -> str:
    """Return the text as a short line of printable ASCII, safe to send back."""
    return "".join(c if " " <= c <= "~" else "?" for c in text[:limit])
