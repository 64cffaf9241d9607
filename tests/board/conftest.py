"""Fixtures of the board's tests."""

from collections.abc import Iterator

import pytest

from board import players, swap2_engine
from tests.patience import PATIENCE
from tournaments.engine import client


@pytest.fixture(scope="module", autouse=True)
def _lenient_clocks() -> Iterator[None]:
    """Keep engines that a busy machine delays from failing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "TOLERANCE", PATIENCE)
        patch.setattr(swap2_engine, "START_GRACE", PATIENCE)
        patch.setattr(swap2_engine, "ANSWER_GRACE", PATIENCE)
        patch.setattr(client, "START_GRACE", PATIENCE)
        yield
