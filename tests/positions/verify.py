"""Checks of a position's grade, by slow searches that try everything."""

from core.game.board import Board, Point
from core.threats.vcf import Vcf
from core.threats.vct import Vct
from tests.core.threats.slow_threats import wins_against_everything
from tests.positions import NO_VCF, VCT, Puzzle
from tests.positions.shortest import FourSearch, TooHard

MOST_POSITIONS = 20_000
VCT_BUDGET = 50_000
LONGEST = 99


class ThreatAttack:
    """Attacks by fours and open threes; for one rule and board size.

    Args:
        most: positions to answer before `TooHard`.
    """

    def __init__(self, most: int) -> None:
        self._vct, self._left = Vct(), most

    def __call__(self, board: Board) -> list[Point] | None:
        """Return a winning line of the side to move, empty or None if none is known.

        Raises:
            TooHard: asked for too many positions.
        """
        self._left -= 1
        if self._left < 0:
            raise TooHard
        return self._vct.search(board, VCT_BUDGET)


def fours_win(board: Board) -> bool:
    """Return whether the solver's win by fours beats every defence."""
    solver = Vcf()
    line = solver.search(board)
    return bool(line) and wins_against_everything(board, line or [], solver.search)


def threats_win(board: Board, most: int) -> bool:
    """Return whether the solver's win by threats beats every defence.

    Every defence is tried after every attack, down to where fours alone win; `fours_win` checks
    those.

    Raises:
        TooHard: more than `most` positions need a new win by threats.
    """
    attack, solver = ThreatAttack(most), Vcf()
    line = attack(board)
    return bool(line) and wins_against_everything(
        board.copy(), line or [], attack, lambda after: bool(solver.search(after))
    )


def shortest_win(board: Board, most: int) -> int:
    """Return the plies of the shortest win by fours up to `most`, 0 if there is none.

    Raises:
        TooHard: it takes too long.
    """
    return FourSearch(board, MOST_POSITIONS).shortest(most)


def no_win_by_fours(board: Board) -> bool:
    """Return whether the slow search, like the solver, finds no win by fours.

    Raises:
        TooHard: it takes too long.
    """
    return not FourSearch(board, MOST_POSITIONS).wins(LONGEST)


def grade_holds(position: Puzzle) -> bool:
    """Return whether a position is of its grade; for `vct`, only whether no fours win.

    Raises:
        TooHard: it takes too long.
    """
    if position.grade in (VCT, NO_VCF):
        return no_win_by_fours(position.board)
    return shortest_win(position.board, position.plies) == position.plies
