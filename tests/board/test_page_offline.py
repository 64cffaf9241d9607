"""The page in a browser: without its server, and after an update of it."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.applications import Starlette

from board import server
from board.players import available_players
from tests.board.page_driver import PHONE, begin, opened, place, served, status, stones
from tests.browser import needs_browser
from tests.patience import wait_until

pytestmark = needs_browser


KEPT = "async () => String(await caches.keys()) === `fukumi-${self.PAGE.version}`"


def application() -> Starlette:
    return server.application(available_players([]))


def port_of(address: str) -> int:
    return int(address.rstrip("/").rpartition(":")[2])


def wait_until_kept(page: Page) -> None:
    """Wait until the browser has a complete copy of the page, and no other."""
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(lambda: page.evaluate(KEPT))


def loaded(browser: Browser, address: str) -> Page:
    """Return the page, which outlives its server; its context is to be closed."""
    page = browser.new_context().new_page()
    page.goto(address)
    expect(page.locator("#setup [name=rule] option")).not_to_have_count(0)
    return page


@pytest.fixture
def page_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the page's folder, which the next server serves."""
    folder = tmp_path / "page"
    shutil.copytree(server.PAGE, folder)
    monkeypatch.setattr(server, "PAGE", folder)
    return folder


def test_the_page_opens_without_its_server_and_says_so(browser: Browser) -> None:
    with (
        served(application()) as address,
        opened(browser, address + "#renju/15/h8i9", phone=True) as page,
    ):
        stones(page, 2)
        wait_until_kept(page)
        context = page.context
        page.close()
        later = context.new_page()
        context.set_offline(True)
        later.goto(address)
        expect(later.locator("#notice")).to_contain_text("start it with fukumi play")
        stones(later, 2)
        assert later.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        expect(later.locator("#new-game")).to_be_disabled()
        later.keyboard.press("ArrowLeft")
        stones(later, 1)
        later.goto(f"{address}choko.html")
        expect(later.locator("#status")).to_contain_text("start it with fukumi play")
        later.goto(address)
        context.set_offline(False)
        status(later, "White to move")
        expect(later.locator("#new-game")).to_be_enabled()


@pytest.mark.usefixtures("page_folder")
def test_a_server_that_comes_back_is_connected_to(browser: Browser) -> None:
    with served(application()) as address:
        page = loaded(browser, address)
        wait_until_kept(page)
    page.reload()
    expect(page.locator("#notice")).to_contain_text("start it with fukumi play")
    with served(application(), port_of(address)):
        expect(page.locator("#notice")).to_contain_text("Connected")
        place(page, 7, 7)
        stones(page, 2)
        page.context.close()


def test_an_engine_is_asked_again_after_its_server_was_away(browser: Browser) -> None:
    with served(application()) as address:
        page = loaded(browser, address)
        begin(page, white="Fukumi", white_limit="3s")
        place(page, 7, 7)
        expect(page.locator("#status")).to_contain_text("is thinking")
    expect(page.locator("#notice")).to_contain_text("lost")
    page.keyboard.press("ArrowLeft")
    stones(page, 0)
    with served(application(), port_of(address)):
        expect(page.locator("#notice")).to_contain_text("Connected")
        page.keyboard.press("ArrowRight")
        stones(page, 2)
        page.context.close()


def test_who_looks_back_in_a_timed_game_stays_there_as_the_server_returns(
    browser: Browser,
) -> None:
    with served(application()) as address:
        page = loaded(browser, address)
        begin(page, white="Human", match="3600")
        for number, point in enumerate(((7, 7), (8, 8)), 1):
            place(page, *point)
            stones(page, number)
        page.keyboard.press("ArrowLeft")
        stones(page, 1)
    with served(application(), port_of(address)):
        expect(page.locator("#notice")).to_contain_text("Connected")
        status(page, "White to move")
        stones(page, 1)
        page.context.close()


def test_an_update_is_seen_at_once(browser: Browser, page_folder: Path) -> None:
    with served(application()) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        expect(page.locator("#new-game")).to_have_text("New game")
        wait_until_kept(page)
    english = page_folder / "languages" / "en.json"
    english.write_text(english.read_text().replace('"New game"', '"Another game"'))
    with served(application(), port_of(address)):
        # the open page connects again, sees the new version and loads it
        expect(page.locator("#new-game")).to_have_text("Another game")
        wait_until_kept(page)
    page.reload()
    expect(page.locator("#new-game")).to_have_text("Another game")
    expect(page.locator("#notice")).to_contain_text("start it with fukumi play")
    context.close()
