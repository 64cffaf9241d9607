from collections.abc import Sequence

CLASS_NAMES: Sequence[str]
"""Names of the line classes by number, from `none` to `overline`."""

CELL_CLASS_NAMES: Sequence[str]
"""Names of the cell classes (a square's four lines taken together) by number.

`and more` means a supporting three or open two in another line; `open four` is any four that no
single reply stops, in one line or two.
"""

def classes_of(rule_code: int, line: str) -> tuple[int, int]: ...
