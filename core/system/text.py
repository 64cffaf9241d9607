"""Text from outside: what an engine prints, names, words of files, messages of errors."""

import re

_HARMFUL = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters: a terminal obeys them, files end lines at some
    "\u2028\u2029"  # line and paragraph separator
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # these turn the direction of writing
    "\ud800-\udfff"  # what was no Unicode; it can be neither printed nor written to a file
    "]"
)


def shown(text: str) -> str:
    """Return the text as one line that is safe in a terminal and in a file.

    Control characters, ends of lines and marks of direction become escapes such as `\\x1b`.
    """
    return _HARMFUL.sub(lambda found: ascii(found[0])[1:-1], text)
