"""Choko on the board: the page's messages, the terminal, and a game played by clicking."""

import asyncio
import io
import json
import threading
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from rich.console import Console

from board import choko_session
from board.board_error import BoardError
from board.choko_session import OPPONENTS, answer, played
from board.choko_terminal import parse_action, run_choko
from board.server import application
from core.papers.choko_rules import MOST_ACTIONS, describe
from tests.board.page_driver import PHONE, served
from tests.board.talk import server
from tests.browser import needs_browser
from tests.core.papers.test_choko_rules import by_name, drawn
from tests.patience import PATIENCE


class FirstChoko:
    """A fast opponent."""

    def choose(self, position: Any) -> int:
        return int(position.legal()[0])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every opponent play its first legal action."""
    monkeypatch.setattr(choko_session, "OPPONENTS", dict.fromkeys(OPPONENTS, FirstChoko))
    monkeypatch.setattr("board.choko_terminal.OPPONENTS", dict.fromkeys(OPPONENTS, FirstChoko))


def ask(text: str) -> dict[str, Any]:
    return asyncio.run(answer(text))


def message(actions: object, player: object = None) -> str:
    return json.dumps({"actions": actions, "player": player})


def test_a_page_gets_the_position_after_its_actions() -> None:
    reply = ask(message([0, 24]))
    assert reply["type"] == "position"
    assert reply["actions"] == [0, 24]
    assert (reply["cells"][0], reply["cells"][24]) == (1, -1)
    assert (reply["hands"], reply["to_move"], reply["initiative"]) == ((11, 11), 1, 1)
    assert set(reply["legal"]) == set(played([0, 24]).legal())
    assert reply["result"] == ""


@pytest.mark.parametrize("player", list(OPPONENTS))
def test_every_opponent_answers_with_a_legal_action(player: str) -> None:
    reply = ask(message([0, 24, 4, 20], player))
    assert reply["actions"][:4] == [0, 24, 4, 20]
    assert reply["actions"][4] in played([0, 24, 4, 20]).legal()


def test_a_finished_game_has_a_result_and_no_answer() -> None:
    actions: list[int] = []
    while not played(actions).over:
        actions.append(played(actions).legal()[0])
    reply = ask(message(actions, "minimax"))
    assert reply["actions"] == actions
    assert reply["result"] in ("Blue wins", "Red wins", "A draw")
    assert reply["legal"] == ()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "a message is"),
        ("[" * 5000, "too long"),
        ("[]", "a message is"),
        (message(7), "not a list"),
        (message(["0"]), "'0' is not an action"),
        (message([True]), "True is not an action"),
        (message([2625]), "2625 is not an action"),
        (message([0, 0]), "action 0 is not legal: drop on A1"),
        (message([0] * (MOST_ACTIONS + 1)), "100 actions at most"),
        (message([], "chess"), "there is no player 'chess': choose of pgts"),
        (message([], ["pgts"]), "there is no player"),
    ],
)
def test_bad_messages_get_an_error(text: str, error: str) -> None:
    reply = ask(text)
    assert reply["type"] == "error"
    assert error in reply["text"]


def test_the_server_answers_pages_of_choko() -> None:
    with server() as client, client.websocket_connect("ws://localhost/choko-session") as socket:
        socket.send_text("nonsense")
        assert socket.receive_json()["type"] == "error"
        socket.send_text(message([12]))
        assert socket.receive_json()["cells"][12] == 1


# ---- the terminal -------------------------------------------------------------------------------


def test_actions_are_typed_by_their_squares() -> None:
    position = drawn("br..r ..... ..... ..... b...r")
    names = by_name(position)
    assert parse_action("A5 b5", position) == names["move A5 right"]
    assert parse_action("a1-c1 x e1", position) == names["jump A1 right, taking E1 too"]
    assert parse_action("a1 c1 e5", position) == names["jump A1 right, taking E5 too"]
    with pytest.raises(BoardError, match="name the piece to take too: jump A1 right, taking E1"):
        parse_action("a1 c1", position)
    with pytest.raises(BoardError, match="'z9' is not an action: type b3 to drop"):
        parse_action("z9", position)
    with pytest.raises(BoardError, match="a1 is not legal here"):
        parse_action("a1", position)
    alone = drawn("br... ..... ..... ..... .....")
    assert describe(parse_action("a1c1", alone)) == "jump A1 right, taking B1 too"


def talk(monkeypatch: pytest.MonkeyPatch, *lines: str, plays_red: bool = False) -> str:
    """Return the output for a person who types these lines."""
    typed = iter(lines)

    def type_one(prompt: str = "") -> str:
        console.print(prompt)
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    console = Console(file=io.StringIO(), width=100, highlight=False)
    monkeypatch.setattr(console, "input", type_one)
    run_choko("minimax", plays_red, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.usefixtures("quick")
def test_the_opponent_answers_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = talk(monkeypatch, "c3", "c3 d3", "moves", "hello", "quit")
    assert "minimax: drop on A1." in seen
    assert "3 . . b . . " in seen
    assert "3 . . . b . " in seen
    assert "to drop: Blue 11, Red 11; Blue has the drop initiative" in seen
    assert "'hello' is not an action" in seen
    assert "Blue has the drop initiative, so drop" not in seen


@pytest.mark.usefixtures("quick")
def test_undo_returns_to_the_persons_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = talk(monkeypatch, "c3", "undo", "undo", "b2")
    assert seen.count("minimax: drop on A1.") == 2
    assert seen.count("to drop: Blue 12, Red 12") == 3


@pytest.mark.usefixtures("quick")
def test_red_lets_the_opponent_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = talk(monkeypatch, "a1 a2", plays_red=True)
    assert seen.index("minimax: drop on A1.") < seen.index("Red >")
    assert "a1 a2 is not legal here: Blue has the drop initiative, so drop a piece" in seen


# ---- the page -----------------------------------------------------------------------------------


@needs_browser
@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_the_keyboard_keeps_its_square(browser: Browser) -> None:
    with served(application({})) as address:
        page = browser.new_page()
        page.goto(f"{address}choko.html")
        expect(page.locator("#status")).to_contain_text("Blue to act")
        page.locator('[data-square="C3"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator("#last")).to_have_text("Last: drop on A1.")
        assert page.evaluate("document.activeElement.dataset.square") == "C3"
        page.close()


@needs_browser
@pytest.mark.slow
def test_a_new_game_replaces_one_in_which_the_opponent_thinks(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_choose = threading.Event()
    may_choose.set()

    class SlowChoko(FirstChoko):
        def choose(self, position: Any) -> int:
            assert may_choose.wait(PATIENCE)
            return super().choose(position)

    monkeypatch.setattr(choko_session, "OPPONENTS", dict.fromkeys(OPPONENTS, SlowChoko))
    with served(application({})) as address:
        page = browser.new_page()
        page.goto(f"{address}choko.html")
        page.get_by_label("You play").select_option("-1")
        expect(page.locator("#last")).to_have_text("Last: drop on A1.")
        may_choose.clear()
        page.locator('[data-square="C3"]').click()
        expect(page.locator("#status")).to_contain_text("Thinking")
        page.get_by_label("You play").select_option("1")
        may_choose.set()
        expect(page.locator("#status")).to_have_text("Blue to act, 0 of 100 actions played.")
        page.wait_for_timeout(1000)
        expect(page.locator("#status")).to_have_text("Blue to act, 0 of 100 actions played.")
        page.close()


@needs_browser
@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_game_is_played_by_clicking(browser: Browser) -> None:
    with served(application({})) as address:
        page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
        page.goto(f"{address}choko.html")
        expect(page.locator("#status")).to_contain_text("Blue to act")
        page.locator('[data-square="C3"]').click()
        expect(page.locator("#last")).to_have_text("Last: drop on A1.")
        expect(page.locator("#hands")).to_contain_text("Blue 11, Red 11. Blue has the drop")
        page.locator('[data-square="C3"]').click()  # choose the piece
        page.locator('[data-square="D3"]').click()  # and move it
        expect(page.locator('[data-square="D3"]')).to_have_attribute("aria-label", "D3, Blue")
        expect(page.locator("#status")).to_contain_text("4 of 100 actions played")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator('[data-square="C3"]')).to_have_attribute("aria-label", "C3, Blue")
        page.get_by_label("You play").select_option("-1")
        expect(page.locator("#last")).to_have_text("Last: drop on A1.")
        expect(page.locator("#status")).to_contain_text("Red to act")
        page.reload()
        expect(page.locator("#last")).to_have_text("Last: drop on A1.")
        expect(page.get_by_label("You play")).to_have_value("-1")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.close()
