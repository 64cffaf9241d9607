"""A second engine that is asked during Fukumi's analysis, as a page sees it."""

import contextlib
import threading
from typing import Any

import psutil
import pytest

from board.engine_words import line_of_play
from board.players import EnginePlayer, available_players, first_chosen
from core.game.board import Board
from core.game.notation import board_after, parse_moves
from core.game.rules import Rule
from tests.board.talk import EMPTY, THREE, Page, engine, page, position, server
from tests.patience import PATIENCE, wait_until


def ask(one: Page, id: int = 7, **fields: Any) -> dict[str, Any]:
    """Ask for an opinion and return the reply; replies of Fukumi's analysis may come before it."""
    return one.ask("opinion", id, **{"position": EMPTY, "seconds": 0.2, **fields})


def test_a_second_engine_tells_its_move_evaluation_and_line() -> None:
    with server(engine("tells", "MESSAGE_ev_40_pv_a15_b14")) as client, page(client) as one:
        reply = ask(one, player="tells")
        assert (reply["type"], reply["move"]) == ("opinion", [0, 0])
        assert 0 < reply["value"] < 0.2
        assert (reply["words"], reply["pv"]) == ("ev 40", [[0, 0], [1, 1]])


def test_a_second_engine_without_words_gives_its_move() -> None:
    with server() as client, page(client) as one:
        reply = ask(one, player="heuristic", position=THREE)
        assert (reply["value"], reply["words"]) == (None, "")
        assert reply["pv"] == [reply["move"]]
        assert reply["move"] in ([6, 7], [10, 7])


def test_the_analysis_goes_on_while_the_second_engine_thinks() -> None:
    with server(engine("never_start")) as client, page(client) as one:
        one.say("opinion", 2, position=EMPTY, player="never_start", seconds=60)
        assert one.ask("analyse", 3, position=EMPTY)["type"] == "policy"
        assert [one.read()["id"] for _ in range(3)] == [3, 3, 3]
        one.say("stop-opinion", 4)
        while (reply := one.read())["id"] == 3:
            pass
        assert reply == {"type": "stopped", "id": 4}
        assert one.read()["id"] == 3  # stopping it leaves the analysis alone


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("dies_at_start", "dies_at_start: "),
        ("plays_taken", "taken"),
        ("late", "late: no move within 0.1 s"),
    ],
)
def test_a_broken_second_engine_is_explained_and_can_be_asked_again(
    name: str, complaint: str
) -> None:
    tolerance = 0.3 if name == "late" else PATIENCE
    with server(engine(name, tolerance=tolerance)) as client, page(client) as one:
        one.say("analyse", 2, position=EMPTY)
        for id in (7, 8):
            reply = ask(one, id, position=position([[7, 7]]), player=name, seconds=0.1)
            assert reply["type"] == "error"
            assert complaint in reply["text"]
        while one.read()["type"] != "analysis":
            pass


def test_nothing_waits_for_the_end_of_the_second_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    answered, cancel = threading.Event(), EnginePlayer.cancel

    def cancel_late(player: EnginePlayer) -> None:
        answered.wait(PATIENCE)
        cancel(player)

    with server(engine("never_start")) as client, page(client) as one:
        one.say("opinion", 2, position=EMPTY, player="never_start", seconds=60)
        monkeypatch.setattr(EnginePlayer, "cancel", cancel_late)
        one.say("stop-opinion", 3)
        one.say("opinion", 4, position=EMPTY, player="heuristic", seconds=0.2)
        assert one.ask("move", 5, position=EMPTY, player="Fukumi", visits=1)["type"] == "move"
        answered.set()
        assert one.read() == {"type": "stopped", "id": 3}
        assert one.read()["type"] == "opinion"


def running(name: str) -> list[int]:
    """Return the processes of ours whose command contains this name."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):  # the process may be exiting
            found += [child.pid] * any(name in part for part in child.cmdline())
    return found


def test_a_closed_page_ends_its_second_engine() -> None:
    with server(engine("never_start")) as client:
        with page(client) as one:
            one.say("opinion", 2, position=EMPTY, player="never_start", seconds=60)
            wait_until(lambda: running("never_start.py"))
        wait_until(lambda: not running("never_start.py"))


def test_one_process_serves_all_positions_and_ends_with_another_choice() -> None:
    with server(engine("simple"), engine("talks")) as client, page(client) as one:
        ask(one, player="simple")
        first = running("simple.py")
        assert ask(one, player="simple", position=position([[0, 0], [1, 0]]))["move"] == [2, 0]
        assert ask(one, player="simple", position=position([[5, 5]]))["move"] == [0, 0]
        assert ask(one, player="simple")["move"] == [0, 0]
        assert running("simple.py") == first != []
        ask(one, player="talks")
        wait_until(lambda: not running("simple.py"))


def test_the_first_engine_of_the_command_line_is_the_second_engine() -> None:
    with server(engine("simple"), "heuristic") as client, page(client) as one:
        assert one.hello["second"] == "simple"
    with server("heuristic") as client, page(client) as one:
        assert one.hello["second"] == "heuristic"
        assert one.hello["players"].count("heuristic") == 1
    assert first_chosen([]) is None
    assert "heuristic" in available_players(["cmd=heuristic"])


BOARD = board_after(15, Rule.FREESTYLE, parse_moves("h8i9", 15))


@pytest.mark.parametrize(
    ("message", "move", "line"),
    [
        ("MESSAGE depth 10 ev 20 pv g8 g9 f10", (6, 7), "g8g9f10"),
        ("MESSAGE Depth 12-20 | Eval 54 | G8 G9 F10", (6, 7), "g8g9f10"),
        ("MESSAGE bestline g5, g9, f10", (6, 4), "g11g7f6"),  # rows from the top
        ("MESSAGE BESTLINE: [6,7] [6,6] [5,5]", (6, 7), "g8g9f10"),
        ("MESSAGE pv (7,8) (7,7)", (6, 7), "g8g9"),  # counted from 1
        ("MESSAGE g8g9f10", (6, 7), "g8g9f10"),
        ("MESSAGE pv g8 g9 h8 f10", (6, 7), "g8g9"),  # h8 is taken
        ("MESSAGE pv g8 g8", (6, 7), "g8"),
        ("MESSAGE pv a1 b2", (6, 7), "g8"),
        ("MESSAGE depth 7 time 1,2", (6, 7), "g8"),
        ("MESSAGE (2) ev 20 pv", (6, 7), "g8"),
    ],
)
def test_lines_of_engines_are_read_in_their_own_notation(
    message: str, move: tuple[int, int], line: str
) -> None:
    assert line_of_play([message], move, BOARD) == parse_moves(line, 15)


def test_the_last_line_of_play_counts() -> None:
    told = ["MESSAGE depth 1 pv g8 a1", "MESSAGE depth 2 pv g8 a2", "MESSAGE done"]
    assert line_of_play(told, (6, 7), Board(15)) == parse_moves("g8a2", 15)
