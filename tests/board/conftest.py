"""Fixtures of the board's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from board import players, swap2_engine
from board.game_browser import TournamentGames
from board.players import available_players
from board.server import application
from tests.board.live import RunningTournament, running
from tests.board.page_driver import served
from tests.browser import running_browser
from tests.patience import PATIENCE
from tests.tournaments.samples import sample
from tournaments.engine import client
from tournaments.records.records import to_json


@pytest.fixture(scope="module", autouse=True)
def _lenient_clocks() -> Iterator[None]:
    """Keep engines that a busy machine delays from failing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "TOLERANCE", PATIENCE)
        patch.setattr(swap2_engine, "ANSWER_GRACE", PATIENCE)
        patch.setattr(client, "START_GRACE", PATIENCE)
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a running server with a tournament of two games."""
    path = tmp_path_factory.mktemp("tournament") / "games.jsonl"
    path.write_text(f"{to_json(sample(1))}\n{to_json(sample(2, black='Cleo'))}\n")
    with served(application(available_players([]), TournamentGames(path))) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as chromium:
        yield chromium


@pytest.fixture
def tournament(tmp_path: Path) -> Iterator[RunningTournament]:
    """Begin a tournament that a test plays as it likes."""
    with running(tmp_path / "robin") as one:
        yield one
