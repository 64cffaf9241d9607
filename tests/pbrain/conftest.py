"""Fixtures of the brain's tests."""

import pytest

from pbrain.request import Request
from pbrain.thinker import Thinker
from tests.patience import PATIENCE


@pytest.fixture
def lenient_watchdog(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the watchdog from answering for a search that a busy machine delays.

    A test with the fixture `strict_watchdog` keeps the real one.
    """
    guard = Thinker._guard

    def late(self: Thinker, asked: Request, due: float, why: str) -> None:
        guard(self, asked, due + PATIENCE, why)

    if "strict_watchdog" not in request.fixturenames:
        monkeypatch.setattr(Thinker, "_guard", late)


@pytest.fixture
def strict_watchdog() -> None:
    """Keep the real watchdog, for tests of a late search."""
