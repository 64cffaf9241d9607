"""Games ended by the referee: by the engines' own values, or by a proof of our solver."""

import math

from core.game.board import BLACK, WHITE, Board
from core.game.notation import COLOUR_NAMES, format_point
from core.threats.vct import Vct
from tournaments.engine.evaluations import evaluation
from tournaments.model import Adjudication, Reason, Result, TimedMove
from tournaments.records.recorded_outcome import won_by


class Adjudicator:
    """The referee's judgement of one game; call `judge` after each move of an engine.

    Args:
        draw_after: plies after which the game is a draw; None for no limit.
    """

    def __init__(self, settings: Adjudication, draw_after: int | None = None) -> None:
        self._settings = settings
        self._most_plies = math.inf if draw_after is None else draw_after
        self._values: list[float | None] = []
        self._solver = Vct()

    def judge(self, board: Board, move: TimedMove) -> tuple[Result, Reason, str] | None:
        """Return the ending of the game after this move, or None if it goes on.

        Args:
            board: the position after the move, not over.
        """
        found = evaluation(move.messages)
        sign = 1 if board.to_move == WHITE else -1
        self._values.append(None if found is None else sign * found.value)
        return self._by_values(board.ply) or self._by_proof(board)

    def _by_values(self, ply: int) -> tuple[Result, Reason, str] | None:
        """Judge by the values, Black's, of the last moves of both engines."""
        asked, moves = self._settings, self._settings.moves
        values = [value for value in self._values[-2 * moves :] if value is not None]
        if len(values) < 2 * moves:
            return None
        for colour, worst in ((BLACK, min(values)), (WHITE, -max(values))):
            if asked.resign is not None and worst >= asked.resign:
                text = (
                    f"adjudicated: for {moves} moves each, both engines valued the position at "
                    f"{asked.resign:g} or more for {COLOUR_NAMES[colour]}"
                )
                return won_by(colour), Reason.RESIGNATION, text
        most = max(map(abs, values))
        if asked.draw is not None and most <= asked.draw and ply >= asked.after:
            text = (
                f"adjudicated: for {moves} moves each, both engines valued the position within "
                f"{asked.draw:g} of a draw"
            )
            return Result.DRAW, Reason.AGREED_DRAW, text
        return None

    def _by_proof(self, board: Board) -> tuple[Result, Reason, str] | None:
        """Judge by a win by threats of the side to move, if it comes before the agreed draw."""
        if self._settings.solver is None:
            return None
        line = self._solver.search(board, self._settings.solver)
        if not line or board.ply + self._solver.plies > self._most_plies:
            return None
        text = (
            f"adjudicated: {COLOUR_NAMES[board.to_move]} wins by threats, beginning with "
            f"{format_point(line[0], board.size)}, in at most {self._solver.plies} plies"
        )
        return won_by(board.to_move), Reason.PROOF, text
