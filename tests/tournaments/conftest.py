"""Fixtures of the tournament tests."""

import uuid

import pytest
from hypothesis import settings

from tests.patience import PATIENCE
from tests.tournaments.engines import TEST_MARK
from tournaments.engine import client

settings.register_profile("any machine", deadline=None)  # a busy machine has its pauses
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def _mark_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `leftovers` tell this test's engines from those of tests running at the same time."""
    monkeypatch.setenv(TEST_MARK, uuid.uuid4().hex)


@pytest.fixture(autouse=True)
def _lenient_starts_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the engines of games in this process ample time to start and to exit."""
    monkeypatch.setattr(client, "START_GRACE", PATIENCE)
    monkeypatch.setattr(client, "EXIT_GRACE", PATIENCE)
