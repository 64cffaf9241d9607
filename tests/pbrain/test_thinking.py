"""The search thread: one answer in time for every request, even from a failing engine."""

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NoReturn, cast

import pytest

from core import BUILD
from core.game.board import Board
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.mcts import Search
from pbrain import thinker
from pbrain.protocol import MOST_LINES
from pbrain.request import SearchEngine
from tests.patience import PATIENCE, wait_until
from tests.pbrain.fakes import DeafEngine, FakeEngine, FixedEngine, report
from tests.pbrain.scripted import MOVE, MockChannel, converse

HEAVY_FIVE = """
    > START 15
    < OK
    > BOARD
    > 3,7,1
    > 3,8,2
    > 4,7,1
    > 4,8,2
    > 5,7,1
    > 5,8,2
    > 6,7,1
    > 6,9,2
    > DONE
"""
"""Four in a row that the brain can complete at 2,7 or 7,7."""


pytestmark = pytest.mark.usefixtures("lenient_watchdog")


@pytest.fixture
def deaf(strict_watchdog: None) -> Iterator[DeafEngine]:  # noqa: ARG001
    """Yield an engine that never answers by itself."""
    engine = DeafEngine()
    yield engine
    engine.may_answer.set()


def test_late_search_is_answered_by_the_watchdog_and_its_own_answer_dropped(
    deaf: DeafEngine,
) -> None:
    channel = MockChannel(lambda: deaf)
    converse(channel, "> INFO timeout_turn 300" + HEAVY_FIVE)
    assert re.fullmatch("MESSAGE fallback move: out of time", channel.receive())
    assert channel.receive() in ("2,7", "7,7"), "the fallback should at least see a five"
    deaf.may_answer.set()
    assert deaf.answered.acquire(timeout=PATIENCE)
    converse(channel, "> START 15\n< OK\n> INFO max_node 1\n> TURN 0,0\n< MOVE")
    assert channel.finish() == []


def test_search_that_ignores_the_stop_is_answered_by_the_watchdog(deaf: DeafEngine) -> None:
    channel = MockChannel(lambda: deaf)
    converse(
        channel,
        """
        > START 15
        < OK
        > INFO timeout_turn -1
        > TURN 7,7
        > YXSTOP
        < MESSAGE fallback move: no answer to the stop
        < MOVE
        """,
    )
    deaf.may_answer.set()
    assert channel.finish() == []


@pytest.fixture
def hanging(strict_watchdog: None) -> Iterator[DeafEngine]:  # noqa: ARG001
    """Yield an engine that publishes 3,4 after a better-looking move, and hangs."""
    engine = DeafEngine(lambda _board: [report([(7, 8)]), report([(3, 4), (5, 6)], 0.3, visits=9)])
    yield engine
    engine.may_answer.set()


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("> INFO timeout_turn 300\n> TURN 7,7", "out of time"),
        ("> INFO timeout_turn -1\n> TURN 7,7\n> YXSTOP", "no answer to the stop"),
        ("> INFO timeout_turn -1\n> TURN 7,7\n> INFO timeout_turn 0", "no answer to the stop"),
        ("> INFO time_left 1000\n> TURN 7,7", "out of time"),
    ],
)
def test_hanging_search_is_answered_by_its_published_move(
    question: str, why: str, hanging: DeafEngine
) -> None:
    channel = MockChannel(lambda: hanging)
    converse(
        channel,
        rf"""
        > START 15
        < OK
        {question}
        < MESSAGE fallback move: {why}
        < MESSAGE visits 9 value \+0\.300 pv d11 rule freestyle build {BUILD}
        < 3,4
        > TURN 3,4
        < ERROR .*
        """,
    )
    hanging.may_answer.set()
    assert channel.finish() == []


def test_n_best_of_a_hanging_search(hanging: DeafEngine) -> None:
    channel = MockChannel(lambda: hanging)
    converse(
        channel,
        r"""
        > START 15
        < OK
        > INFO timeout_turn 300
        > YXNBEST 2
        < MESSAGE fallback move: out of time
        < MESSAGE visits 9 .*
        < MESSAGE \(1\) visits 9 value \+0\.300 pv d11
        < MESSAGE \(2\) visits 9 value \+0\.300 pv f9
        < 3,4
        """,
    )
    hanging.may_answer.set()
    assert channel.finish() == []


@pytest.mark.usefixtures("strict_watchdog")
def test_published_illegal_move_is_not_played() -> None:
    engine = DeafEngine(lambda _board: [report([(7, 7)])])
    channel = MockChannel(lambda: engine)
    converse(channel, "> INFO timeout_turn 300\n> START 15\n< OK\n> TURN 7,7")
    assert channel.receive() == "MESSAGE fallback move: out of time"
    move = channel.receive()
    assert re.fullmatch(MOVE, move)
    assert move != "7,7"
    engine.may_answer.set()
    assert channel.finish() == []


def test_published_move_is_not_played_for_another_request(hanging: DeafEngine) -> None:
    channel = MockChannel(lambda: hanging)
    converse(channel, "> INFO timeout_turn 300\n> START 15\n< OK\n> TURN 7,7\n< 3,4")
    converse(channel, "> TURN 0,0\n< MESSAGE fallback move: out of time")
    assert channel.receive() != "3,4", "the search has not begun: the one before still hangs"
    hanging.may_answer.set()
    assert channel.finish() == []


def test_published_move_of_a_failing_engine_is_played() -> None:
    def fail(_board: Board) -> NoReturn:
        raise RuntimeError("broken")

    engine = DeafEngine(lambda _board: [report([(3, 4)])])
    engine.may_answer.set()
    engine.choose = lambda: fail(engine.board)  # type: ignore[method-assign]
    channel = MockChannel(lambda: engine)
    converse(channel, "> START 15\n< OK\n> TURN 7,7\n< MESSAGE fallback move: .*broken\n< 3,4")
    assert channel.finish() == []


class Stalling:
    """A search that stalls in the middle of a visit, some runs after its start."""

    def __init__(self, search: Search, runs: int) -> None:
        self._search = search
        self._runs = runs
        self.stalled = threading.Event()
        self.may_go_on = threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._search, name)

    def run(self, visits: int) -> None:
        self._runs -= 1
        if self._runs < 0:
            self.stalled.set()
            self.may_go_on.wait(PATIENCE)
        self._search.run(visits)


@pytest.mark.usefixtures("strict_watchdog")
@pytest.mark.parametrize("runs", [0, 20])
@pytest.mark.parametrize("way", ["> INFO timeout_turn 2000", "> INFO timeout_turn 600000"])
def test_best_move_of_a_stalling_real_search_is_played(
    runs: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbrain.request.emergency_move", lambda _board: (0, 0))
    engine = Engine()
    engine.warm_up(Rule.FREESTYLE)
    stalling = Stalling(engine._search, runs)
    engine._search = cast(Search, stalling)
    channel = MockChannel(lambda: engine)
    converse(channel, f"> START 15\n< OK\n{way}")
    converse(channel, "> BOARD 7,7,2 7,8,1 8,7,2 8,8,1 6,7,2 DONE")
    assert stalling.stalled.wait(PATIENCE)
    if way.endswith("600000"):
        channel.send("YXSTOP")
    said = [channel.receive()]
    while said[-1].startswith("MESSAGE"):
        said.append(channel.receive())
    assert said[0].startswith("MESSAGE fallback move: ")
    assert said[-1] in ("4,7", "5,7", "9,7", "10,7"), "the open three must be blocked"
    assert runs == 0 or said[1].startswith("MESSAGE visits ")
    stalling.may_go_on.set()
    assert channel.finish() == []


def test_stop_does_not_extend_the_deadline(
    deaf: DeafEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker, "STOP_GRACE", PATIENCE)
    channel = MockChannel(lambda: deaf)
    converse(channel, "> START 15\n< OK\n> INFO timeout_turn 0\n> TURN 7,7\n> YXSTOP")
    assert channel.receive() == "MESSAGE fallback move: out of time"
    assert re.fullmatch(MOVE, channel.receive())
    deaf.may_answer.set()
    assert channel.finish() == []


@pytest.mark.parametrize("rule", [Rule.FREESTYLE, Rule.RENJU])
def test_only_the_net_of_the_known_rule_is_loaded(rule: Rule) -> None:
    engine = FakeEngine()
    channel = MockChannel(lambda: engine)
    converse(channel, f"> START 15\n< OK\n> INFO rule {rule.value}\n> INFO max_node 1")
    converse(channel, "> TURN 0,0\n< MOVE")
    assert channel.finish() == []
    assert set(engine.warm) == {rule}


@pytest.mark.parametrize("stop", ["YXSTOP", "stop", "INFO timeout_turn 0"])
def test_stopped_search_gives_its_own_move(stop: str) -> None:
    channel = MockChannel(lambda: FixedEngine(lambda _board: report([(3, 4)])))
    converse(channel, f"> INFO timeout_turn 600000\n> START 15\n< OK\n> TURN 7,7\n> {stop}")
    assert channel.receive() == f"MESSAGE visits 1 value +0.000 pv d11 rule freestyle build {BUILD}"
    assert channel.receive() == "3,4"
    assert channel.finish() == []


def test_aborted_search_that_answers_later_stays_silent(deaf: DeafEngine) -> None:
    channel = MockChannel(lambda: deaf)
    converse(channel, "> INFO timeout_turn 600000\n> START 15\n< OK\n> TURN 7,7\n> START 20\n< OK")
    deaf.may_answer.set()
    converse(channel, "> INFO max_node 1\n> TURN 19,19\n< MOVE")
    assert channel.finish() == []


def test_end_during_a_search_prints_nothing(deaf: DeafEngine) -> None:
    channel = MockChannel(lambda: deaf)
    converse(channel, "> START 15\n< OK\n> TURN 7,7")
    wait_until(lambda: deaf.budgets)
    assert channel.finish() == []
    deaf.may_answer.set()
    assert deaf.answered.acquire(timeout=PATIENCE)
    assert channel.finish() == []


def broken(_board: Board) -> NoReturn:
    raise RuntimeError("one\nline, \x07 or two")


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        (
            FixedEngine(lambda _board: report([(3, 8)])),
            "MESSAGE fallback move: ValueError: the engine chose the illegal 3,8",
        ),
        (
            FixedEngine(lambda _board: report([(15, 8)])),
            "MESSAGE fallback move: ValueError: the engine chose the illegal 15,8",
        ),
        (
            FixedEngine(broken),
            "MESSAGE fallback move: RuntimeError: one?line, ? or two",
        ),
    ],
    ids=["taken square", "outside", "exception"],
)
def test_failing_engine_loses_no_game(engine: FakeEngine, message: str) -> None:
    engines: list[SearchEngine] = [FakeEngine(), engine]
    channel = MockChannel(lambda: engines.pop())
    converse(channel, "> INFO max_node 1" + HEAVY_FIVE)
    assert channel.receive() == message
    assert channel.receive() in ("2,7", "7,7")
    converse(channel, "> TURN 14,14\n< MOVE")
    assert engines == [], "a fresh engine takes over after a failure"
    assert channel.finish() == []


def test_engine_that_cannot_be_loaded_loses_no_game() -> None:
    def make_engine() -> SearchEngine:
        raise ImportError("no module named core.search.engine")

    channel = MockChannel(make_engine)
    converse(
        channel,
        """
        > START 15
        < OK
        > TURN 7,7
        < MESSAGE fallback move: ImportError: no module named core.search.engine
        < MOVE
        """,
    )
    assert channel.finish() == []


def test_renju_engine_that_chooses_a_foul_is_overruled() -> None:
    channel = MockChannel(lambda: FixedEngine(lambda _board: report([(7, 7)])))
    converse(channel, "> START 15\n< OK\n> INFO rule 4\n> INFO max_node 1")
    converse(channel, "> BOARD 7,6,1 0,0,2 7,8,1 0,2,2 6,7,1 0,4,2 8,7,1 0,6,2 DONE")
    assert "illegal 7,7" in channel.receive()
    move = channel.receive()
    assert re.fullmatch(MOVE, move)
    assert move != "7,7"
    assert channel.finish() == []


def test_fallback_is_not_a_foul(deaf: DeafEngine) -> None:
    channel = MockChannel(lambda: deaf)
    converse(channel, "> START 15\n< OK\n> INFO rule 4\n> INFO timeout_turn 0")
    converse(channel, "> YXBOARD 7,6,1 0,0,2 7,8,1 0,2,2 6,7,1 0,4,2 8,7,1 0,6,2 DONE")
    (forbidden, move) = converse(channel, "> YXSHOWFORBID\n< FORBID .*\n> BEGIN\n< MOVE")
    assert (forbidden, move == "7,7") == ("FORBID 0707.", False)
    deaf.may_answer.set()
    assert channel.finish() == []


def test_engine_is_made_once() -> None:
    made: list[FakeEngine] = []

    def make_engine() -> FakeEngine:
        made.append(FakeEngine())
        return made[-1]

    channel = MockChannel(make_engine)
    converse(channel, "> INFO max_node 1\n> START 15\n< OK\n> TURN 7,7\n< MOVE\n> TURN 0,0\n< MOVE")
    converse(channel, "> START 20\n< OK\n> BEGIN\n< MOVE")
    assert channel.finish() == []
    assert len(made) == 1


class Ahead(FakeEngine):
    """An engine with some parts to compute ahead, which counts them down."""

    def __init__(self, parts: int) -> None:
        super().__init__()
        self.parts = parts

    def compute_ahead(self) -> bool:
        self.parts = max(0, self.parts - 1)
        return self.parts > 0


def test_idle_brain_computes_ahead_until_nothing_is_left() -> None:
    engine = Ahead(parts=20)
    channel = MockChannel(lambda: engine)
    converse(channel, "> START 15\n< OK")
    wait_until(lambda: engine.parts == 0)
    converse(channel, "> INFO max_node 1\n> TURN 7,7\n< MOVE")
    assert channel.finish() == []


def test_computing_ahead_never_delays_a_move() -> None:
    engine = Ahead(parts=1 << 60)
    channel = MockChannel(lambda: engine)
    converse(channel, "> INFO max_node 1\n> START 15\n< OK\n> TURN 7,7\n< MOVE\n> TURN 0,0\n< MOVE")
    assert channel.finish() == []
    assert engine.parts > 0


def test_failure_while_computing_ahead_loses_no_game() -> None:
    failed = threading.Event()

    class Broken(FakeEngine):
        def compute_ahead(self) -> bool:
            failed.set()
            raise MemoryError("no memory for the net")

    engines: list[SearchEngine] = [FakeEngine(), Broken()]
    channel = MockChannel(lambda: engines.pop())
    converse(channel, "> INFO max_node 1\n> START 15\n< OK")
    assert failed.wait(PATIENCE)
    converse(channel, "> TURN 7,7\n< MOVE")
    assert engines == [], "a fresh engine takes over after a failure"
    assert channel.finish() == []


def test_n_best_lists_the_moves_best_first() -> None:
    engine = FixedEngine(lambda _b: report([(3, 4), (5, 6), (0, 14)], values=[0.5, 0.25, -1.0]))
    channel = MockChannel(lambda: engine)
    converse(
        channel,
        r"""
        > INFO max_node 1
        > START 15
        < OK
        > YXNBEST 2
        < MESSAGE visits 1 value \+0\.000 pv d11 rule freestyle build \w+
        < MESSAGE \(1\) visits 1 value \+0\.500 pv d11
        < MESSAGE \(2\) visits 1 value \+0\.250 pv f9
        < 3,4
        > TURN 3,4
        < ERROR .*
        """,
    )
    assert channel.finish() == []


def test_no_message_without_a_search() -> None:
    channel = MockChannel(lambda: FixedEngine(lambda _board: report([(7, 7)], visits=0)))
    for line in ("INFO max_node 1", "START 15", "BEGIN"):
        channel.send(line)
    assert [channel.receive(), channel.receive()] == ["OK", "7,7"]
    assert channel.finish() == []


def test_a_decided_position_is_reported_without_a_search() -> None:
    won = replace(report([(7, 7)], 1.0, visits=0), proof=3)
    channel = MockChannel(lambda: FixedEngine(lambda _board: won))
    converse(channel, "> INFO max_node 1\n> START 15\n< OK\n> BEGIN")
    converse(
        channel, r"< MESSAGE visits 0 value win in 3 pv h8 rule freestyle build \w+" + "\n< 7,7"
    )
    assert channel.finish() == []


def test_number_of_waiting_lines_is_limited() -> None:
    channel = MockChannel(FakeEngine)
    converse(channel, "> START 15\n< OK\n> INFO timeout_turn 600000\n> TURN 7,7")
    for _ in range(MOST_LINES + 100):
        channel.send("ABOUT")
    converse(channel, "> YXSTOP\n< MOVE")
    assert len(channel.finish()) == MOST_LINES
