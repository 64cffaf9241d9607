"""Nets that `fukumi papers` trained, for the bots that play with them."""

import importlib
from pathlib import Path
from typing import Any

from core.board import BLACK, WALL, Board


class ExportedNet:
    """A net in a file, made for one size of board.

    Raises:
        ValueError: torch is missing, or the file holds no net; the text says what to do.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise ValueError(f"there is no file {path}")
        try:
            self._torch: Any = importlib.import_module("torch")
        except ModuleNotFoundError as error:
            raise ValueError("torch is not installed; pip install 'fukumi[train]'") from error
        size = {"size": ""}
        try:
            program = self._torch.export.load(path, extra_files=size)
            self.size = int(size["size"])
        except Exception as error:  # torch raises of every kind
            raise ValueError(f"{path} is no net of `fukumi papers`: {error}") from error
        self._net = program.module()

    def judge(self, board: Board) -> tuple[list[float], float]:
        """A prior for each cell, row by row, and the value for the side to move.

        Raises:
            ValueError: the board has another size.
        """
        if board.size != self.size:
            raise ValueError(f"this net plays {self.size}x{self.size} only")
        with self._torch.inference_mode():
            logits, value = self._net(self._torch.tensor([planes(board)]))
            priors: list[float] = logits.softmax(dim=1)[0].tolist()
        return priors, float(value)


def planes(board: Board) -> list[list[list[float]]]:
    """Own stones, the enemy's, the last move, and all ones where Black is to move."""
    found = [[[0.0] * board.size for _ in range(board.size)] for _ in range(3)]
    stones = [stone for stone in board.stones() if stone[2] != WALL]
    for x, y, colour in stones:
        found[colour != board.to_move][y][x] = 1.0
    if stones:
        x, y, _ = stones[-1]
        found[2][y][x] = 1.0
    black = float(board.to_move == BLACK)
    return [*found, [[black] * board.size for _ in range(board.size)]]
