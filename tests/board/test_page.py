"""The page in a browser: games played by clicking, analysis shown, files opened and saved."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from playwright.sync_api import Browser, FilePayload, Page, expect
from starlette.applications import Starlette

from board.game_browser import TournamentGames
from board.game_files import read
from board.players import available_players
from board.puzzles import puzzles
from board.server import LIMITS, application
from core.game.rules import Rule
from core.threats.vcf import Vcf
from tests.browser import needs_browser, running_browser
from tests.patience import PATIENCE, PATIENCE_MS
from tests.tournaments.samples import sample
from tournaments.records.records import from_psq, to_json

pytestmark = needs_browser

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
MARGIN = 1.1
"""Margin of the drawn board, in cells, as in page/board.js."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a running server with a tournament of two games."""
    path = tmp_path_factory.mktemp("tournament") / "games.jsonl"
    path.write_text(f"{to_json(sample(1))}\n{to_json(sample(2, black='Cleo'))}\n")
    with served(application(available_players([]), TournamentGames(path))) as address:
        yield address


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """Yield the address of an application while it is served."""
    listening = socket.create_server(("localhost", 0))
    config = uvicorn.Config(app, log_level="warning", **{**LIMITS, "ws_ping_timeout": PATIENCE})
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield f"http://localhost:{listening.getsockname()[1]}/"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as chromium:
        yield chromium


@contextmanager
def opened(browser: Browser, address: str, phone: bool = False) -> Iterator[Page]:
    """Yield the page, in which no script may fail."""
    context = browser.new_context(
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
        has_touch=phone,
        is_mobile=phone,
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(PATIENCE_MS)
    failures: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(address)
    expect(page.locator("#setup [name=rule] option")).not_to_have_count(0)
    yield page
    assert not failures
    context.close()


def at(page: Page, x: int, y: int, size: int = 15) -> tuple[float, float]:
    """Return the position of a point of the board on the page."""
    box = page.locator("#board").bounding_box()
    assert box
    cell = box["width"] / (size - 1 + 2 * MARGIN)
    return box["x"] + (x + MARGIN) * cell, box["y"] + (y + MARGIN) * cell


def place(page: Page, x: int, y: int, size: int = 15, tap: bool = False) -> None:
    """Click a point of the board, or tap it on a touch screen."""
    if tap:
        page.touchscreen.tap(*at(page, x, y, size))
    else:
        page.mouse.click(*at(page, x, y, size))


def stones(page: Page, count: int) -> None:
    """Wait until this many stones are on the board and the server has sent the facts."""
    expect(page.locator("#board g .stone:not(.ghost):not(.hover)")).to_have_count(count)


def begin(page: Page, **choices: str) -> None:
    page.click("#new-game")
    page.locator("#setup details").evaluate("details => (details.open = true)")
    for name, value in choices.items():
        page.select_option(f"#setup [name={name.replace('_', '-')}]", value)
    page.click("#setup button[value=start]")


def status(page: Page, text: str) -> None:
    """Wait until no engine is thinking and the status contains this text."""
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#status")).to_contain_text(text)


def paste(page: Page, text: str, moves: int = 0) -> None:
    page.click("#paste")
    page.fill("#paste-dialog textarea", text)
    page.click("#paste-dialog button[value=open]")
    expect(page.locator("#moves .move")).to_have_count(moves)


def test_a_whole_game_is_won_by_clicking(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        # on 20x20 a random move hits one of five points with probability 1/80
        begin(page, white="random", white_limit="0.2s", size="20")
        for number in range(5):
            status(page, "Black to move")
            place(page, 5 + number, 1, 20)
            if number < 4:
                stones(page, 2 * number + 2)
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
        assert box["width"] > 350


def test_the_analysis_is_shown_live(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8i9g7h7g8i8") as page:
        stones(page, 6)
        page.keyboard.press(" ")
        rows = page.locator("#best tbody tr")
        expect(rows.nth(1)).to_be_visible()
        expect(page.locator("#board .candidate.best")).to_have_count(1)
        page.check("[name=heat]")
        expect(page.locator("#board .heat").first).to_be_visible()
        page.check("[name=threats]")
        expect(page.locator("#board .threat").first).to_be_attached()
        expect(rows.nth(0).locator(".line")).not_to_be_empty()
        rows.nth(0).click()
        expect(page.locator("#board .ghost").nth(1)).to_be_visible()
        page.click("#add-line")
        stones(page, 7)
        page.keyboard.press(" ")
        expect(page.locator("#analyse")).to_have_text("Analyse")


def test_a_win_by_fours_is_played_through(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        paste(page, "freestyle 15 h8a1i8a3j8a5", 6)
        page.keyboard.press("End")
        stones(page, 6)
        page.click("#analyse")
        expect(page.locator(".forced")).to_contain_text("Black wins by fours")
        expect(page.locator(".summary")).to_contain_text("wins in")
        page.click(".forced button")
        stones(page, 7)
        page.keyboard.press("End")
        status(page, "Black wins.")


LOSING = "freestyle/15/h8i7g8f8i8j8h9a15h7a14h10h6h11"
"""White's a15 lets Black win."""


def test_a_review_judges_every_move(browser: Browser, site: str) -> None:
    with opened(browser, f"{site}#{LOSING}") as page:
        stones(page, 13)
        page.keyboard.press("Home")
        stones(page, 0)
        page.click("#review")
        expect(page.locator("#review")).to_have_text("Review")
        stones(page, 0)  # it does not move the person's position
        expect(page.locator("#moves .move[data-grade]")).to_have_count(13)
        blunder = page.locator('#moves [data-grade="blunder"]')
        expect(blunder).to_contain_text(["8. a15"])
        expect(page.locator('#graph text[data-grade="blunder"]')).not_to_have_count(0)
        expect(page.locator("#grades tbody tr").nth(1).locator("td").nth(5)).not_to_have_text("0")
        curve = page.locator("#graph .curve").get_attribute("d")
        assert curve
        assert curve.count("L") >= 11
        for _ in range(13):
            page.keyboard.press("e")
            if "a15" in page.locator("#verdict").inner_text():
                break
        expect(page.locator("#verdict")).to_contain_text("better")
        stones(page, 8)
        page.click("#show-better")
        expect(page.locator(".variation")).not_to_have_count(0)
        stones(page, 8)
        box = page.locator("#graph").bounding_box()
        assert box
        page.mouse.click(box["x"] + 30, box["y"] + 10)
        stones(page, 0)


def test_a_puzzle_is_solved_against_the_defence(browser: Browser, site: str) -> None:
    solution = puzzles(Rule.FREESTYLE, "vcf 3")[0]
    line = Vcf().search(solution)
    assert line
    with opened(browser, site) as page:
        page.click("#puzzles")
        page.select_option("#puzzle-dialog [name=grade]", "vcf 3")
        page.click("#puzzle-dialog button[value=start]")
        expect(page.locator("#puzzle")).to_contain_text("to move and win: by fours in 3")
        stones(page, solution.ply)
        place(page, *line[0], solution.size)
        stones(page, solution.ply + 2)
        solution.play(*line[0])
        last = page.locator("#board .last-mark")
        solution.play(*(int(last.get_attribute(name) or "") for name in ("cx", "cy")))
        place(page, *solution.threats(solution.to_move)["five"][0], solution.size)
        expect(page.locator("#puzzle-state")).to_have_text("Solved!")
        page.click("#puzzle-next")
        expect(page.locator("#puzzle-count")).to_contain_text("2 of")
        expect(page.locator("#puzzle-state")).to_have_text("Find the win.")


def test_a_wrong_move_of_a_puzzle_is_told_and_can_be_taken_back(
    browser: Browser, site: str
) -> None:
    with opened(browser, site) as page:
        page.click("#puzzles")
        page.select_option("#puzzle-dialog [name=grade]", "vcf 5")
        page.click("#puzzle-dialog button[value=start]")
        board = puzzles(Rule.FREESTYLE, "vcf 5")[0]
        stones(page, board.ply)
        place(page, 0, 0, board.size)
        expect(page.locator("#puzzle-state")).to_contain_text("lets the win go")
        page.click("#puzzle-again")
        stones(page, board.ply)
        expect(page.locator("#puzzle-state")).to_have_text("Find the win.")


def test_a_missed_win_of_a_review_becomes_a_puzzle(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8h9i8i9j8j9a1") as page:
        stones(page, 7)
        page.click("#review")
        expect(page.locator('#moves [data-grade="missed win"]')).to_have_count(1)
        page.click("#puzzles")
        page.select_option("#puzzle-dialog [name=source]", "own")
        page.click("#puzzle-dialog button[value=start]")
        expect(page.locator("#puzzle")).to_contain_text("Black to move and win: a win you missed")
        stones(page, 6)


def test_a_file_is_opened_branched_annotated_and_saved(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        text = "(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob];B[hh]C[well];W[ii];B[gg])"
        file: FilePayload = {"name": "g.sgf", "mimeType": "text/plain", "buffer": text.encode()}
        page.set_input_files("#file", files=[file])
        expect(page.locator("#player-black b")).to_have_text("Ann")
        page.keyboard.press("ArrowRight")
        stones(page, 1)
        expect(page.locator("#comment")).to_have_value("well")
        place(page, 3, 3)
        stones(page, 2)
        page.fill("#comment", "another way")
        expect(page.locator(".variation")).to_have_count(1)
        with page.expect_download() as download:
            page.click("#save-sgf")
        tree = read(download.value.path().read_bytes(), Rule.CARO)
        assert tree.rule is Rule.RENJU
        assert {(n.parent, n.x, n.y, n.comment) for n in tree.nodes} == {
            (0, 7, 7, "well"),
            (1, 8, 8, ""),
            (2, 6, 6, ""),
            (1, 3, 3, "another way"),
        }
        with page.expect_download() as download:
            page.click("#save-psq")
        assert len(from_psq(download.value.path().read_text())[1]) == 3
        page.keyboard.press("Escape")
        page.locator("h1").click()
        page.keyboard.press("Delete")
        stones(page, 1)
        expect(page.locator(".variation")).to_have_count(0)


def test_an_invalid_game_is_explained(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        paste(page, "hello <b>you</b>")
        expect(page.locator("#notice")).to_contain_text("this game cannot be shown")
        expect(page.locator("#notice b")).to_have_count(0)


def test_a_link_leads_to_the_same_position(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        paste(page, "renju 13 g7h8", 2)
        page.keyboard.press("End")
        stones(page, 2)
        page.click("#share")
        expect(page.locator("#notice")).to_contain_text("copied")
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == f"{site}#renju/13/g7h8"
        page.goto("about:blank")
        page.goto(link)
        stones(page, 2)
        status(page, "Black to move · renju · 13")


def test_a_game_survives_a_reload(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human", size="9")
        place(page, 4, 4, 9)
        stones(page, 1)
        page.reload()
        stones(page, 1)
        status(page, "White to move")
        page.evaluate("addEventListener('pagehide', () => localStorage['fukumi.game'] = '{}')")
        page.reload()
        stones(page, 0)
        status(page, "Black to move")


def test_forbidden_points_are_marked_and_refused(browser: Browser, site: str) -> None:
    with opened(browser, site + "#renju/15/h7a1h9a3g8a5i8c1") as page:
        stones(page, 8)
        expect(page.locator("#board .forbidden")).to_have_count(1)
        place(page, 7, 7)
        expect(page.locator("#notice")).to_contain_text("h8 is forbidden to Black: double three")
        stones(page, 8)


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


def test_engine_against_engine(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(
            page, black="heuristic", black_limit="0.2s", white="Fukumi", white_limit="1v", size="9"
        )
        expect(page.locator("#status")).to_have_text(re.compile("wins|draw"))


def test_the_keyboard_alone_plays(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human")
        page.focus("#board")
        for key in ("ArrowUp", "ArrowLeft", "Enter"):
            page.keyboard.press(key)
        stones(page, 1)
        expect(page.locator("#moves")).to_contain_text("1. g8")


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


@pytest.mark.parametrize("width", [390, 1000, 1280, 1920])
def test_no_verdict_is_cut_off(browser: Browser, site: str, width: int) -> None:
    with opened(browser, site + "#freestyle/15/h8i9h9i8h10i10") as page:
        page.set_viewport_size({"width": width, "height": 800})
        stones(page, 6)
        page.click("#analyse")
        cells = page.locator("#best td.chance")
        expect(cells.first).to_have_text(re.compile("(wins|loses) in"))
        cells.first.evaluate("cell => (cell.textContent = 'loses in 126')")
        assert cells.first.evaluate("cell => cell.scrollWidth <= cell.clientWidth")


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


def test_marks_on_the_board_are_explained(browser: Browser, site: str) -> None:
    with opened(browser, site + "#renju/15/h7a1h9a3g8a5i8c1") as page:
        stones(page, 8)
        legend = page.locator("#legend li")
        expect(legend).to_have_text(["forbidden to Black"])
        page.click("#analyse")
        expect(page.locator("#legend")).to_contain_text(re.compile("wins in [0-9]+ moves|percent"))
        page.uncheck("[name=candidates]")
        page.check("[name=threats]")
        expect(legend.filter(has_text="threat here")).not_to_have_count(0)
        page.check("[name=candidates]")
        # a threat on a best move stays visible: it is drawn later
        classes = page.eval_on_selector_all(
            "#board .candidate, #board .threat", "all => all.map(m => m.classList[0])"
        )
        assert classes == sorted(classes)
        assert set(classes) == {"candidate", "threat"}


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


def test_a_file_of_several_games_lets_choose(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        text = "(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[ii])(;GM[4]SZ[15]PB[Cleo]PW[Dan];B[aa])"
        file: FilePayload = {"name": "g.sgf", "mimeType": "text/plain", "buffer": text.encode()}
        page.set_input_files("#file", files=[file])
        expect(page.locator("#games h2")).to_have_text("Games of the file")
        expect(page.locator("#games tbody tr")).to_have_count(2)
        page.fill("#games input", "dan")
        expect(page.locator("#games tbody tr")).to_have_count(1)
        page.click("#games tbody tr")
        expect(page.locator("#player-black b")).to_have_text("Cleo")
        expect(page.locator("#moves .move")).to_have_count(1)


def test_a_recorded_game_shows_its_evaluations_not_their_text(browser: Browser, site: str) -> None:
    text = (
        "(;GM[4]SZ[15];B[hh]C[90 ms\nMESSAGE visits 1200 value +0.250 pv h8 i9 rule caro]"
        ";W[ii]C[70 ms\nMESSAGE visits 900 value -0.500 pv i9 rule caro\nnice])"
    )
    with opened(browser, site) as page:
        file: FilePayload = {"name": "g.sgf", "mimeType": "text/plain", "buffer": text.encode()}
        page.set_input_files("#file", files=[file])
        expect(page.locator("#moves .move")).to_have_count(2)
        expect(page.locator("#graph .curve")).to_have_count(1)
        expect(page.locator("#best tbody tr")).to_contain_text(["h8"])
        expect(page.locator(".summary")).to_have_text("Black: 63 % · 1,200 visits")
        page.keyboard.press("End")
        expect(page.locator("#comment")).to_have_value("nice")
        expect(page.locator("#said")).to_have_text("Took 0.07 s.")
        page.reload()
        stones(page, 2)
        expect(page.locator("#comment")).to_have_value("nice")
        with page.expect_download() as download:
            page.click("#save-sgf")
        again = read(download.value.path().read_bytes(), Rule.CARO)
        assert again.nodes[1].comment.endswith("pv i9 rule caro\nnice")


def test_games_of_a_tournament_are_browsed(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.click("#browse")
        expect(page.locator("#games tbody tr")).to_have_count(2)
        page.fill("#games input", "cleo")
        expect(page.locator("#games tbody tr")).to_have_count(1)
        page.click("#games tbody tr")
        expect(page.locator("#player-black b")).to_have_text("Cleo")
        page.keyboard.press("ArrowRight")
        stones(page, 1)


def test_a_page_with_a_token_connects_to_its_server(browser: Browser) -> None:
    with (
        served(application(available_players([]), token="a-secret")) as address,
        opened(browser, f"{address}a-secret/#renju/15/h8i9") as page,
    ):
        stones(page, 2)
        page.click("#analyse")
        expect(page.locator("#best tbody tr")).not_to_have_count(0)
        page.reload()
        stones(page, 2)
