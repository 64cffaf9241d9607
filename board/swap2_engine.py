"""Swap2 answers of a protocol engine: three stones, a colour, or two more stones."""

from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import replace

from board.board_error import BoardError
from core.game.board import Board, Point
from tournaments.engine.answers import EngineFault, play_move
from tournaments.engine.client import Client
from tournaments.model import EngineSpec, TimeControl
from tournaments.play.swap2_opening import chosen_stones

ANSWER_GRACE = 5.0
"""Seconds to answer beyond the time for a move: no clock runs for a choice."""

Cancelling = Callable[[Callable[[], None]], AbstractContextManager[None]]


def ask(spec: EngineSpec, board: Board, seconds: float, cancelled_by: Cancelling) -> list[Point]:
    """Return the stones an engine places, or none if it swaps.

    Args:
        cancelled_by: gives another thread a function that ends the engine.

    Raises:
        BoardError: the engine does not start, does not support Swap2, gives no valid answer, or
            was ended in the meantime.
    """
    limited = replace(spec, clock=TimeControl(turn=seconds), tolerance=ANSWER_GRACE)
    try:
        with closing(Client(limited, board.rule, board.size)) as client, cancelled_by(client.close):
            client.start()
            answer, _ = client.choose(board)
        stones = chosen_stones(answer, board)
        trial = board.copy()
        for point in stones:
            play_move(trial, *point)
    except EngineFault as fault:
        text = f"{spec.name}: {fault}"
        raise BoardError(text, "engine-failed", name=spec.name, reason=str(fault)) from fault
    return list(stones)
