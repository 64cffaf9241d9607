"""The report in a real browser: its contents, its controls, and its safety from engines' texts."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from playwright import sync_api

from core.game.rules import Rule
from tests.browser import needs_browser, running_browser
from tests.patience import PATIENCE_MS
from tests.tournaments.samples import sample
from tournaments.model import GameRecord, Reason, Result, SideReport, TimedMove
from tournaments.report import html_report

pytestmark = needs_browser

HOSTILE = "</script><script>window.taken = 1</script><img src=x onerror='window.taken = 1'>{{data}}"


def five(black: str, white: str, number: int) -> GameRecord:
    """Return a game in which Black makes five in the top row and both report evaluations."""
    squares = [square for i in range(5) for square in ((i, 0), (i, 2))][:-1]
    moves = tuple(
        TimedMove(x, y, 10 * ply, (f"MESSAGE depth {ply} ev {20 * ply}", "DEBUG <b>so</b>"))
        for ply, (x, y) in enumerate(squares)
    )
    return sample(
        number, black, white, moves=moves, opening_plies=0, detail=f"{black} wins by five"
    )


def lost_on_time(black: str, white: str, number: int) -> GameRecord:
    pipe = ("> TURN 7,7", "< MESSAGE let me think", f"< {HOSTILE}")
    return sample(
        number,
        black,
        white,
        Result.WHITE,
        Reason.TIME,
        detail=f"{black} loses: no move within 1 s",
        black_report=SideReport(transcript=pipe),
    )


RECORDS = [five("alpha", "beta", 1), lost_on_time("beta", "alpha", 2), five("alpha", "gamma", 3)]


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    with running_browser() as chromium:
        yield chromium


class Reader:
    """A browser page on a report that fails the test on any request or error."""

    def __init__(self, browser: sync_api.Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder
        self.complaints: list[str] = []

    def open(
        self, records: list[GameRecord], title: str = "Report", address: str = "", width: int = 1200
    ) -> sync_api.Page:
        path = self.folder / "report.html"
        html_report.write_page(records, path, title, {})
        page = self.new_page(width)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.on("request", self._requested)
        page.goto(path.as_uri() + address)
        page.wait_for_selector("body[data-ready]")
        return page

    def new_page(self, width: int) -> sync_api.Page:
        page = self.browser.new_page(viewport={"width": width, "height": 800})
        page.set_default_timeout(PATIENCE_MS)
        return page

    def _requested(self, request: sync_api.Request) -> None:
        if not request.url.startswith((self.folder / "report.html").as_uri()):
            self.complaints.append(request.url)


@pytest.fixture
def reader(browser: sync_api.Browser, tmp_path: Path) -> Iterator[Reader]:
    reading = Reader(browser, tmp_path)
    yield reading
    assert not reading.complaints


def test_standings_are_shown(reader: Reader) -> None:
    page = reader.open(RECORDS, "My tournament")
    assert page.inner_text("h1") == "My tournament"
    assert page.inner_text("#summary").startswith("3 games · 3 engines · freestyle 15")
    ranking = page.locator("#ranking tbody tr")
    assert ranking.locator("th").all_inner_texts()[0] == "alpha"
    assert "3\u20130\u20130" in ranking.nth(0).inner_text()
    assert "1\u00d7 timeout" in page.locator("#ranking tr", has_text="beta").inner_text()
    assert page.inner_text("#cross [title='Games of alpha against beta']").split()[0] == "2"
    assert page.inner_text("#cross [title='Games of gamma against alpha']").split()[0] == "0"
    assert page.locator("#elo .dot").count() == 3
    assert page.locator("#superiority td.tinted").count() == 6
    assert page.locator("#time svg").count() >= 2


def test_pairings_are_shown_and_lead_to_their_games(reader: Reader) -> None:
    page = reader.open(RECORDS)
    row = page.locator("#pairings tbody tr", has_text="gamma")
    assert row.locator("th").all_inner_texts() == ["alpha", "gamma"]
    page.locator("#pairings tbody tr", has_text="beta").locator("button").click()
    assert page.inner_text("#found") == "2 games of 3"
    many = [sample(n, f"e{i}", f"e{j}") for n, (i, j) in enumerate(combinations(range(7), 2), 1)]
    page = reader.open(many)
    assert page.inner_text("#pairings summary") == "21 pairings"
    assert not page.locator("#pairings tbody tr").first.is_visible()


def test_the_forfeits_of_an_engine_are_those_that_it_lost(reader: Reader) -> None:
    page = reader.open([*RECORDS, lost_on_time("alpha", "beta", 4), lost_on_time("beta", "x", 5)])
    page.locator("#ranking tr", has_text="alpha").locator("button").click()
    assert page.inner_text("#found") == "1 game of 5"
    assert page.locator(".games tbody button").all_inner_texts() == ["4"]


def test_adjudicated_games_are_counted_and_found(reader: Reader) -> None:
    ended = sample(
        4, "alpha", "gamma", Result.WHITE, Reason.PROOF, detail="adjudicated: White wins"
    )
    page = reader.open([*RECORDS, ended])
    assert "1 adjudicated" in page.inner_text("#summary")
    page.select_option("[aria-label=Ending]", label="any adjudication")
    assert page.inner_text("#found") == "1 game of 4"


def test_a_game_links_to_its_log(reader: Reader) -> None:
    log = reader.folder / "my logs" / "100%41 #1.log"
    log.parent.mkdir()
    log.write_text("")
    page = reader.open([replace(RECORDS[0], log=str(log)), RECORDS[1]])
    link = page.locator("a", has_text="log of the pipes")
    assert link.evaluate("node => node.href") == log.as_uri()
    page.keyboard.press("End")
    page.select_option("[aria-label=Ending]", label="timeout")
    page.click(".games tbody button")
    assert link.count() == 0


def test_a_game_is_replayed_with_keys_buttons_and_messages(reader: Reader) -> None:
    page = reader.open(RECORDS)
    stones = page.locator(".board .stone")
    assert stones.count() == 9  # a game opens at its end
    assert page.locator(".board .winning").count() == 1
    assert page.inner_text(".notes p") == "9. e15 alpha, 80 ms, sees ev 160"
    assert page.inner_text(".notes pre") == "MESSAGE depth 8 ev 160\nDEBUG <b>so</b>"
    page.keyboard.press("ArrowLeft")
    assert stones.count() == 8
    assert page.locator(".board .winning").count() == 0
    assert page.inner_text(".notes p").startswith("8. d13 beta, 70 ms")
    page.keyboard.press("Home")
    assert stones.count() == 0
    page.click("[title='a move on']")
    assert page.get_attribute(".board .stone", "data-square") == "a15"
    assert page.text_content(".board .number") == "1"
    page.click("label:has-text('numbers')")
    assert page.locator(".board .number").count() == 0
    assert page.locator(".game-chart circle").count() == 9


def test_games_are_filtered_and_chosen(reader: Reader) -> None:
    page = reader.open(RECORDS)
    page.select_option("[aria-label=Engine]", label="gamma")
    assert page.inner_text("#found") == "1 game of 3"
    page.select_option("[aria-label=Engine]", label="any engine")
    page.select_option("[aria-label=Result]", label="Black wins")
    assert page.inner_text("#found") == "2 games of 3"
    page.select_option("[aria-label=Result]", label="any result")
    page.select_option("[aria-label=Ending]", label="any forfeit")
    assert page.locator(".games tbody tr").count() == 1
    page.click(".games tbody tr")
    assert "beta loses: no move within 1 s" in page.inner_text(".viewer header")


def test_a_cell_of_the_cross_table_lists_the_games_of_the_two(reader: Reader) -> None:
    page = reader.open(RECORDS)
    page.click("#cross [title='Games of alpha against beta']")
    assert page.inner_text("#found") == "2 games of 3"


def test_the_pipe_of_a_forfeit_is_open_to_read(reader: Reader) -> None:
    page = reader.open(RECORDS)
    page.click("#ranking button:has-text('timeout')")
    assert page.inner_text(".pipe pre").splitlines()[:2] == ["> TURN 7,7", "< MESSAGE let me think"]


def test_the_address_leads_to_a_game_and_a_move(reader: Reader) -> None:
    page = reader.open(RECORDS, address="#game=3&move=4")
    assert page.locator(".board .stone").count() == 4
    assert "gamma" in page.inner_text(".viewer header")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#game=3&move=5"


def test_what_engines_call_themselves_and_say_stays_text(reader: Reader) -> None:
    records = [lost_on_time(HOSTILE, "__proto__", 1), five(HOSTILE, "toString", 2)]
    page = reader.open(records, HOSTILE)
    assert page.evaluate("window.taken") is None
    assert page.locator("img").count() == 0
    assert page.inner_text("h1") == HOSTILE
    assert HOSTILE in page.locator("#ranking tbody th").all_inner_texts()
    assert HOSTILE in page.inner_text(".pipe pre")


def test_records_without_moves_or_names_are_shown(reader: Reader) -> None:
    records = [
        sample(1, "", "beta", Result.WHITE, Reason.UNKNOWN, moves=(), size=0, opening_plies=0),
        sample(2, "beta", "", Result.VOID, Reason.VOID, rule=Rule.RENJU, moves=(), opening_plies=0),
    ]
    page = reader.open(records)
    assert "This record holds no moves." in page.inner_text(".viewer")
    assert page.inner_text(".viewer header").startswith("(unnamed)")


@pytest.mark.parametrize("width", [360, 1600])
def test_the_page_fits_its_window(reader: Reader, width: int) -> None:
    page = reader.open([*RECORDS, five("a-name-without-any-break-" * 4, "beta", 4)], width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator(".board").bounding_box()
    assert box is not None
    assert 250 < box["width"] <= width


def test_a_torn_page_says_so(reader: Reader) -> None:
    path = reader.folder / "report.html"
    html_report.write_page(RECORDS, path, "Report", {})
    text = path.read_text()
    start = text.index('id="data">') + len('id="data">')
    path.write_text(text[:start] + text[start:].replace(text[start + 40 : start + 140], "", 1))
    page = reader.new_page(1200)
    page.goto(path.as_uri())
    sync_api.expect(page.locator("#summary")).to_contain_text("the file is torn")


def test_many_games_are_shown_in_parts(reader: Reader) -> None:
    page = reader.open([five("alpha", "beta", n) for n in range(1, 451)], address="#game=301")
    rows = page.locator(".games tbody tr")
    assert rows.count() == 400  # as many as needed to show the requested one
    page.click("text=Show more")
    assert rows.count() == 450
    assert not page.is_visible("text=Show more")
