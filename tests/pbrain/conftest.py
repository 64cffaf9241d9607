"""Settings that tests of the brain share."""

import pytest

from pbrain.request import Request
from pbrain.thinker import Thinker
from tests.patience import PATIENCE


@pytest.fixture
def lenient_watchdog(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the watchdog from answering for a search that a busy machine delays.

    A test with the fixture `strict_watchdog` keeps the true one.
    """
    guard = Thinker._guard

    def late(self: Thinker, asked: Request, due: float, why: str) -> None:
        guard(self, asked, due + PATIENCE, why)

    if "strict_watchdog" not in request.fixturenames:
        monkeypatch.setattr(Thinker, "_guard", late)


@pytest.fixture
def strict_watchdog() -> None:
    """Let the watchdog answer in time, for tests of a search that is late."""
