"""What tests of tournaments share."""

import uuid

import pytest

from tests.tournaments.engines import TEST_MARK


@pytest.fixture(autouse=True)
def _mark_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets `leftovers` tell this test's engines from those of a test running beside it."""
    monkeypatch.setenv(TEST_MARK, uuid.uuid4().hex)
