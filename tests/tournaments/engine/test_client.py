"""The clocks of an engine, with one whose answers take a scripted time."""

from collections import deque
from collections.abc import Callable

import pytest

from core.game.board import Board
from core.game.rules import Rule
from tournaments.engine import client
from tournaments.engine.answers import EngineFault
from tournaments.engine.client import Client
from tournaments.engine.process import Line
from tournaments.model import EngineSpec, Reason, TimeControl


class ScriptedProcess:
    """A stand-in for `EngineProcess` that moves along the top row, taking scripted seconds."""

    exit_code = None
    input_closed = False
    transcript = ()

    def __init__(self, seconds: tuple[float, ...]) -> None:
        self.now = 0.0
        self.sent: list[str] = []
        self._moves = deque(enumerate(seconds))
        self._lines: deque[Line] = deque()

    def send(self, line: str) -> float:
        self.sent.append(line)
        if line.startswith("START"):
            self._lines.append(Line("OK", self.now))
        elif line.startswith(("BEGIN", "TURN")):
            x, took = self._moves.popleft()
            self._lines.append(Line(f"{2 * x},0", self.now + took))
        return self.now

    def receive(self, _timeout: float) -> Line:
        line = self._lines.popleft()
        self.now = line.at
        return line

    def drop_unread(self) -> None:
        pass

    def memory(self) -> int:
        return 0


Played = tuple[list[int], list[str], EngineFault | None]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Played]:
    """Return a function that has an engine make moves of given lengths, without real waiting."""

    def play(control: TimeControl, *seconds: float, tolerance: float = 0.1) -> Played:
        """Return the milliseconds of the moves, the engine's INFO time_left, and the fault, if
        any."""
        process = ScriptedProcess(seconds)
        monkeypatch.setattr(client, "EngineProcess", lambda *_: process)
        one, board = (
            Client(EngineSpec("x", ("x",), control, tolerance), Rule.FREESTYLE, 15),
            Board(15),
        )
        one.start()
        ms: list[int] = []
        fault = None
        try:
            for number, _ in enumerate(seconds):
                move = one.move(board)
                ms.append(move.ms)
                board.play(move.x, move.y)
                board.play(number, 14)
        except EngineFault as error:
            fault = error
        told = [line.split()[-1] for line in process.sent if line.startswith("INFO time_left")]
        return ms, told, fault

    return play


def test_the_match_clock_runs_over_moves(played: Callable[..., Played]) -> None:
    ms, left, fault = played(TimeControl(match=2.0), 1.3, 0.6, 0.3)
    assert ms == [1300, 600]
    assert left == ["2000", "700", "100"]
    assert fault is not None
    assert fault.reason is Reason.TIME
    assert str(fault) == "no move within 0.1 s"


def test_each_move_has_its_turn_and_the_tolerance(played: Callable[..., Played]) -> None:
    ms, left, fault = played(TimeControl(turn=0.5), 0.5, 0.59, 0.61)
    assert ms == [500, 590]
    assert set(left) == {"2147483647"}
    assert fault is not None
    assert fault.reason is Reason.TIME


def test_an_increment_is_added_after_each_move(played: Callable[..., Played]) -> None:
    ms, left, fault = played(TimeControl(match=1.0, increment=0.5), 0.9, 0.4, 0.6)
    assert ms == [900, 400, 600]
    assert left == ["1000", "600", "700"]
    assert fault is None


def test_an_engine_may_exceed_the_games_time_by_its_tolerance_in_all(
    played: Callable[..., Played],
) -> None:
    ms, left, fault = played(TimeControl(match=1.0), 1.05, 0.04, 0.02)
    assert ms == [1050, 40]
    assert left == ["1000", "-50", "-90"]
    assert fault is not None
    assert fault.reason is Reason.TIME
    assert str(fault) == "its time for the game is used up"


def test_without_a_limit_an_engine_takes_its_time(played: Callable[..., Played]) -> None:
    assert played(TimeControl(), 1e6) == ([10**9], ["2147483647"], None)
