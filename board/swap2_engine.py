"""Swap2 answers of a protocol engine: three stones, a colour, or two more stones."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from board.board_error import BoardError
from core.game.board import Board, IllegalMove, Point
from core.system.text import shortened
from tournaments.engine.answers import EngineFault, is_choice, parse_points
from tournaments.engine.process import EngineProcess
from tournaments.model import EngineSpec

START_GRACE = 10.0
ANSWER_GRACE = 5.0
"""Seconds to answer beyond the time for a move: no clock runs for a choice."""

STONES = {0: (3,), 3: (0, 1, 2), 5: (0, 1)}
"""Numbers of stones an answer may place, by the stones on the board; 0 means to swap."""

_SLICE = 0.1
"""Seconds between checks whether the answer is still wanted."""


def ask(spec: EngineSpec, board: Board, seconds: float, stop: threading.Event) -> list[Point]:
    """Return the stones an engine places, or none if it swaps.

    Raises:
        BoardError: the engine does not start, does not support Swap2 or gives no valid answer,
            or `stop` was set in the meantime.
    """
    try:
        process = EngineProcess(spec.command, spec.directory)
    except OSError as error:
        text = f"{spec.name} cannot be started: {error.strerror}"
        raise BoardError(text, "engine-failed", name=spec.name, reason=str(error)) from error
    with process:
        talk = _Talk(process, spec.name, stop)
        process.send(f"START {board.size}")
        talk.wait_for(START_GRACE, _is_ok)
        for key, value in (("rule", board.rule.value), ("timeout_turn", round(seconds * 1000))):
            process.send(f"INFO {key} {value}")
        process.send("SWAP2BOARD")
        for x, y, _ in board.stones():
            process.send(f"{x},{y}")
        process.send("DONE")
        answer = talk.wait_for(seconds + ANSWER_GRACE, is_choice)
    return _checked(answer, board, spec.name)


@dataclass(frozen=True, slots=True)
class _Talk:
    """The conversation with one engine."""

    process: EngineProcess
    name: str
    stop: threading.Event

    def wait_for(self, seconds: float, fits: Callable[[str], bool]) -> str:
        """Return the first line that fits."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.stop.is_set():
            line = self.process.receive(_SLICE)
            if line is not None and line.text is None:
                raise BoardError(
                    f"{self.name} exited without an answer", "engine-exited", name=self.name
                )
            text = line.text if line is not None and line.text is not None else ""
            if text.upper().startswith(("ERROR", "UNKNOWN")):
                raise BoardError(
                    f"{self.name} does not support Swap2: {text[:100]}", "no-swap2", name=self.name
                )
            if fits(text):
                return text
        text = f"{self.name} gave no answer within {seconds:g} s"
        raise BoardError(text, "no-answer", name=self.name, seconds=f"{seconds:g}")


def _is_ok(line: str) -> bool:
    return line.upper() == "OK"


def _checked(answer: str, board: Board, name: str) -> list[Point]:
    try:
        stones = parse_points(answer)
        if len(stones) not in STONES[board.ply]:
            given = shortened(answer)
            text = f"{name} gave no valid Swap2 answer to {board.ply} stones: {given!r}"
            raise BoardError(text, "engine-failed", name=name, reason=given)
        trial = board.copy()
        for x, y in stones:
            trial.play(x, y)
    except (EngineFault, IllegalMove) as error:
        text = f"{name}: {error}"
        raise BoardError(text, "engine-failed", name=name, reason=str(error)) from error
    return list(stones)
