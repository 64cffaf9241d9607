"""Players at the board other than people: Fukumi, the bundled bots, and other engines."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from board.board_error import BoardError
from core.game.board import Board, IllegalMove
from tournaments.bots import NAMES
from tournaments.cli.engine_options import engine_specs
from tournaments.engine.answers import EngineFault
from tournaments.engine.client import Client
from tournaments.model import EngineSpec, TimeControl, TimedMove

FUKUMI = "Fukumi"
TOLERANCE = 2.0
"""Seconds beyond the time limit after which an engine's move is rejected."""

Stone = tuple[int, int, int]


def seats(engines: Sequence[str]) -> dict[str, EngineSpec]:
    """Return the engines by name: Fukumi, the bots, and those of `--engine "cmd=... name=..."`.

    Raises:
        TournamentError: an invalid description, or a missing program.
    """
    bundled = [f"cmd=fukumi name={FUKUMI}", *(f"cmd={name}" for name in NAMES)]
    specs = engine_specs([*bundled, *engines], [f"tolerance={TOLERANCE:g}"])
    return {spec.name: spec for spec in specs}


@dataclass(slots=True)
class _Sitting:
    """A running engine and the game it has been told."""

    client: Client
    board: Board
    stones: list[Stone]


class EnginePlayer:
    """A protocol engine that moves in any position; one process serves consecutive moves.

    `cancel` may be called from another thread at any time, the other methods from one thread.
    """

    def __init__(self, spec: EngineSpec) -> None:
        self._spec = spec
        self._sitting: _Sitting | None = None

    def move(self, board: Board, seconds: float) -> TimedMove:
        """Return the engine's move in this position, with the milliseconds it took.

        Raises:
            BoardError: the engine failed; the next call starts a new process.
        """
        try:
            sitting = self._seated(board, seconds)
            answer = sitting.client.move(board)
            board.copy().play(answer.x, answer.y)
        except (EngineFault, IllegalMove) as error:
            self.cancel()
            raise BoardError(f"{self._spec.name}: {error}") from error
        sitting.stones = [*board.stones(), (answer.x, answer.y, board.to_move)]
        return answer

    def cancel(self) -> None:
        """End the process; a running `move` fails."""
        sitting, self._sitting = self._sitting, None
        if sitting is not None:
            sitting.client.close()

    def _seated(self, board: Board, seconds: float) -> _Sitting:
        """Return the running engine if it can continue from here, else a new one."""
        sitting = self._sitting
        spec = dataclasses.replace(self._spec, clock=TimeControl(turn=seconds))
        if sitting is not None and sitting.client.spec == spec and _follows(board, sitting):
            return sitting
        self.cancel()
        client = Client(spec, board.rule, board.size)
        self._sitting = sitting = _Sitting(client, board, [])
        client.start()
        return sitting


def _follows(board: Board, sitting: _Sitting) -> bool:
    """Return whether the position follows the engine's last move by one answer."""
    before = sitting.board
    return (
        (board.size, board.rule) == (before.size, before.rule)
        and bool(sitting.stones)
        and board.stones()[:-1] == sitting.stones
    )
