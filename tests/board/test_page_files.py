"""The page in a browser: files, links, pictures and lists of games."""

import base64
import struct

import pytest
from playwright.sync_api import Browser, expect

from board.game_files import read
from board.players import available_players
from board.server import application
from core.game.rules import Rule
from tests.board.page_driver import begin, open_sgf, opened, paste, place, served, status, stones
from tests.browser import needs_browser
from tournaments.records.records import from_psq

pytestmark = needs_browser


def test_pictures_of_the_board_are_saved(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8i9") as page:
        stones(page, 2)
        with page.expect_download() as download:
            page.click("#save-svg")
        drawing = download.value.path().read_text()
        assert drawing.count("url(#black-stone)") == 1
        assert "http://localhost" not in drawing
        with page.expect_download() as download:
            page.click("#save-png")
        data = download.value.path().read_bytes()
        assert data.startswith(b"\x89PNG")
        assert struct.unpack(">II", data[16:24]) == (1200, 1200)


FRAMES = """async ([data, points]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
  await Promise.all([decoder.tracks.ready, decoder.completed]);
  const track = decoder.tracks.selectedTrack;
  const frames = [];
  for (let frameIndex = 0; frameIndex < track.frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const cell = canvas.width / 16.2;
    const lights = points.map(([x, y]) => {
      const at = (n) => Math.round((n + 1.3) * cell);
      const [red, green, blue] = context.getImageData(at(x), at(y), 1, 1).data;
      return red + green + blue;
    });
    frames.push({ ms: image.duration / 1000, width: canvas.width, lights });
  }
  return { frames, again: track.repetitionCount };
}"""


def test_a_game_is_saved_as_an_animation(browser: Browser, site: str) -> None:
    with opened(browser, site + "#freestyle/15/h8i9j10") as page:
        stones(page, 3)
        page.keyboard.press("ArrowLeft")
        stones(page, 2)
        with page.expect_download() as download:
            page.click("#save-gif")
        assert download.value.suggested_filename == "fukumi-freestyle-15.gif"
        data = base64.b64encode(download.value.path().read_bytes()).decode()
        shown = page.evaluate(FRAMES, [data, [[7, 7], [8, 6], [9, 5], [3, 9]]])
        frames = shown["frames"]
        assert [frame["ms"] for frame in frames] == [700, 700, 700, 4000]  # the whole line
        assert {frame["width"] for frame in frames} == {640}
        assert shown["again"] is None or shown["again"] > 1000  # for ever
        for number, frame in enumerate(frames):
            black, white, third, free = (frame["lights"][i] for i in range(4))
            wood = frames[0]["lights"]
            assert free == pytest.approx(wood[3], abs=6)
            assert (black < 200) == (number > 0)
            assert (white > 620) == (number > 1)
            assert (third < 200) == (number > 2)
        stones(page, 2)
        expect(page.locator(".drawing")).to_have_count(0)


def test_a_file_is_opened_branched_annotated_and_saved(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        text = "(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob];B[hh]C[well];W[ii];B[gg])"
        open_sgf(page, text)
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


def test_a_copied_link_does_not_undo_the_moves_after_it(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human", size="9")
        place(page, 4, 4, 9)
        stones(page, 1)
        page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject())")
        page.click("#share")
        expect(page.locator("#notice")).to_contain_text("address")
        expect(page).to_have_url(f"{site}#freestyle/9/e5")
        page.fill("#comment", "centre")
        page.reload()  # what the link does not hold is kept too
        stones(page, 1)
        expect(page.locator("#comment")).to_have_value("centre")
        place(page, 3, 3, 9)
        stones(page, 2)
        expect(page).to_have_url(site)
        page.reload()
        stones(page, 2)


def test_a_damaged_link_is_explained(browser: Browser, site: str) -> None:
    with opened(browser, f"{site}#renju/15/%E0%A4") as page:
        expect(page.locator("#notice")).to_contain_text("cannot be shown")
        place(page, 7, 7)
        stones(page, 2)  # a first visit plays against Fukumi


def test_a_text_that_is_too_long_is_refused(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        paste(page, "(" + 1_000_000 * ";")
        expect(page.locator("#notice")).to_have_text("The text is too long for a game.")


def test_a_position_that_the_rules_do_not_allow_is_explained(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        moves = "B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea];W[eo];B[fa]"  # goes on
        open_sgf(page, f"(;GM[4]SZ[15];{moves})")
        expect(page.locator("#moves .move")).to_have_count(11)
        page.locator("#moves .move").nth(8).click()
        status(page, "Black wins.")
        page.locator("#moves .move").nth(9).click()
        status(page, "move 10: e1: the game is over")
        page.locator("#moves .move").nth(8).click()
        status(page, "Black wins.")
        with page.expect_download():
            page.click("#save-gif")  # the whole line


def test_a_comment_being_written_stays_with_its_move(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        open_sgf(page, "(;GM[4]SZ[15];B[hh]C[first];W[ii]C[second])")
        expect(page.locator("#moves .move")).to_have_count(2)
        page.keyboard.press("ArrowRight")
        stones(page, 1)
        page.click("#comment")
        page.locator("#moves .move").nth(1).click()
        stones(page, 2)
        expect(page.locator("#comment")).to_have_value("second")
        page.keyboard.type("!")
        with page.expect_download() as download:
            page.click("#save-sgf")
        nodes = read(download.value.path().read_bytes(), Rule.CARO).nodes
        assert nodes[0].comment == "first"
        assert sorted(nodes[1].comment) == sorted("second!")


@pytest.mark.parametrize(
    ("keys", "point", "result"),
    [
        (("End", "ArrowLeft"), (3, 3), "B+R"),  # a variation
        (("End", "ArrowLeft", "ArrowLeft"), (3, 3), "B+R"),
        (("End",), (3, 3), ""),  # the game goes on
        (("End", "Delete"), None, ""),
    ],
)
def test_the_result_of_a_file_stays_with_its_moves(
    browser: Browser, site: str, keys: tuple[str, ...], point: tuple[int, int] | None, result: str
) -> None:
    with opened(browser, site) as page:
        open_sgf(page, "(;GM[4]SZ[15]RE[B+R];B[hh];W[ii];B[gg](;W[aa])(;W[bb]))")
        expect(page.locator("#moves .move")).to_have_count(5)
        for key in keys:
            page.keyboard.press(key)
        if point:
            expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
            place(page, *point)
            expect(page.locator("#moves .move")).to_have_count(6)
        else:
            expect(page.locator("#moves .move")).to_have_count(4)
        with page.expect_download() as download:
            page.click("#save-sgf")
        assert read(download.value.path().read_bytes(), Rule.CARO).result == result


@pytest.mark.parametrize(
    ("result", "text"),
    [("B+R", "black (resignation)"), ("W+", "White wins."), ("0", "draw"), ("?", "Black to move")],
)
def test_the_result_of_a_file_is_shown_at_its_end(
    browser: Browser, site: str, result: str, text: str
) -> None:
    with opened(browser, site) as page:
        open_sgf(page, f"(;GM[4]SZ[15]RE[{result}];B[hh];W[ii])")
        expect(page.locator("#moves .move")).to_have_count(2)
        status(page, "Black to move")
        page.keyboard.press("End")
        status(page, text)


def test_a_variation_at_a_leaf_keeps_the_result(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        open_sgf(page, "(;GM[4]SZ[15]RE[B+R];B[hh](;W[aa])(;W[bb]))")
        page.locator("#moves .move").nth(2).click()
        stones(page, 2)
        place(page, 3, 3)
        stones(page, 3)
        with page.expect_download() as download:
            page.click("#save-sgf")
        assert read(download.value.path().read_bytes(), Rule.CARO).result == "B+R"


def test_a_game_survives_a_reload(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        begin(page, white="Human", size="9")
        place(page, 4, 4, 9)
        stones(page, 1)
        page.reload()
        stones(page, 1)
        status(page, "White to move")
        page.evaluate("addEventListener('pagehide', () => sessionStorage['fukumi.game'] = '{}')")
        page.reload()
        stones(page, 0)
        status(page, "Black to move")


def test_a_file_of_several_games_lets_choose(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        text = "(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[ii])(;GM[4]SZ[15]PB[Cleo]PW[Dan];B[aa])"
        open_sgf(page, text)
        expect(page.locator("#games h2")).to_have_text("Games of the file")
        expect(page.locator("#games tbody tr")).to_have_count(2)
        page.fill("#games input", "dan")
        expect(page.locator("#games tbody tr")).to_have_count(1)
        page.click("#games tbody tr")
        expect(page.locator("#player-black b")).to_have_text("Cleo")
        expect(page.locator("#moves .move")).to_have_count(1)


def test_games_of_a_tournament_are_browsed(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.click("#browse")
        expect(page.locator("#ended tbody tr")).to_have_count(2)
        page.fill("#ended input", "cleo")
        expect(page.locator("#ended tbody tr")).to_have_count(1)
        page.click("#ended tbody tr")
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


def test_the_page_can_be_installed_as_an_app(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["url"] == f"{site}manifest.json"
        assert manifest["errors"] == []
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # a test's browser has no profile to install into
        assert {error["errorId"] for error in errors} <= {"in-incognito"}
