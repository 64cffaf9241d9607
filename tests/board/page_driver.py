"""The board's page in a browser: opened, clicked, and waited for."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from playwright.sync_api import Browser, FilePayload, Page, expect
from starlette.applications import Starlette

from board.server import LIMITS
from tests.patience import PATIENCE, PATIENCE_MS

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 800}
MARGIN = 1.1
"""Margin of the drawn board, in cells, as in page/board.js."""


@contextmanager
def served(app: Starlette, port: int = 0) -> Iterator[str]:
    """Yield the address of an application while it is served."""
    listening = socket.create_server(("localhost", port))
    config = uvicorn.Config(app, log_level="warning", **{**LIMITS, "ws_ping_timeout": PATIENCE})
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield f"http://localhost:{listening.getsockname()[1]}/"
    server.should_exit = True
    thread.join()


@contextmanager
def opened(
    browser: Browser,
    address: str,
    phone: bool = False,
    language: str = "en-US",
    ready: str = "#setup [name=rule] option",
) -> Iterator[Page]:
    """Yield the page, in which no script may fail, once it has elements of the selector `ready`."""
    context = browser.new_context(
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
        has_touch=phone,
        is_mobile=phone,
        locale=language,
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(PATIENCE_MS)
    failures: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(address)
    expect(page.locator(ready)).not_to_have_count(0)
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


def open_sgf(page: Page, text: str) -> None:
    file: FilePayload = {"name": "g.sgf", "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("#file", files=[file])


def kept_game(page: Page) -> dict[str, Any]:
    """Return the game as the page has stored it so far."""
    text = page.evaluate("sessionStorage['fukumi.game'] ?? '{\"moves\": []}'")
    kept: dict[str, Any] = json.loads(text)
    return kept


def keep_game(page: Page, kept: dict[str, Any]) -> None:
    """Replace the stored game before the page is loaded again."""
    text = json.dumps(json.dumps(kept))
    page.add_init_script(f"sessionStorage['fukumi.game'] = {text}")
