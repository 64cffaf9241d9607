"""Pictures of README.md and docs/, and the icons of the board's page.

`python -m tests.documentation.pictures` makes them again. Needs Chromium and a
minute. Screenshots are of the real pages with real games and searches.
"""

from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from board.players import available_players
from board.server import PAGE, application
from fukumi.command_line import main as fukumi
from tests.board.page_driver import opened, served, stones
from tests.browser import running_browser
from tests.documentation.drawings import DRAWINGS
from tests.documentation.guides import REVIEWED

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

MIDDLE_GAME = "#freestyle/15/h8h11i10h5g8i8g9g10e8f8f11e10k11g7e9f7"
WON = "#freestyle/15/g8a1i8o1h7a15h9o15"
ENGINES = ("fukumi", "heuristic", "alphabeta depth=4", "puremcts")


def make(folder: Path, clock: str = "0/0.3", seconds: float = 4.0) -> None:
    """Write all pictures to a folder.

    Args:
        clock: time control of the games of the report.
        seconds: duration of the analyses.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in DRAWINGS.items():
        (folder / name).write_text(draw(), encoding="utf-8")
    with running_browser() as browser:
        with served(application(available_players([]), None)) as address:
            _board(browser, address + MIDDLE_GAME, seconds, folder / "board.png")
            _board(browser, address + WON, seconds, folder / "proof.png", best_line=True)
            _review(browser, f"{address}#freestyle/15/{REVIEWED}", folder / "review.png")
        _report(browser, folder, clock)


def _board(
    browser: Browser,
    address: str,
    seconds: float,
    out: Path,
    best_line: bool = False,
) -> None:
    """Save the board with an analysis of the linked position."""
    with opened(browser, address) as page:
        stones(page, sum(letter.isalpha() for letter in address.rpartition("/")[2]))
        page.click("#analyse")
        best = page.locator("#best tbody tr").nth(0)
        expect(best).to_be_visible()
        page.check("[name=heat]")
        page.check("[name=threats]")
        page.wait_for_timeout(1000 * seconds)
        page.click("#analyse")
        if best_line:
            best.click()
        page.mouse.move(0, 0)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=out)


def _review(browser: Browser, address: str, out: Path) -> None:
    """Save the review of the linked game at its first blunder."""
    with opened(browser, address) as page:
        plies = sum(letter.isalpha() for letter in REVIEWED)
        stones(page, plies)
        page.click("#review")
        expect(page.locator("#moves .move[data-grade]")).to_have_count(plies)
        page.locator('#moves [data-grade="blunder"]').first.click()
        expect(page.locator("#verdict")).to_contain_text("blunder")
        page.mouse.move(0, 0)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=out)


def _report(browser: Browser, folder: Path, clock: str) -> None:
    """Save the report of a small tournament of bundled bots."""
    games, html = folder / "games", folder / "report.html"
    engines = [word for name in ENGINES for word in ("--engine", f"cmd={name}")]
    run(["tournament", "run", str(games), *engines, "--each", f"tc={clock}", "--rounds", "2"])
    run(["tournament", "report", str(games), "--out", str(html), "--title", "Four bots"])
    for file in games.iterdir():
        file.unlink()
    games.rmdir()
    page = browser.new_page(viewport={"width": 1280, "height": 620})
    page.goto(html.as_uri())
    page.wait_for_timeout(500)
    page.screenshot(path=folder / "report.png")
    page.close()
    html.unlink()


def make_icons(folder: Path) -> None:
    """Write the page's icon as pictures, as browsers need them to install it.

    A maskable icon fills its square, and what it shows stays within a circle.
    """
    drawing = (PAGE / "icon.svg").read_text()
    start, end = drawing.index("<circle"), drawing.index("</svg>")
    whole = drawing.replace(' rx="6"', "")
    smaller = (
        f'<g transform="translate(16 16) scale(.85) translate(-16 -16)">{drawing[start:end]}</g>'
    )
    maskable = whole.replace(drawing[start:end], smaller)
    folder.mkdir(exist_ok=True)
    with running_browser() as browser:
        for name, svg, size in (
            ("192", drawing, 192),
            ("512", drawing, 512),
            ("maskable-512", maskable, 512),
        ):
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
            page.close()


def run(words: list[str]) -> None:
    """Run a command of ours.

    Raises:
        AssertionError: it failed.
    """
    done = CliRunner().invoke(fukumi, words)
    assert done.exit_code == 0, done.output


if __name__ == "__main__":
    make(FOLDER)
    make_icons(PAGE / "icons")
