"""The page in a browser: analysis, reviews and puzzles."""

import re
from contextlib import AbstractContextManager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from board.game_files import read
from board.players import available_players, first_chosen
from board.puzzles import puzzles
from board.server import application
from core.game.rules import Rule
from core.threats.vcf import Vcf
from tests.board.page_driver import begin, open_sgf, opened, paste, place, served, status, stones
from tests.board.talk import engine
from tests.browser import needs_browser

pytestmark = needs_browser


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


def test_a_turn_of_the_board_takes_a_chosen_line_off_it(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8i9") as page:
        stones(page, 2)
        page.click("#analyse")
        expect(page.locator("#best tbody tr").nth(1)).to_be_visible()
        page.click("#analyse")
        page.locator("#best tbody tr").nth(1).click()
        expect(page.locator("#add-line")).to_be_enabled()
        page.mouse.move(1, 1)
        page.keyboard.press("o")
        expect(page.locator("#add-line")).to_be_disabled()
        expect(page.locator("#best tr.pinned")).to_have_count(0)


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
        page.keyboard.press("e")
        expect(page.locator("#notice")).to_be_hidden()  # nothing is said about mistakes yet
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
        page.keyboard.press("p")
        expect(page.locator("#puzzle-dialog [name=grade]")).to_have_value("vcf 3")


def test_a_puzzle_ends_if_its_position_is_deleted(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.click("#puzzles")
        page.click("#puzzle-dialog button[value=start]")
        expect(page.locator("#puzzle-state")).to_have_text("Find the win.")
        count = page.locator("#moves .move").count()
        page.keyboard.press("Delete")
        stones(page, count - 1)
        expect(page.locator("#puzzle")).to_be_hidden()
        expect(page.locator("#player-black b")).to_have_text("Human")
        expect(page.locator("#player-white b")).to_have_text("Human")


def test_a_puzzle_that_comes_late_is_not_shown(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.click("#puzzles")
        page.click("#puzzle-dialog button[value=start]")
        expect(page.locator("#puzzle-state")).to_have_text("Find the win.")
        # both at once, before the reply can come
        page.evaluate(
            "for (const id of ['next', 'end']) document.getElementById(`puzzle-${id}`).click()"
        )
        begin(page, white="Human", size="9")
        place(page, 4, 4, 9)
        stones(page, 1)
        expect(page.locator("#puzzle")).to_be_hidden()
        expect(page.locator("#notice")).to_be_hidden()


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
        page.reload()
        expect(page.locator("#puzzle-state")).to_contain_text("lets the win go")
        page.keyboard.press("u")
        stones(page, board.ply)
        expect(page.locator("#puzzle-state")).to_have_text("Find the win.")
        page.keyboard.press("r")
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


def test_a_game_is_turned_with_its_review(browser: Browser, site: str) -> None:
    with opened(browser, f"{site}#{LOSING}") as page:
        stones(page, 13)
        page.click("#review")
        expect(page.locator("#moves .move[data-grade]")).to_have_count(13)
        page.keyboard.press("o")
        # the upper left corner comes to the right
        expect(page.locator("#moves")).to_contain_text("8. o15")
        page.keyboard.press("x")
        expect(page.locator("#moves")).to_contain_text("8. a15")
        stones(page, 13)
        expect(page.locator("#moves .move[data-grade]")).to_have_count(13)
        expect(page.locator("#value-bar")).to_have_attribute("aria-valuenow", "100")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_page_is_accessible(browser: Browser, site: str, phone: bool, theme: str) -> None:
    axe = Axe()
    with opened(browser, f"{site}#{LOSING}", phone) as page:
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        stones(page, 13)
        page.click("#review")
        expect(page.locator("#moves .move[data-grade]")).to_have_count(13)
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()
        page.click("#new-game")
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()


def test_an_invalid_game_is_explained(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        paste(page, "hello <b>you</b>")
        expect(page.locator("#notice")).to_contain_text("This game cannot be shown")
        expect(page.locator("#notice b")).to_have_count(0)


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


def test_a_recorded_game_shows_its_evaluations_not_their_text(browser: Browser, site: str) -> None:
    text = (
        "(;GM[4]SZ[15];B[hh]C[90 ms\nMESSAGE visits 1200 value +0.250 pv h8 i9 rule caro]"
        ";W[ii]C[70 ms\nMESSAGE visits 900 value -0.500 pv i9 rule caro\nnice])"
    )
    with opened(browser, site) as page:
        open_sgf(page, text)
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


TELLING = engine("tells", "MESSAGE_ev_40_pv_a15_b14")


def served_with(*engines: str) -> AbstractContextManager[str]:
    players = available_players(engines)
    return served(application(players, second=first_chosen(engines)))


def test_a_second_engine_is_shown_beside_the_analysis(browser: Browser) -> None:
    with served_with(TELLING) as address, opened(browser, address + "#freestyle/15/h8i9") as page:
        stones(page, 2)
        expect(page.locator("#second")).to_have_value("tells")
        page.click("#analyse")
        second = page.locator("#best tr.second")
        expect(second).to_contain_text("a15")
        move = second.locator("td.move")
        assert move.evaluate("cell => cell.scrollWidth <= cell.clientWidth"), "the move is cut off"
        expect(second.locator(".line")).to_have_text("b14")
        expect(second).to_have_attribute("title", re.compile("^tells: a15 · [0-9]+ % · ev 40$"))
        expect(page.locator("#best tbody tr:not(.second)").nth(1)).to_be_visible()
        expect(page.locator("#board .opinion rect")).to_have_attribute("x", "-0.45")
        expect(page.locator("#legend")).to_contain_text("the second engine's move")
        second.click()
        expect(page.locator("#board .ghost")).to_have_count(2)
        second.click()
        page.select_option("#second", "")
        expect(page.locator("#board .opinion")).to_have_count(0)
        expect(second).to_have_count(0)
        page.reload()
        expect(page.locator("#second")).to_have_value("tells")  # the command line's


def test_the_board_frames_a_move_that_both_engines_choose(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8a1i8a3j8a5k8") as page:
        stones(page, 7)
        page.select_option("#second", "heuristic")  # it starts the analysis
        expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#board .opinion.frame")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        stones(page, 6)
        expect(page.locator("#best tr.second")).to_contain_text(re.compile("g8|k8"))


@pytest.mark.parametrize(
    ("name", "complaint"), [("dies_at_start", "dies_at_start has failed"), ("plays_taken", "taken")]
)
def test_a_broken_second_engine_is_explained_beside_the_analysis(
    browser: Browser, name: str, complaint: str
) -> None:
    with (
        served_with(engine(name)) as address,
        opened(browser, address + "#freestyle/15/a15") as page,
    ):
        stones(page, 1)
        page.click("#analyse")
        expect(page.locator("#second-state.failed")).to_contain_text(complaint)
        expect(page.locator("#best tbody tr").nth(0)).to_be_visible()
        expect(page.locator("#notice")).to_be_hidden()


def test_an_engine_that_fails_to_move_is_named_until_there_is_a_move(browser: Browser) -> None:
    with served_with(engine("plays_taken")) as address, opened(browser, address) as page:
        begin(page, black="Human", white="plays_taken")
        place(page, 7, 7)
        status(page, "taken")
        expect(page.locator("#notice")).to_be_hidden()
        status(page, "plays_taken")
        page.keyboard.press("u")
        status(page, "Black to move")


def test_the_opening_of_a_recorded_game_is_not_judged(browser: Browser, site: str) -> None:
    text = "(;GM[4]SZ[15];B[aa]C[opening];W[oo]C[opening];B[hh]C[9 ms];W[gh]C[5 ms])"
    with opened(browser, site) as page:
        open_sgf(page, text)
        expect(page.locator("#moves .move")).to_have_count(4)
        page.click("#review")
        expect(page.locator("#review")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#moves .move[data-grade]")).to_have_text(
            [re.compile("3. h8"), re.compile("4. g8")]
        )
        open_sgf(page, "(;GM[4]SZ[15];B[aa]C[opening])")
        expect(page.locator("#moves .move")).to_have_count(1)
        page.click("#review")
        expect(page.locator("#notice")).to_contain_text("There is no move to review")


def test_a_game_that_goes_on_after_its_end_is_reviewed(browser: Browser, site: str) -> None:
    moves = "B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea];W[eo];B[fa]"
    with opened(browser, site) as page:
        open_sgf(page, f"(;GM[4]SZ[15];{moves})")
        expect(page.locator("#moves .move")).to_have_count(11)
        page.click("#review")
        expect(page.locator("#moves .move[data-grade]")).to_have_count(9)
        expect(page.locator("#review")).to_have_attribute("aria-pressed", "false")
        overline = "B[aa];W[ao];B[ba];W[co];B[ca];W[eo];B[ea];W[go];B[fa];W[io];B[ga];W[ko];B[da]"
        open_sgf(page, f"(;GM[4]SZ[15]RU[renju];{overline};W[oo])")
        expect(page.locator("#moves .move")).to_have_count(14)
        page.click("#review")
        expect(page.locator("#moves .move[data-grade]")).to_have_count(13)
        expect(page.locator("#review")).to_have_attribute("aria-pressed", "false")
