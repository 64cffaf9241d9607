from collections.abc import Sequence

CLASS_NAMES: Sequence[str]
CELL_CLASS_NAMES: Sequence[str]

def classes_of(rule_code: int, line: str) -> tuple[int, int]: ...
