"""Looking through the games of a tournament."""

from pathlib import Path

import pytest

from board.errors import BoardError
from board.games import PAGE, Games
from core.rules import Rule
from tests.board.talk import page, server
from tournaments.model import GameRecord, Reason, Result, TimedMove
from tournaments.records import RecordFolder, to_json


def record(number: int, black: str = "Ann", white: str = "Bob") -> GameRecord:
    return GameRecord(
        number=number,
        round=1,
        black=black,
        white=white,
        rule=Rule.STANDARD,
        size=15,
        opening_plies=0,
        moves=(TimedMove(7, 7, 11), TimedMove(number % 7, 0, 12)),
        result=Result.WHITE,
        reason=Reason.TIME,
        detail="Ann loses: no move within 1 s",
        started="2026-01-01T00:00:00+00:00",
    )


def test_games_are_listed_by_player_and_opened(tmp_path: Path) -> None:
    folder = RecordFolder(tmp_path)
    folder.add(record(1))
    folder.add(record(2, black="Cleo"))
    with server(games=Games(tmp_path)) as client, page(client) as one:
        assert one.hello["games"]
        listed = one.ask("games", find="cleo", offset=0)
        assert [(game["number"], game["index"]) for game in listed["games"]] == [(2, 1)]
        tree = one.ask("game", index=1)
        assert (tree["black"], tree["rule"]) == ("Cleo", "standard")
        assert [node["move"] for node in tree["nodes"]] == [[7, 7], [2, 0]]
        assert "no move within" in tree["comment"]
        assert "there is no game 2" in one.ask("game", index=2)["text"]


def test_a_game_finished_meanwhile_is_seen_and_one_half_written_is_not(tmp_path: Path) -> None:
    folder = RecordFolder(tmp_path)
    games = Games(tmp_path)
    assert games.rows("", 0)["total"] == 0
    folder.add(record(1))
    with (tmp_path / "games.jsonl").open("a") as log:
        log.write(to_json(record(2))[:50])
    assert games.rows("", 0)["total"] == 1


def test_long_lists_come_in_parts(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(to_json(record(n)) + "\n" for n in range(PAGE + 3)))
    games = Games(path)
    assert len(games.rows("", 0)["games"]) == PAGE
    assert len(games.rows("", PAGE)["games"]) == 3
    assert games.rows("", 0)["total"] == PAGE + 3


def test_a_folder_without_games_and_a_broken_log_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="cannot read games"):
        Games(tmp_path)
    (tmp_path / "games.jsonl").write_text("{}\n" + to_json(record(1)) + "\n")
    with pytest.raises(BoardError, match="line 1"):
        Games(tmp_path)
