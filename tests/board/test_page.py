"""The page in a browser: games played by clicking, tapping and the keyboard."""

import re

import pytest
from playwright.sync_api import Browser, expect

from board.game_files import read
from core.game.rules import Rule
from tests.board.page_driver import PHONE, at, begin, open_sgf, opened, paste, place, status, stones
from tests.browser import needs_browser

pytestmark = needs_browser


def test_a_whole_game_is_won_by_clicking(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human", size="20")
        for number in range(9):
            status(page, "White to move" if number % 2 else "Black to move")
            place(page, 5 + number // 2, 1 + number % 2, 20)
            stones(page, number + 1)
        status(page, "Black wins.")
        expect(page.locator("#board .win")).to_have_count(5)
        page.keyboard.press("u")
        stones(page, 8)
        expect(page.locator("#board .win")).to_have_count(0)
        page.keyboard.press("r")
        stones(page, 9)


def test_a_first_visit_plays_at_once_against_fukumi(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        expect(page.locator("#player-white")).to_contain_text("Casual player")
        place(page, 7, 7)
        stones(page, 2)
        status(page, "Black to move")
        with page.expect_download() as download:
            page.click("#save-sgf")
        tree = read(download.value.path().read_bytes(), Rule.CARO)
        assert (tree.black, tree.white) == ("Human", "Fukumi")


def test_a_person_chooses_a_level_and_who_begins(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.click("#new-game")
        page.select_option("#setup [name=level]", label="Beginner")
        page.select_option("#setup [name=colour]", "white")
        page.click("#setup button[value=start]")
        stones(page, 1)
        status(page, "White to move")
        expect(page.locator("#player-black")).to_contain_text("Beginner")
        # the moves of a stronger player are not shown
        expect(page.locator("#best tbody tr")).to_have_count(0)


def test_a_whole_game_is_lost_by_tapping_on_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, phone=True) as page:
        begin(page, white="Fukumi", white_limit="10v")
        for number in range(20):
            status(page, "Black to move")
            point = (number % 5 * 3, number // 5 * 14)
            place(page, *point, tap=True)
            if number == 0:
                expect(page.locator("#notice")).to_contain_text("Tap again")
                stones(page, 0)
            place(page, *point, tap=True)
            expect(page.locator("#moves .move")).not_to_have_count(2 * number)
            expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
            if "wins" in page.locator("#status").inner_text():
                break
        status(page, "White wins.")
        expect(page.locator("#board .win-line")).to_have_count(1)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_is_wider_than_the_screen(browser: Browser, site: str, phone: bool) -> None:
    with opened(browser, site + "#freestyle/15/h8i9g7", phone) as page:
        stones(page, 3)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide
        box = page.locator("#board").bounding_box()
        assert box
        assert box["width"] == pytest.approx(box["height"], abs=1)
        assert box["width"] > 340


def test_a_long_name_is_not_wider_than_the_screen(browser: Browser, site: str) -> None:
    game = f"(;GM[4]SZ[15]PB[{'x' * 200}]PW[{'y ' * 90}];B[hh])"
    with opened(browser, site, phone=True) as page:
        open_sgf(page, game)
        expect(page.locator("#moves .move")).to_have_count(1)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        open_sgf(page, 2 * game)
        expect(page.locator("#games tbody tr")).to_have_count(2)
        assert not page.evaluate(
            "(list => list.scrollWidth > list.clientWidth)(document.querySelector('#games .list'))"
        )


def test_a_screen_reader_hears_the_point_of_the_cursor(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8") as page:
        stones(page, 1)
        page.focus("#board")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#spoken")).to_have_text("h8: black stone, move 1")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#spoken")).to_have_text("h9: free")
        expect(page.locator("#board")).to_have_attribute("aria-label", "Board, h9: free")
        page.keyboard.press("Tab")
        expect(page.locator("#board")).to_have_attribute("aria-label", "Board")


def test_forbidden_points_are_marked_and_refused(browser: Browser, site: str) -> None:
    with opened(browser, site + "#renju/15/h7a1h9a3g8a5i8c1") as page:
        stones(page, 8)
        expect(page.locator("#board .forbidden")).to_have_count(1)
        place(page, 7, 7)
        expect(page.locator("#notice")).to_contain_text("h8 is forbidden to Black: double three")
        stones(page, 8)
        page.focus("#board")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#spoken")).to_have_text("h8: forbidden to Black: double three")


def test_swap2_against_fukumi(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, opening="swap2", black="Fukumi", black_limit="0.2s", white="Human")
        stones(page, 3)
        page.get_by_role("button", name="Place two more").click()
        status(page, "places White's stone")
        place(page, 7, 7)
        stones(page, 4)
        place(page, 9, 6)
        # Fukumi takes Black, and the person moves as White; or it takes White and has moved already
        expect(page.locator("#status")).to_have_text(re.compile("(White|Black) to move"))
        takes_black = page.locator("#status").inner_text().startswith("White")
        colour = "black" if takes_black else "white"
        expect(page.locator(f"#player-{colour} b")).to_have_text("Fukumi")
        stones(page, 5 if takes_black else 6)


def test_two_people_play_swap2(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, opening="swap2", black="Human", white="Human")
        for number, point in enumerate([(7, 7), (8, 8), (9, 9)], 1):
            status(page, "places")
            place(page, *point)
            stones(page, number)
        page.keyboard.press("u")
        stones(page, 2)
        place(page, 9, 8)
        stones(page, 3)
        page.get_by_role("button", name="Play White").click()
        status(page, "White to move")
        place(page, 3, 3)
        stones(page, 4)


def test_a_reload_goes_on_with_swap2(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, opening="swap2", black="Human", white="Fukumi", white_limit="0.2s")
        for count, point in enumerate(((7, 7), (9, 9)), 1):
            place(page, *point)
            stones(page, count)
        page.reload()
        stones(page, 2)
        expect(page.locator("#status")).to_contain_text("places")
        place(page, 3, 12)
        expect(page.locator("#notice")).to_contain_text("Fukumi")  # it chooses or places two


def test_an_engine_thinks_again_after_a_reload_without_clocks(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, black="Human", white="Fukumi", white_limit="1s")
        place(page, 7, 7)
        stones(page, 1)
        page.reload()
        stones(page, 2)
        status(page, "Black to move")


def test_the_analysis_can_be_stopped_while_an_engine_thinks(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, black="Human", white="Fukumi", white_limit="1s")
        page.keyboard.press("Space")
        expect(page.locator("#analyse")).to_have_text("Stop")
        place(page, 7, 7)
        expect(page.locator("#status")).to_contain_text("is thinking")
        page.keyboard.press("Space")
        stones(page, 2)
        status(page, "Black to move")


def test_the_analysis_goes_on_once_an_engine_is_stopped(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, black="Human", white="Fukumi", white_limit="30s")
        page.keyboard.press("Space")
        place(page, 7, 7)
        expect(page.locator("#status")).to_contain_text("is thinking")
        page.click("#move-now")
        expect(page.locator(".summary")).to_contain_text("White: ")


def test_a_move_that_is_asked_for_ends_the_review(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human")
        for number in range(8):
            place(page, 3 + number, 7 + number % 3)
            stones(page, number + 1)
        page.keyboard.press("v")
        expect(page.locator("#review")).to_have_text("Stop")
        page.keyboard.press("m")
        expect(page.locator("#review")).to_have_text("Review")
        stones(page, 9)


def test_engine_against_engine(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(
            page, black="heuristic", black_limit="0.2s", white="Fukumi", white_limit="1v", size="9"
        )
        expect(page.locator("#status")).to_have_text(re.compile("wins|draw"))


def test_the_keyboard_alone_plays(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Fukumi", white_limit="1v")
        page.focus("#board")
        for key in ("ArrowUp", "ArrowLeft", "Enter"):
            page.keyboard.press(key)
        stones(page, 2)
        expect(page.locator("#moves")).to_contain_text("1. g8")
        status(page, "Black to move")
        expect(page.locator("#spoken")).to_have_text(re.compile("^2[.] [a-o][0-9]+$"))


def test_rows_are_numbered_from_the_bottom_or_the_top(browser: Browser, site: str) -> None:
    with opened(browser, site + "#renju/15/h8a1o15") as page:
        stones(page, 3)
        lower_left = page.locator("#board .stone.white")
        expect(lower_left).to_have_attribute("cx", "0")
        expect(lower_left).to_have_attribute("cy", "14")
        expect(page.locator("#board .star")).to_have_count(5)
        page.check("[name=top]")
        expect(page.locator("#moves .move")).to_have_text(["1. h8", "2. a15", "3. o1"])
        page.click("#share")
        expect(page.locator("#notice")).to_contain_text("copied")
        assert page.evaluate("navigator.clipboard.readText()").endswith("#renju/15/h8a1o15")


def test_a_click_works_if_the_board_is_redrawn_before_the_button_goes_up(
    browser: Browser, site: str
) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human")
        place(page, 7, 7)
        stones(page, 1)
        page.mouse.move(*at(page, 7, 8))
        page.mouse.down()
        page.locator(".options input").first.dispatch_event("change")  # redraws the board
        page.mouse.up()
        stones(page, 2)


def test_the_board_grows_with_the_window(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        for width, height in ((1920, 1080), (2560, 1440), (3840, 2160)):
            page.set_viewport_size({"width": width, "height": height})
            box = page.locator("#board").bounding_box()
            assert box
            assert box["width"] > height - 140
            steps = page.locator(".steps").bounding_box()
            assert steps
            assert steps["y"] + steps["height"] <= height


def test_forbidden_points_are_marked_only_where_black_may_move(browser: Browser, site: str) -> None:
    with opened(browser, site + "#renju/15/h7a1h9a3g8a5i8c1") as page:
        expect(page.locator("#board .forbidden")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        status(page, "White to move")
        expect(page.locator("#board .forbidden")).to_have_count(0)
        paste(page, "renju 15 h7a1h9a3g8a5i8c1a2b2b3c3c4d4d6e5", 16)
        page.keyboard.press("End")
        status(page, "White wins.")
        expect(page.locator("#board .forbidden")).to_have_count(0)


def test_tools_are_a_menu_on_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, phone=True) as page:
        expect(page.locator("#paste")).to_be_hidden()
        page.click("#menu")
        for name in ("#save-sgf", "#save-psq", "#paste", "#share"):
            box = page.locator(name).bounding_box()
            assert box
            assert box["x"] + box["width"] <= PHONE["width"]
        page.click("#paste")
        expect(page.locator("#paste-dialog textarea")).to_be_visible()
        expect(page.locator("#share")).to_be_hidden()


def test_a_notice_does_not_stop_a_click(browser: Browser, site: str) -> None:
    with opened(browser, site, phone=True) as page:
        begin(page, opening="swap2", black="Fukumi", black_limit="0.2s", white="Human")
        stones(page, 3)
        page.evaluate("document.getElementById('notice').hidden = false")
        page.locator("#notice").evaluate("notice => (notice.textContent = 'a notice')")
        notice = page.locator("#notice").bounding_box()
        assert notice
        middle = notice["x"] + notice["width"] / 2, notice["y"] + notice["height"] / 2
        below = "([x, y]) => document.elementFromPoint(x, y).closest('#notice')"
        assert page.evaluate(below, middle) is None
        page.get_by_role("button", name="Play White").click()
        status(page, "White to move")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_dot_of_black_is_darker_than_its_surroundings(
    browser: Browser, site: str, theme: str
) -> None:
    with opened(browser, site) as page:
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        wood = page.locator(".dot.black").evaluate("dot => getComputedStyle(dot).backgroundColor")
        red = int(re.findall("[0-9]+", wood)[0])
        assert red > 150
