"""The page in a browser: the keys, their list, and the documentation of them."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.board.page_driver import opened, stones
from tests.browser import needs_browser

pytestmark = needs_browser

PLAYERS = Path(__file__).parents[2] / "docs" / "players.md"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_question_mark_lists_all_keys(browser: Browser, site: str, phone: bool) -> None:
    with opened(browser, site, phone) as page:
        page.keyboard.press("?")
        rows = page.locator("#keys tbody tr")
        expect(rows.filter(has_text="Rotate")).to_contain_text("O")
        assert Axe().run(page).violations_count == 0
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        page.keyboard.press("u")  # no key acts behind the list
        page.keyboard.press("Escape")
        expect(page.locator("#keys")).to_be_hidden()
        page.keyboard.press("n")
        expect(page.locator("#setup")).to_be_visible()


def test_the_documentation_has_every_key(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.click("#show-keys")
        shown = set(page.locator("#keys kbd").all_inner_texts()) - {"← → ↑ ↓"}
        table = re.findall(r"^\| (.*?) \| .*\|$", PLAYERS.read_text(encoding="utf-8"), re.MULTILINE)
        written = {key for cell in table for key in re.split(r", | (?=→)", cell)}
        written |= {","} if "," in table else set()
        assert shown <= written, shown - written


def test_keys_work_after_a_click_on_an_option(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8i9g7") as page:
        stones(page, 3)
        page.click("[name=threats]")
        page.keyboard.press("ArrowLeft")
        stones(page, 2)
        page.keyboard.press(" ")  # the option has the focus
        expect(page.locator("[name=threats]")).not_to_be_checked()
        expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("t")
        expect(page.locator("[name=threats]")).to_be_checked()


def test_the_best_move_is_played_and_the_game_reviewed_by_keys(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8a1i8a3j8a5") as page:
        stones(page, 6)
        page.keyboard.press(",")
        expect(page.locator("#notice")).to_contain_text("Start the analysis")
        page.keyboard.press(" ")
        expect(page.locator(".summary")).to_contain_text("wins in")
        page.keyboard.press(" ")
        page.keyboard.press(",")
        stones(page, 7)
        expect(page.locator("#moves .move").nth(6)).to_have_text(re.compile("[gk]8$"))
        page.keyboard.press("v")
        expect(page.locator("#moves .move[data-grade]")).to_have_count(7)


def test_enter_keeps_the_place_in_the_list_of_moves(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8i9g7") as page:
        stones(page, 3)
        page.locator("#moves .move").first.focus()
        page.keyboard.press("Enter")
        stones(page, 1)
        expect(page.locator("#moves .move").first).to_be_focused()


def test_enter_on_an_option_of_a_new_game_starts_it(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8") as page:
        stones(page, 1)
        page.keyboard.press("n")
        page.click("#setup .cancel")
        stones(page, 1)
        page.keyboard.press("n")
        page.locator("#setup details").evaluate("details => (details.open = true)")
        page.focus("#setup [name=ponders]")
        page.keyboard.press("Enter")
        stones(page, 0)
