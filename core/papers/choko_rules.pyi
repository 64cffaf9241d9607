from typing import final

SIZE: int
SQUARES: int
PIECES: int
DROPS: int
MOVES: int
ACTIONS: int
MOST_ACTIONS: int
PLANES: int
STEPS: tuple[tuple[int, int], ...]
BLUE: int
RED: int
NOBODY: int

@final
class ChokoPosition:
    to_move: int
    initiative: int
    played: int
    taken: int
    def __init__(
        self,
        cells: tuple[int, ...] = ...,
        hands: tuple[int, int] = ...,
        to_move: int = 1,
        initiative: int = 0,
        played: int = 0,
        taken: int = 0,
    ) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def cells(self) -> tuple[int, ...]: ...
    @property
    def hands(self) -> tuple[int, int]: ...
    @property
    def winner(self) -> int: ...
    @property
    def over(self) -> bool: ...
    def legal(self) -> tuple[int, ...]: ...
    def play(self, action: int) -> ChokoPosition: ...
    def planes(self) -> bytes: ...

def neighbour(square: int, direction: int, distance: int) -> int | None: ...
def name(square: int) -> str: ...
def describe(action: int) -> str: ...
