"""The page in a browser: how a game goes on after steps, undo, turns and reloads."""

from playwright.sync_api import Browser, expect

from tests.board.page_driver import begin, opened, place, status, stones
from tests.browser import needs_browser

pytestmark = needs_browser


def test_a_turn_of_the_board_adds_no_move_to_an_old_position(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Fukumi", white_limit="1v")
        for number, point in enumerate(((7, 7), (0, 0)), 1):
            place(page, *point)
            stones(page, 2 * number)
            status(page, "Black to move")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        status(page, "White to move")
        page.keyboard.press("o")
        expect(page.locator("#moves")).to_contain_text("3. o15")
        status(page, "White to move")
        expect(page.locator("#moves .move")).to_have_count(4)
        stones(page, 1)
