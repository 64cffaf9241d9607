"""Protocol engines as players at the board."""

import pytest

from board.board_error import BoardError
from board.players import EnginePlayer, available_players
from core.game.board import Board
from core.search.time_management import Limits
from tests.board.talk import engine
from tests.patience import wait_until
from tournaments.engine import client
from tournaments.engine.process import EngineProcess


def test_a_stop_while_a_program_is_being_started_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    player = EnginePlayer(available_players([engine("never_start", tolerance=1.0)])["never_start"])
    started: list[EngineProcess] = []

    def start_slowly(command: tuple[str, ...], directory: str | None, _log: None) -> EngineProcess:
        player.cancel()
        started.append(EngineProcess(command, directory))
        return started[0]

    monkeypatch.setattr(client, "EngineProcess", start_slowly)
    monkeypatch.setattr(client, "START_GRACE", 1.0)
    with pytest.raises(BoardError, match="never_start: was closed before it ran"):
        player.move(Board(15), Limits(1.0))
    wait_until(lambda: started[0].exit_code is not None)
