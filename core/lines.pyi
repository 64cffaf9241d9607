from collections.abc import Sequence

CLASS_NAMES: Sequence[str]
"""The line classes in the order of their numbers, from `none` to `overline`."""

def classes_of(rule_code: int, line: str) -> tuple[int, int]:
    """(Black's class, White's class) of a line of eleven characters seen from its sixth.

    `X` is Black, `O` White, `.` empty and `#` outside; the centre itself is taken as empty.
    """
