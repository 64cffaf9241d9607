"""The page in a browser: a tournament under way, its games followed, and a read-only board."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from board import tournament_watch
from board.game_browser import TournamentGames
from board.players import available_players
from board.server import application, viewers_application
from tests.board.live import FIVE, RunningTournament, move
from tests.board.page_driver import opened, place, served, status, stones
from tests.board.test_languages import LANGUAGES
from tests.board.test_page_languages import cut_off
from tests.browser import needs_browser
from tournaments.model import Reason, Result, TimedMove

pytestmark = needs_browser

LONG_AGO, TO_COME = time.time() - 1e5, time.time() + 1e5
"""Times at which an engine was asked: all its time is gone, or none."""

LONG_NAME = "an-engine-with-an-uncommonly-long-name-and-no-blanks"

MOVES = [move(*FIVE[ply], 0.2 if ply % 2 else 0.4) for ply in range(len(FIVE))]


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_watch, "INTERVAL", 0.05)


@contextmanager
def visited(
    browser: Browser,
    tournament: RunningTournament,
    phone: bool = False,
    read_only: bool = True,
    language: str = "en-US",
) -> Iterator[Page]:
    """Yield a page that shows the tournament."""
    games = TournamentGames(tournament.folder)
    app = viewers_application(games) if read_only else application(available_players([]), games)
    with served(app) as address:
        start = f"{address}#tournament"
        with opened(browser, start, phone, language, ready="#standings tbody tr") as page:
            yield page


def board_of(page: Page, number: int) -> Locator:
    return page.locator("article.live").filter(has_text=f"Game {number}")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_game_is_watched_followed_and_found_in_the_list(
    browser: Browser, tournament: RunningTournament, phone: bool
) -> None:
    tournament.play(2, MOVES[:3], TO_COME)
    tournament.play(3, [TimedMove(1, 1)])
    with visited(browser, tournament, phone) as page:
        expect(page.locator("article.live")).to_have_count(2)
        expect(page.locator("#progress")).to_have_text("1 of 40 games have ended")
        game = board_of(page, 2)
        expect(game.locator(".stone")).to_have_count(3)
        expect(game).to_contain_text("3. i8 · 0.90 s")
        expect(game.locator(".own")).to_have_text(["70 %", "60 %"])
        expect(game.locator(".curves path:not(.even)")).to_have_count(2)
        expect(game.locator(".player.active")).to_contain_text("Bob")
        expect(game.get_by_label("White's clock")).to_have_text("1:01 5.0")
        tournament.play(2, MOVES[:3], LONG_AGO)
        expect(game.get_by_label("White's clock")).to_have_text("0.0 0.0")
        tournament.play(2, MOVES[:4], TO_COME)
        expect(game.locator(".stone")).to_have_count(4)

        page.get_by_label("Follow game 2: Ann (Black) against Bob (White)").click()
        stones(page, 4)
        expect(page.locator("#played")).to_contain_text("Game 2, under way")
        expect(page.locator("#moves .move")).to_have_count(4)
        expect(page.locator("#player-black .clock")).to_contain_text("1:00")
        tournament.play(2, MOVES[:5], TO_COME)
        stones(page, 5)
        expect(page.locator("#spoken")).to_have_text("5. j8")
        expect(page.locator("#player-black small")).to_have_text("70 %")
        expect(page.locator("#value-bar")).to_contain_text("Black 70 %")
        page.keyboard.press("Home")
        stones(page, 0)
        tournament.play(2, MOVES[:6], TO_COME)
        expect(page.locator("#moves .move")).to_have_count(6)
        stones(page, 0)  # who steps back is left there
        page.keyboard.press("End")
        stones(page, 6)
        page.evaluate("document.getElementById('rotate').click()")  # the rest comes turned as well
        tournament.end(2)
        stones(page, 9)
        expect(page.locator("#played")).to_contain_text("Game 2: black (five)")
        status(page, "Black wins.")
        line = page.locator("#board .win").evaluate_all(
            "marks => marks.map((m) => m.getAttribute('cx'))"
        )
        assert line == ["7"] * 5
        expect(page.locator("#player-black .clock")).to_be_hidden()

        page.click("#all-games")
        expect(page.locator("article.live")).to_have_count(1)
        expect(page.locator("#ended tbody tr")).to_have_count(2)
        tournament.end(3, result=Result.WHITE, reason=Reason.TIME)
        expect(page.locator("#ended tbody tr")).to_have_count(3)
        expect(page.locator("#ended tbody tr").first).to_contain_text("white (timeout)")
        expect(page.locator("#live-none")).to_have_text("No game is under way.")
        expect(page.locator("#standings tbody tr").first).to_contain_text("Ann")


def test_a_game_opens_from_the_list_and_is_stepped_through(
    browser: Browser, tournament: RunningTournament
) -> None:
    with visited(browser, tournament) as page:
        page.click("#ended tbody tr")
        expect(page.locator("#played")).to_contain_text("Game 1: black (five)")
        page.keyboard.press("ArrowRight")
        stones(page, 1)
        page.keyboard.press("End")
        status(page, "Black wins.")
        page.reload()
        expect(page.locator("#ended tbody tr")).to_have_count(1)


def test_a_switch_of_the_language_reaches_the_games_that_have_ended(
    browser: Browser, tournament: RunningTournament
) -> None:
    with visited(browser, tournament) as page:
        expect(page.locator("#ended tbody tr")).to_contain_text(["black (five)"])
        page.select_option("#language", label="Čeština")
        expect(page.locator("#ended tbody tr")).to_contain_text(["černý (pětka)"])


def test_a_read_only_page_shows_how_a_game_ended(
    browser: Browser, tournament: RunningTournament
) -> None:
    tournament.end(3, detail="Bob has thought for 7 seconds")
    with visited(browser, tournament) as page:
        page.locator("#ended tbody tr").first.click()
        expect(page.locator("#said")).to_have_text("Bob has thought for 7 seconds")


def test_a_move_of_a_game_under_way_is_not_deleted(
    browser: Browser, tournament: RunningTournament
) -> None:
    tournament.play(2, MOVES[:4])
    with visited(browser, tournament, read_only=False) as page:
        page.click("article.live .follow")
        stones(page, 4)
        expect(page.locator("#delete")).to_be_disabled()
        page.keyboard.press("Delete")
        place(page, 0, 14)
        stones(page, 5)
        page.keyboard.press("Delete")  # one's own move may go
        stones(page, 4)
        tournament.play(2, MOVES[:5])
        expect(page.locator("#moves .move")).to_have_count(5)
        stones(page, 5)


def test_a_read_only_page_offers_nothing_that_it_cannot_do(
    browser: Browser, tournament: RunningTournament
) -> None:
    tournament.play(2, MOVES[:2])
    with visited(browser, tournament) as page:
        page.click("article.live .follow")
        stones(page, 2)
        hidden = ("#new-game", "#open-file", "#paste", "#save-sgf", "#share", "#puzzles", "#undo")
        for name in (*hidden, "#move-now", "#analyse", "#review", "#delete", "#comment", "#second"):
            expect(page.locator(name)).to_be_hidden()
        expect(page.locator("nav a")).to_be_hidden()
        for name in ("#save-png", "#rotate", "#back", "#browse", "#graph"):
            expect(page.locator(name)).to_be_visible()
        place(page, 3, 3)
        for key in ("n", " ", "m", "v", "Delete", "p", "s"):
            page.keyboard.press(key)
        stones(page, 2)
        expect(page.locator("#setup")).to_be_hidden()
        expect(page.locator("#notice")).to_be_hidden()
        page.keyboard.press("?")
        expect(page.locator("#keys tbody")).to_contain_text("Rotate")
        expect(page.locator("#keys tbody")).not_to_contain_text("New game")


def test_a_followed_game_may_be_analysed_and_tried_out(
    browser: Browser, tournament: RunningTournament
) -> None:
    tournament.play(2, MOVES[:4])
    with visited(browser, tournament, read_only=False) as page:
        page.click("article.live .follow")
        stones(page, 4)
        place(page, 0, 14)
        stones(page, 5)
        tournament.play(2, MOVES[:5])
        expect(page.locator("#moves .move")).to_have_count(6)
        expect(page.locator("#moves .variation .move")).to_have_count(1)
        stones(page, 5)
        expect(page.locator("#moves [aria-current]")).to_have_text("5. a1")
        page.click("#moves .move:not(.variation .move) >> nth=4")
        expect(page.locator("#moves [aria-current]")).to_have_text("5. j8")
        page.click("#analyse")
        expect(page.locator("#best tbody tr")).not_to_have_count(0)
        page.click("#new-game")
        page.click("#setup button[value=start]")
        expect(page.locator("#played")).to_be_hidden()


def test_what_cannot_be_read_is_told_and_the_page_goes_on(
    browser: Browser, tournament: RunningTournament
) -> None:
    away = tournament.folder.with_name("away")
    with visited(browser, tournament) as page:
        told = page.locator("#tournament-error")
        expect(told).to_be_hidden()
        tournament.put("2.json", "not a game")
        expect(told).to_contain_text("The file 2.json of a game under way is damaged")
        tournament.play(2, MOVES[:2])
        expect(told).to_be_hidden()
        tournament.folder.rename(away)
        expect(told).to_contain_text("The tournament cannot be read: robin")
        expect(page.locator("#standings tbody tr")).to_have_count(2)
        away.rename(tournament.folder)
        expect(told).to_be_hidden()
        expect(board_of(page, 2)).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", [path.stem for path in LANGUAGES])
def test_no_text_of_a_tournament_is_cut_off(
    browser: Browser, tournament: RunningTournament, language: str, phone: bool
) -> None:
    tournament.play(2, MOVES[:6], TO_COME, LONG_NAME)
    tournament.end(3, black=LONG_NAME)
    with visited(browser, tournament, phone, read_only=False, language=language) as page:
        expect(page.locator("article.live .stone")).to_have_count(6)
        assert cut_off(page) == []
        assert Axe().run(page).violations_count == 0
        page.click("article.live .follow")
        stones(page, 6)
        assert cut_off(page) == []
