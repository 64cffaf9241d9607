"""Who can sit at the board besides people: Fukumi, the bundled bots, and engines of others."""

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
"""Seconds beyond its time after which an engine's move no longer counts."""

Stone = tuple[int, int, int]


def seats(engines: Sequence[str]) -> dict[str, EngineSpec]:
    """Everybody by name: Fukumi's brain, the bots, and those of `--engine "cmd=... name=..."`.

    Raises:
        TournamentError: a description that cannot be read, or a program that is not there.
    """
    bundled = [f"cmd=fukumi name={FUKUMI}", *(f"cmd={name}" for name in NAMES)]
    specs = engine_specs([*bundled, *engines], [f"tolerance={TOLERANCE:g}"])
    return {spec.name: spec for spec in specs}


@dataclass(slots=True)
class _Sitting:
    """A running engine and the game as it knows it."""

    client: Client
    board: Board
    stones: list[Stone]


class EnginePlayer:
    """A protocol engine that moves in any position; its process is kept while it follows a game.

    `cancel` may come from another thread at any time, everything else from one.
    """

    def __init__(self, spec: EngineSpec) -> None:
        self._spec = spec
        self._sitting: _Sitting | None = None

    def move(self, board: Board, seconds: float) -> TimedMove:
        """Its move in this position, with the milliseconds it took.

        Raises:
            BoardError: it failed; says how. The next call starts it anew.
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
        """Ends the process; a `move` under way fails."""
        sitting, self._sitting = self._sitting, None
        if sitting is not None:
            sitting.client.close()

    def _seated(self, board: Board, seconds: float) -> _Sitting:
        """The running engine if it can go on from here, else a new one."""
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
    """Whether the position is the one after the engine's last move and one answer."""
    before = sitting.board
    return (
        (board.size, board.rule) == (before.size, before.rule)
        and bool(sitting.stones)
        and board.stones()[:-1] == sitting.stones
    )
