from typing import final

from core.eval.netfile import NetFile
from core.papers.choko_rules import ChokoPosition

ARCHITECTURE: str
LAYOUT: tuple[tuple[str, int], ...]

@final
class ChokoNet:
    def __init__(self, file: NetFile) -> None: ...
    def judge(self, position: ChokoPosition) -> tuple[list[float], float]: ...
