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


def available_players(engines: Sequence[str]) -> dict[str, EngineSpec]:
    """Return the engines by name: Fukumi, the bots, and those of `--engine "cmd=... name=..."`.

    Raises:
        TournamentError: an invalid description, or a missing program.
    """
    bundled = [f"cmd=fukumi name={FUKUMI}", *(f"cmd={name}" for name in NAMES)]
    specs = engine_specs([*bundled, *engines], [f"tolerance={TOLERANCE:g}"])
    return {spec.name: spec for spec in specs}


@dataclass(slots=True)
class _RunningEngine:
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
        self._running: _RunningEngine | None = None

    def move(self, board: Board, seconds: float) -> TimedMove:
        """Return the engine's move in this position, with the milliseconds it took.

        Raises:
            BoardError: the engine failed; the next call starts a new process.
        """
        try:
            running = self._engine_for(board, seconds)
            answer = running.client.move(board)
            board.copy().play(answer.x, answer.y)
        except (EngineFault, IllegalMove) as error:
            self.cancel()
            name = self._spec.name
            text = f"{name}: {error}"
            raise BoardError(text, "engine-failed", name=name, reason=str(error)) from error
        running.stones = [*board.stones(), (answer.x, answer.y, board.to_move)]
        return answer

    def cancel(self) -> None:
        """End the process; a running `move` fails."""
        running, self._running = self._running, None
        if running is not None:
            running.client.close()

    def _engine_for(self, board: Board, seconds: float) -> _RunningEngine:
        """Return the running engine if it can continue from here, else a new one."""
        running = self._running
        spec = dataclasses.replace(self._spec, clock=TimeControl(turn=seconds))
        if running is not None and running.client.spec == spec and _follows(board, running):
            return running
        self.cancel()
        client = Client(spec, board.rule, board.size)
        self._running = running = _RunningEngine(client, board, [])
        client.start()
        return running


def _follows(board: Board, running: _RunningEngine) -> bool:
    """Return whether the position follows the engine's last move by one answer."""
    before = running.board
    return (
        (board.size, board.rule) == (before.size, before.rule)
        and bool(running.stones)
        and board.stones()[:-1] == running.stones
    )
