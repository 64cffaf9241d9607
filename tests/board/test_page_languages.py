"""The page in a browser: its languages."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.board.page_driver import opened, paste, place, status, stones
from tests.board.test_languages import LANGUAGES
from tests.browser import needs_browser

pytestmark = needs_browser

OUTSIDE = """(width) => {
const pen = document.createElement("canvas").getContext("2d");
const longest = (select) => {
  pen.font = getComputedStyle(select).font;
  return Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width));
};
return [...document.querySelectorAll("body *")].filter((element) => {
  const box = element.getBoundingClientRect();
  if (!box.width || element.closest(".for-ears, .list, #language")) return false;
  const whole = element.matches("th, td:not(.line), p, h2, summary, button, label, option");
  if (element.matches("select")) return longest(element) > element.clientWidth - 42;
  const cut = whole && element.scrollWidth > element.clientWidth;
  return cut || box.right > width + 1 || box.left < -1;
}).map((element) => `${element.tagName} #${element.id}: ${element.textContent}`);
}"""
"""Script that returns the elements which are cut off or reach beyond the screen."""


WRITE_LONG_VERDICT = """async () => {
  const { t } = await import(new URL("texts.js", location.href));
  document.querySelector("#best td.chance").textContent = t("loses-in", { count: 126 });
}"""


def cut_off(page: Page) -> list[str]:
    assert page.viewport_size
    found: list[str] = page.evaluate(OUTSIDE, page.viewport_size["width"])
    return found


def test_a_game_is_played_in_the_language_of_the_browser(browser: Browser, site: str) -> None:
    with opened(browser, site, language="ja-JP") as page:
        expect(page.locator("html")).to_have_attribute("lang", "ja")
        expect(page.locator("#new-game")).to_have_text("新規対局")
        status(page, "黒番 · 自由ルール")
        expect(page.locator("#player-black b")).to_have_text("人")
        place(page, 7, 7)
        stones(page, 2)
        status(page, "黒番")
        paste(page, "renju 15 h7a1h9a3g8a5i8c1", 8)
        page.keyboard.press("End")
        stones(page, 8)
        place(page, 7, 7)
        expect(page.locator("#notice")).to_contain_text("h8 は黒の禁手です")
        expect(page.locator("#legend")).to_contain_text("黒の禁点")
        paste(page, "renju 99 h8", 8)
        expect(page.locator("#notice")).to_contain_text("までにしてください")


def test_a_person_switches_the_language_without_losing_the_game(
    browser: Browser, site: str
) -> None:
    with opened(browser, site) as page:
        paste(page, "renju 15 h8i9", 2)
        page.keyboard.press("End")
        stones(page, 2)
        page.select_option("#language", label="Čeština")
        status(page, "Na tahu černý · renju")
        expect(page.locator("#new-game")).to_have_text("Nová hra")
        expect(page.locator("#setup [name=level] option").nth(2)).to_have_text("Rekreační hráč")
        stones(page, 2)
        page.reload()
        status(page, "Na tahu černý")
        expect(page.locator("html")).to_have_attribute("lang", "cs")
        page.goto(f"{site}choko.html")
        expect(page.locator("#status")).to_contain_text("Na tahu modrý")


def fill_the_page(page: Page) -> None:
    """Show as much as the page can: a review, an analysis, all marks."""
    stones(page, 7)
    for name in ("numbers", "threats", "heat"):
        page.check(f"[name={name}]")
    page.click("#review")
    expect(page.locator("#moves .move[data-grade]")).to_have_count(7)
    page.click("#analyse")
    expect(page.locator("#best tbody tr")).not_to_have_count(0)
    page.click("#analyse")
    page.evaluate(WRITE_LONG_VERDICT)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", [path.stem for path in LANGUAGES])
def test_no_text_is_cut_off(browser: Browser, site: str, language: str, phone: bool) -> None:
    with opened(browser, site + "#renju/15/h8h9i8i9j8j9a1", phone, language) as page:
        fill_the_page(page)
        assert cut_off(page) == []
        if page.locator("#menu").is_visible():
            page.click("#menu")
            assert cut_off(page) == []
            page.click("#menu")
        for dialog in ("setup", "puzzle-dialog", "paste-dialog"):
            page.evaluate("id => document.getElementById(id).showModal()", dialog)
            page.evaluate("document.querySelector('#setup details').open = true")
            assert cut_off(page) == []
            page.evaluate("id => document.getElementById(id).close()", dialog)
        page.keyboard.press("?")
        assert cut_off(page) == []
        page.goto(f"{site}choko.html")
        expect(page.locator("#hands")).not_to_be_empty()
        assert cut_off(page) == []
