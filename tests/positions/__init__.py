"""The tactical suite, which is also the board's puzzles; `make.py` made it."""

from board.puzzles import NO_VCF, RULES, VCT, Puzzle, load, path_of
from core.game.board import Board
from core.game.symmetry import SYMMETRIES, transform

__all__ = ["NO_VCF", "RULES", "VCT", "Puzzle", "load", "path_of", "shape_of", "vcf_grade"]


def vcf_grade(plies: int) -> str:
    return f"vcf {plies}"


def shape_of(board: Board) -> tuple[object, ...]:
    """Return a value that is equal for two positions that a symmetry makes the same."""
    images = (
        sorted((transform((x, y), board.size, symmetry), colour) for x, y, colour in board.stones())
        for symmetry in SYMMETRIES
    )
    return board.rule, board.size, board.to_move, tuple(min(images))
