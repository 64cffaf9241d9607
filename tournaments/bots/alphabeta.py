"""The bot `alphabeta`: negamax with alpha-beta over the best few moves by the line classes."""

from core.eval.evaluate import LinesEvaluator
from core.game.board import Board, Point
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.serve import main

WIDTH = 12
"""Moves tried at each node, best prior first."""

WIN = 1000.0
DEEPEST = 20


class OutOfTime(Exception):
    """Raised when the clock runs out inside an iteration, whose results are dropped."""


class AlphaBeta:
    """A bot with the option `depth` in plies; 0 deepens until the time is used up."""

    name = "alphabeta"
    _clock: MoveClock

    def __init__(self) -> None:
        self.options = {"depth": 0}
        self._evaluator = LinesEvaluator()

    def choose(self, board: Board, clock: MoveClock) -> Point:
        self._clock = clock
        moves = self._moves(board)
        try:
            for depth in range(1, (self.options["depth"] or DEEPEST) + 1):
                moves = self._ordered_by_search(board, moves, depth)
        except OutOfTime:
            pass
        return moves[0]

    def _ordered_by_search(self, board: Board, moves: list[Point], depth: int) -> list[Point]:
        """Run one iteration at the root; return the moves with the best one first and the others in
        order."""
        best, alpha = moves[0], -2 * WIN
        for move in moves:
            score = self._after(board, move, depth, alpha, 2 * WIN)
            if score > alpha:
                best, alpha = move, score
        return [best, *(move for move in moves if move != best)]

    def _search(self, board: Board, depth: int, alpha: float, beta: float) -> float:
        """Return the value for the side to move; wins count more the sooner they come."""
        if self._clock.is_up:
            raise OutOfTime
        if board.winner:
            return -WIN - depth
        if board.over:
            return 0.0
        if depth == 0:
            return self._evaluator.value(board)
        for move in self._moves(board):
            alpha = max(alpha, self._after(board, move, depth, alpha, beta))
            if alpha >= beta:
                break
        return alpha

    def _after(self, board: Board, move: Point, depth: int, alpha: float, beta: float) -> float:
        board.play(*move)
        try:
            return -self._search(board, depth - 1, -beta, -alpha)
        finally:
            board.undo()

    def _moves(self, board: Board) -> list[Point]:
        return [point for point, _ in self._evaluator.priors(board)[:WIDTH]]


if __name__ == "__main__":
    main(AlphaBeta)
