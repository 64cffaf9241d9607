"""A real browser for the tests of pages, where there is one."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.patience import PATIENCE_MS

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)

needs_browser = pytest.mark.skipif(_CHROMIUM is None, reason="no Chromium on this machine")


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Start Chromium, and let all that is expected of its pages take as long as it takes."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=_CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE_MS
        )
        yield chromium
        chromium.close()
