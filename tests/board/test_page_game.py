"""The page in a browser: how a game goes on after steps, undo, turns and reloads."""

from playwright.sync_api import Browser, expect

from board.game_files import read
from core.game.rules import Rule
from tests.board.page_driver import begin, keep_game, kept_game, opened, place, status, stones
from tests.browser import needs_browser
from tests.patience import wait_until

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


def test_a_file_has_the_game_that_was_played_after_moves_were_taken_back(
    browser: Browser, site: str
) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human", size="9")
        for number, point in enumerate(((4, 4), (0, 0)), 1):
            place(page, *point, 9)
            stones(page, number)
        for left in (1, 0):
            page.keyboard.press("u")
            stones(page, left)
        for number in range(9):
            place(page, 2 + number // 2, 2 + number % 2, 9)
            stones(page, number + 1)
        status(page, "Black wins.")
        expect(page.locator(".variation")).to_have_count(1)
        expect(page.locator(".variation")).to_have_text("1. e5 2. a9")
        with page.expect_download() as download:
            page.click("#save-sgf")
        tree = read(download.value.path().read_bytes(), Rule.CARO)
        assert (len(tree.main_line), tree.result) == (9, "B+")


def test_each_tab_returns_to_its_own_game(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human")
        place(page, 7, 7)
        stones(page, 1)
        other = page.context.new_page()
        other.goto(site)
        stones(other, 1)  # a new tab begins with the last game
        begin(other, white="Human", size="9")
        other.reload()  # stores its game as the last one
        status(other, "· 9")
        page.reload()
        stones(page, 1)
        status(page, "· 15")


def test_an_engine_is_not_asked_amid_its_swap2_opening(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, opening="swap2", black="Fukumi", black_limit="0.2s", white="Human")
        stones(page, 3)
        page.keyboard.press("ArrowLeft")
        status(page, "places")
        expect(page.locator("#move-now")).to_be_disabled()
        page.keyboard.press("m")
        page.keyboard.press("o")
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("button", name="Play White")).to_be_visible()
        expect(page.locator("#moves .move")).to_have_count(3)
        expect(page.locator("#notice")).to_be_hidden()


def test_an_engine_thinks_on_after_a_look_back(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Fukumi", white_limit="1s")
        place(page, 7, 7)
        expect(page.locator("#status")).to_contain_text("is thinking")
        page.keyboard.press("ArrowLeft")
        status(page, "Black to move")
        page.keyboard.press("ArrowRight")
        stones(page, 2)
        status(page, "Black to move")


def test_an_engines_first_move_is_not_taken_back(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, black="Fukumi", black_limit="1v", white="Human")
        stones(page, 1)
        expect(page.locator("#undo")).to_be_disabled()
        place(page, 0, 0)
        stones(page, 3)
        status(page, "White to move")
        page.click("#undo")
        stones(page, 1)
        expect(page.locator("#undo")).to_be_disabled()


def test_swap2_goes_on_after_a_reload_at_each_choice(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, opening="swap2", black="Human", white="Human")
        for number, point in enumerate(((7, 7), (8, 8), (3, 3)), 1):
            place(page, *point)
            stones(page, number)
        status(page, "Human chooses")
        page.reload()
        page.get_by_role("button", name="Place two more").click()
        status(page, "places White's stone, 2 to go")
        page.reload()
        status(page, "places White's stone, 2 to go")
        for number, point in enumerate(((0, 0), (0, 14)), 4):
            place(page, *point)
            stones(page, number)
        page.reload()
        page.get_by_role("button", name="Play Black").click()
        status(page, "White to move")
        page.reload()
        stones(page, 5)
        status(page, "White to move")


def test_steps_through_swap2_lead_back_to_its_choice(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, opening="swap2", black="Human", white="Human")
        for number, point in enumerate(((7, 7), (8, 8), (3, 3), (0, 0), (0, 14)), 1):
            if number == 4:
                page.get_by_role("button", name="Place two more").click()
            place(page, *point)
            stones(page, number)
        for keys in (["ArrowRight"] * 5, ["End"]):
            page.keyboard.press("Home")
            status(page, "places Black's stone, 3 to go")
            for key in keys:
                page.keyboard.press(key)
            stones(page, 5)
            expect(page.locator("#choices button")).to_have_text(["Play Black", "Play White"])


def test_a_game_whose_state_is_of_another_version_keeps_its_moves(
    browser: Browser, site: str
) -> None:
    with opened(browser, site) as page:
        begin(page, opening="swap2", black="Human", white="Human")
        place(page, 7, 7)
        stones(page, 1)
        wait_until(lambda: len(kept_game(page)["moves"]) == 1)
        game = kept_game(page)
        game["swap2"] = {"placing": False, "due": 5, "stage": 6}
        keep_game(page, game)
        page.reload()
        status(page, "White to move")
        expect(page.locator("#new-game")).to_be_enabled()
        place(page, 8, 8)
        stones(page, 2)


def test_a_move_after_undo_and_a_reload_is_the_game(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human")
        for number, point in enumerate(((7, 7), (8, 8)), 1):
            place(page, *point)
            stones(page, number)
        page.keyboard.press("u")
        stones(page, 1)
        page.reload()
        stones(page, 1)
        place(page, 0, 0)
        stones(page, 2)
        expect(page.locator(".variation")).to_have_text("2. i7")


def test_a_game_with_a_limit_of_another_version_goes_on(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Fukumi", white_limit="1v")
        place(page, 7, 7)
        stones(page, 2)
        wait_until(lambda: len(kept_game(page)["moves"]) == 2)
        game = kept_game(page)
        game["seats"]["white"]["limit"] = "7 weeks"
        keep_game(page, game)
        page.reload()
        stones(page, 2)
        expect(page.locator("#player-white")).to_contain_text("1 s a move")
        status(page, "Black to move")
