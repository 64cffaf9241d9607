"""Sanitizing, quoting and shortening of untrusted text: engine output, names, words of files."""

import difflib
import os
import re
import shlex
from collections.abc import Iterable

_HARMFUL = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters: terminals obey them, and some end lines in files
    "\u2028\u2029"  # line and paragraph separator
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the direction of writing
    "\ud800-\udfff"  # surrogates from invalid Unicode: neither printable nor writable to a file
    "]"
)


def shown(text: str) -> str:
    """Return the text as one line that is safe in a terminal and in a file.

    Control characters, line ends and direction marks become escapes such as `\\x1b`.
    """
    return _HARMFUL.sub(lambda found: ascii(found[0])[1:-1], text)


def quoted(word: str) -> str:
    """Return a word of a command line in quotes if it needs them."""
    if os.name == "nt":
        return f'"{word}"' if any(letter.isspace() for letter in word) else word
    return shlex.quote(word)


def shortened(text: str, most: int = 100) -> str:
    """Return the text, cut to this many characters and an ellipsis if it is longer."""
    return text if len(text) <= most else text[:most] + "..."


def did_you_mean(key: str, known: Iterable[str]) -> str:
    """Return a hint at the nearest known key, with all of them."""
    names = sorted(known)
    close = difflib.get_close_matches(key, names, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"{hint}known are {', '.join(names)}"
