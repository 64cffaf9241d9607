"""The page in a browser: timed games, pondering, threads and memory."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from board.game_files import read
from core.game.rules import Rule
from tests.board.page_driver import (
    begin,
    keep_game,
    kept_game,
    opened,
    paste,
    place,
    status,
    stones,
)
from tests.browser import needs_browser

pytestmark = needs_browser

BLACK, WHITE = "#player-black .clock strong", "#player-white .clock strong"


def hold(page: Page) -> None:
    """Stop the time of the page; only `later` moves it on."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def later(page: Page, seconds: float) -> None:
    page.clock.run_for(round(1000 * seconds))


def said(page: Page) -> list[dict[str, Any]]:
    """Return a list that receives what the page sends from now on, after the next reload."""
    messages: list[dict[str, Any]] = []

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda text: messages.append(json.loads(text)))

    page.on("websocket", listen)
    page.reload()
    expect(page.locator("#setup [name=rule] option")).not_to_have_count(0)
    return messages


def wait_for(page: Page, fits: Callable[[], bool]) -> None:
    for _ in range(3000):
        if fits():
            return
        page.wait_for_timeout(20)
    raise AssertionError("the page did not send it")


def test_each_side_has_its_clock(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        hold(page)
        begin(page, white="Human", match="300")
        expect(page.locator(BLACK)).to_have_text("5:00")
        later(page, 61)
        expect(page.locator(BLACK)).to_have_text("3:59")
        place(page, 7, 7)
        stones(page, 1)
        later(page, 30)
        expect(page.locator(WHITE)).to_have_text("4:30")
        expect(page.locator(BLACK)).to_have_text("3:59")
        place(page, 8, 8)
        stones(page, 2)
        expect(page.locator("#said")).to_contain_text("Took 30 s.")
        page.keyboard.press("u")  # a move taken back gives its time back
        stones(page, 1)
        expect(page.locator(WHITE)).to_have_text("5:00")
        later(page, 295)
        expect(page.locator(WHITE)).to_have_text("5.0")
        expect(page.locator("#player-white .clock")).to_have_class(re.compile("short"))


def test_the_flag_ends_the_game_and_the_file_tells(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        hold(page)
        begin(page, white="Human", match="300", turn="5")
        place(page, 7, 7)
        stones(page, 1)
        later(page, 4)
        status(page, "White to move")
        later(page, 2)
        status(page, "Black wins on time.")
        expect(page.locator(WHITE)).to_have_text("0.0")
        expect(page.locator(".clock.short")).to_have_count(1)  # White's alone
        place(page, 8, 8)
        stones(page, 1)
        with page.expect_download() as download:
            page.click("#save-sgf")
        assert read(download.value.path().read_bytes(), Rule.CARO).result == "B+T"
        page.set_input_files("#file", download.value.path())
        expect(page.locator(BLACK)).to_be_hidden()
        page.keyboard.press("End")
        status(page, "Black wins on time.")  # an opened game tells it too


def test_a_deleted_move_of_an_ended_game_does_not_come_back(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        hold(page)
        begin(page, white="Human", turn="5")
        place(page, 7, 7)
        stones(page, 1)
        later(page, 6)
        status(page, "Black wins on time.")
        page.keyboard.press("Delete")
        stones(page, 0)
        status(page, "Black to move")
        page.reload()
        status(page, "Black to move")
        expect(page.locator("#moves .move")).to_have_count(0)


def test_a_reload_does_not_stop_the_clock(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human", match="60")
        place(page, 7, 7)
        stones(page, 1)
        wait_for(page, lambda: kept_game(page)["moves"] == [[7, 7]])
        kept = kept_game(page)
        kept["clock"]["since"] -= 30_000
        keep_game(page, kept)
        page.reload()
        stones(page, 1)
        expect(page.locator(WHITE)).to_have_text(re.compile("^0:[12][0-9]$"))
        kept["clock"]["since"] -= 60_000
        keep_game(page, kept)
        page.reload()
        status(page, "Black wins on time.")
        page.keyboard.press("u")
        stones(page, 0)
        expect(page.locator(BLACK)).to_have_text("1:00")


def test_fukumi_at_full_strength_plays_by_the_clock(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        messages = said(page)
        begin(page, match="60", turn="5", level="1s")
        expect(page.locator("#player-white small")).to_have_text("by the clock")
        place(page, 7, 7)
        expect(page.locator("#status")).to_contain_text("is thinking")
        wait_for(page, lambda: messages[-1]["type"] == "move")
        asked = messages[-1]
        assert asked["clock"] == pytest.approx({"left": 60, "turn": 5}, abs=1)
        assert not {"seconds", "visits", "level"} & set(asked)


def test_an_engine_thinks_again_after_a_reload(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, match="60", white="Fukumi", white_limit="3s")
        place(page, 7, 7)
        expect(page.locator("#status")).to_contain_text("is thinking")
        page.reload()
        stones(page, 2)
        status(page, "Black to move")
        expect(page.locator("#said")).to_contain_text("Took")
        expect(page.locator(WHITE)).to_have_text(re.compile("1:00|0:5"))


def test_an_engine_that_is_late_loses_on_time(browser: Browser, site: str) -> None:
    def answer(route: Any) -> None:
        server = route.connect_to_server()

        def send(text: str) -> None:
            message = json.loads(text)
            if message["type"] == "move":
                route.send(json.dumps({"type": "flag", "id": message["id"]}))
            else:
                server.send(text)

        route.on_message(send)

    with opened(browser, site) as page:
        page.route_web_socket(re.compile("session"), answer)
        page.reload()
        expect(page.locator("#setup [name=rule] option")).not_to_have_count(0)
        begin(page, white="heuristic", turn="5")
        place(page, 7, 7)
        status(page, "Black wins on time.")


def test_fukumi_ponders_where_asked(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        messages = said(page)
        page.click("#new-game")
        page.locator("#setup details").evaluate("details => (details.open = true)")
        page.select_option("#setup [name=level]", label="Full strength")
        page.select_option("#setup [name=white-limit]", "10v")
        page.check("#setup [name=ponders]")
        page.click("#setup button[value=start]")
        expect(page.locator("#player-white small")).to_have_text("10 visits · thinks in your time")
        wait_for(page, lambda: messages[-1]["type"] == "ponder")
        place(page, 7, 7)
        stones(page, 2)
        asked = next(message for message in messages if message["type"] == "move")
        assert asked["reuse"] is True
        wait_for(page, lambda: messages[-1]["type"] == "ponder")
        assert len(messages[-1]["position"]["moves"]) == 2
        page.keyboard.press("ArrowLeft")
        wait_for(page, lambda: "stop" in [message["type"] for message in messages])
        begin(page, level="level0")  # a level does not
        place(page, 7, 7)
        stones(page, 2)
        last = [message for message in messages if message["type"] in ("move", "ponder")][-1]
        assert (last["type"], last["level"], "reuse" in last) == ("move", 0, False)


def test_a_person_chooses_threads_and_memory(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        messages = said(page)
        memory = page.locator("#setup [name=memory] option").nth(1).get_attribute("value")
        assert memory
        begin(page, memory=memory, threads="1")
        wait_for(page, lambda: int(memory) in [message.get("memory") for message in messages])
        page.reload()
        expect(page.locator("#setup [name=memory]")).to_have_value(memory)
        expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_setup_of_a_timed_game_fits_the_screen(
    browser: Browser, site: str, phone: bool
) -> None:
    with opened(browser, site, phone) as page:
        page.click("#new-game")
        page.locator("#setup details").evaluate("details => (details.open = true)")
        page.select_option("#setup [name=match]", "300")
        expect(page.locator("#setup [name=level]")).to_be_visible()
        page.locator("#setup [value=start]").scroll_into_view_if_needed()
        page.click("#setup [value=start]")
        expect(page.locator(WHITE)).to_have_text("5:00")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_game_of_two_engines_can_be_taken_back(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, black="heuristic", white="Fukumi", white_limit="1v", size="9", match="3600")
        expect(page.locator("#status")).to_have_text(re.compile("wins|draw"))
        count = page.locator("#moves .move").count()
        page.keyboard.press("u")
        stones(page, count - 1)
        expect(page.locator("#status")).to_contain_text("to move")


def test_the_clock_starts_after_swap2_and_stops_with_another_game(
    browser: Browser, site: str
) -> None:
    with opened(browser, site) as page:
        begin(page, opening="swap2", black="Human", white="Human", match="3600")
        for number, point in enumerate([(7, 7), (8, 8), (9, 9)], 1):
            place(page, *point)
            stones(page, number)
            expect(page.locator(WHITE)).to_be_hidden()
        page.get_by_role("button", name="Play White").click()
        expect(page.locator(WHITE)).to_have_text(re.compile("60:00|59:[0-9]{2}"))
        page.keyboard.press("ArrowLeft")  # a look back does not stop it
        stones(page, 2)
        expect(page.locator(WHITE)).to_have_text(re.compile("5[0-9]:[0-9]{2}"))
        page.keyboard.press("ArrowRight")
        stones(page, 3)
        place(page, 3, 3)
        stones(page, 4)
        expect(page.locator("#said")).to_contain_text("Took")
        paste(page, "renju 15 h8i9", 2)
        expect(page.locator(WHITE)).to_be_hidden()
