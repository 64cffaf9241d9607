from collections.abc import Sequence

CLASS_NAMES: Sequence[str]
"""The line classes in the order of their numbers, from `none` to `overline`."""

CELL_CLASS_NAMES: Sequence[str]
"""The classes of a square, its four lines taken together, in the order of their numbers.

`and more` is a helping three or open two in another line; `open four` is any four that no
single reply stops, in one line or two.
"""

def classes_of(rule_code: int, line: str) -> tuple[int, int]: ...
