"""Players at the board other than people: Fukumi, the bundled bots, and other engines."""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

from board.board_error import BoardError
from core.game.board import Board, IllegalMove
from core.search.time_management import Limits
from tournaments.bots import NAMES
from tournaments.cli.engine_options import engine_spec, engine_specs
from tournaments.engine.answers import EngineFault
from tournaments.engine.client import Client
from tournaments.model import EngineSpec, Reason, TimeControl, TimedMove

FUKUMI = "Fukumi"
PERSON = "Human"
"""The page's name of a person, as in setup.js."""
TOLERANCE = 2.0
"""Seconds beyond the time limit after which an engine's move is rejected."""

Stone = tuple[int, int, int]


def available_players(engines: Sequence[str]) -> dict[str, EngineSpec]:
    """Return the engines by name: Fukumi, the bots, and those of `--engine`.

    Raises:
        TournamentError: an invalid description, or a missing program.
        BoardError: an engine is called as people are.
    """
    bundled = [f"cmd=fukumi name={FUKUMI}", *(f"cmd={name}" for name in NAMES)]
    others = [text for text in engines if _bundled_name(text) is None]
    specs = engine_specs([*bundled, *others], [f"tolerance={TOLERANCE:g}"])
    if any(spec.name == PERSON for spec in specs):
        raise BoardError(f"an engine cannot be called {PERSON}, as people are: give another name")
    return {spec.name: spec for spec in specs}


def first_chosen(engines: Sequence[str]) -> str | None:
    """Return the name of the first engine of `--engine`, None without any."""
    if not engines:
        return None
    return _bundled_name(engines[0]) or engine_spec(engines[0]).name


def _bundled_name(text: str) -> str | None:
    """Return the bundled bot that an `--engine` names without options, if it does."""
    name = text.strip().removeprefix("cmd=")
    return name if name in NAMES else None


class OutOfTime(BoardError):
    """The error of a move that came too late, if at all."""


@dataclass(slots=True)
class _RunningEngine:
    """A running engine, its clock's turn and kind, and the game it has been told."""

    client: Client
    board: Board
    turn: float
    has_match: bool
    stones: list[Stone]


class EnginePlayer:
    """A protocol engine that moves in any position, in one process as far as possible.

    `cancel` may be called from another thread at any time, the other methods from one thread.
    """

    def __init__(self, spec: EngineSpec) -> None:
        self._spec = spec
        self._running: _RunningEngine | None = None

    def move(self, board: Board, limits: Limits) -> TimedMove:
        """Return the engine's move in this position, with the milliseconds it took.

        Raises:
            BoardError: the engine failed; the next call starts a new process.
            OutOfTime: it gave no move in time.
        """
        try:
            running = self._engine_for(board, limits)
            answer = self._answer(running, board)
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

    def _answer(self, running: _RunningEngine, board: Board) -> TimedMove:
        try:
            return running.client.move(board)
        except EngineFault as fault:
            if fault.reason is not Reason.TIME:
                raise
            self.cancel()
            name = self._spec.name
            text = f"{name}: {fault}"
            raise OutOfTime(text, "engine-failed", name=name, reason=str(fault)) from fault

    def _engine_for(self, board: Board, limits: Limits) -> _RunningEngine:
        """Return the running engine if it can play under these conditions, else a new one."""
        running = self._running
        if running is None or not _fits(running, board, limits):
            self.cancel()
            spec = dataclasses.replace(self._spec, clock=_control(limits))
            has_match = math.isfinite(limits.left)
            client = Client(spec, board.rule, board.size)
            self._running = running = _RunningEngine(client, board, limits.turn, has_match, [])
            client.start()
        elif board.stones()[:-1] != running.stones:
            running.client.restart()
        if running.has_match:
            running.client.set_time_left(limits.left)
        return running


def _control(limits: Limits) -> TimeControl:
    match, turn = (s if math.isfinite(s) else None for s in (limits.left, limits.turn))
    return TimeControl(match, turn)


def _fits(running: _RunningEngine, board: Board, limits: Limits) -> bool:
    """Return whether the engine runs under this rule, size and kind of clock."""
    return (running.board.size, running.board.rule, running.turn, running.has_match) == (
        board.size,
        board.rule,
        limits.turn,
        math.isfinite(limits.left),
    )
