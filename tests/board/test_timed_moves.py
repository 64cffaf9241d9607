"""Moves within a clock, pondering, threads and memory, as a page asks for them."""

import os
import threading
import time
from typing import Any

import pytest

from board import resources
from board.resources import LEAST_OFFERED, EngineResources, checked, most_resources, offer
from core.search.engine import Engine, Report
from core.search.time_management import Budget
from tests.board.talk import EMPTY, engine, page, position, server
from tests.patience import wait_until

MOVES = [[7, 7], [8, 8]]


def clock(left: float | None = None, turn: float | None = None) -> dict[str, Any]:
    return {"left": left, "turn": turn}


@pytest.mark.parametrize(
    ("limits", "seconds", "hard"),
    [
        (clock(left=5.0), None, 0.9625),  # a quarter of what is left after the reserves
        (clock(turn=0.5), None, 0.35),
        (clock(left=600.0, turn=0.5), None, 0.35),
        (clock(left=600.0, turn=30.0), 0.2, 0.1),  # the player's own limit
    ],
)
def test_fukumi_obeys_the_clock(
    monkeypatch: pytest.MonkeyPatch, limits: Any, seconds: float | None, hard: float
) -> None:
    budgets: list[Budget] = []

    def think(self: Engine, budget: Budget, stop: threading.Event) -> Report:
        budgets.append(budget)
        return thinks(self, Budget.from_now(visits=1), stop)

    thinks = Engine.think
    monkeypatch.setattr(Engine, "think", think)
    with server() as client, page(client) as one:
        fields: dict[str, Any] = {"position": EMPTY, "player": "Fukumi", "clock": limits}
        own: dict[str, Any] = {} if seconds is None else {"seconds": seconds}
        assert one.ask("move", **fields, **own)["type"] == "move"
        assert budgets[0].hard == pytest.approx(hard)
        assert budgets[0].soft <= budgets[0].hard
        one.ask("move", **fields, visits=3)
        assert budgets[1].visits == 3


@pytest.mark.parametrize("left", [60.0, 0.0])
def test_an_engine_learns_the_time_it_has_left(left: float) -> None:
    with server(engine("hears")) as client, page(client) as one:
        fields: dict[str, Any] = {"player": "hears", "clock": clock(left=left, turn=20.0)}
        one.ask("move", position=position(MOVES[:1]), **fields)
        reply = one.ask("move", position=EMPTY, **fields)
        # it answers with the column of the whole seconds that it was told, divided by ten
        assert reply["move"][0] == left // 10


def test_an_engine_that_oversteps_the_clock_loses_on_time() -> None:
    with server(engine("late", tolerance=0.3)) as client, page(client) as one:
        reply = one.ask("move", position=EMPTY, player="late", clock=clock(left=0.2))
        assert reply == {"type": "flag", "id": 1}
        reply = one.ask("move", position=EMPTY, player="late", seconds=0.2)
        assert "no move within" in reply["text"]  # without a clock nothing is lost


@pytest.mark.parametrize(
    ("limits", "complaint"),
    [
        (clock(), "the clock has no limit"),
        (clock(left=-1), "'left' must be from 0"),
        ({"left": 5}, "'turn' is missing"),
        ({**clock(left=5), "lag": 1}, "unknown field 'lag'"),
        (7, "the clock must be a JSON object"),
    ],
)
def test_an_invalid_clock_is_explained(limits: Any, complaint: str) -> None:
    with server() as client, page(client) as one:
        reply = one.ask("move", position=EMPTY, player="Fukumi", clock=limits)
        assert complaint in reply["text"]


def test_a_move_after_pondering_reuses_the_search() -> None:
    fields: dict[str, Any] = {"position": position(MOVES), "player": "Fukumi", "visits": 2}

    def visits_after_pondering() -> int:
        one.say("ponder", 2, position=position(MOVES[:1]))
        time.sleep(0.2)
        one.say("stop", 3)
        assert one.read() == {"type": "stopped", "id": 3}  # pondering has no replies
        visits: int = one.ask("move", **fields, reuse=True)["report"]["visits"]
        return visits

    with server() as client, page(client) as one:
        assert one.ask("move", **fields)["report"]["visits"] <= 3
        wait_until(lambda: visits_after_pondering() > 10)
        assert one.ask("move", **fields)["report"]["visits"] <= 3


def test_a_page_chooses_threads_and_memory() -> None:
    with server() as client, page(client) as one:
        offered = one.hello["resources"]
        assert offered["threads"] == os.cpu_count()
        assert offered["memory"][0] == LEAST_OFFERED
        fields = {"threads": offered["threads"], "memory": offered["memory"][-1]}
        assert one.ask("resources", **fields)["type"] == "resources"
        reply = one.ask("move", position=EMPTY, player="Fukumi", visits=50)
        assert reply["type"] == "move"
        reply = one.ask("resources", threads=offered["threads"] + 1, memory=LEAST_OFFERED)
        assert "threads are too many" in reply["text"]
        reply = one.ask("resources", threads=1, memory=1 << 40)
        assert "MiB of memory: use 200 to" in reply["text"]


def test_threads_and_memory_reach_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr("core.search.engine.Engine.set_threads", lambda _, n: seen.append(n))
    monkeypatch.setattr(resources, "MEMORY_SHARE", 1.0)
    with server() as client, page(client) as one:
        one.ask("resources", threads=os.cpu_count(), memory=LEAST_OFFERED)
        one.ask("move", position=EMPTY, player="Fukumi", visits=1)
    assert seen == [os.cpu_count()]


def test_a_board_that_others_reach_gives_one_thread_and_little_memory() -> None:
    most = most_resources(is_public=True)
    assert most == EngineResources(1, LEAST_OFFERED)
    assert offer(most) == {"threads": 1, "memory": [LEAST_OFFERED]}
    assert checked(EngineResources(), most) == EngineResources()
