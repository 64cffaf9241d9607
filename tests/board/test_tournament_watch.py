"""The watch of a running tournament: its news, and what reading it costs."""

import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from board import game_browser, tournament_watch
from board.game_browser import TournamentGames
from board.server import viewers_application
from tests.board.live import FIVE, RunningTournament, move
from tests.board.talk import Page, page, server
from tournaments.model import Reason, Result
from tournaments.play.live_games import FoundGames, find_live_games
from tournaments.play.store import Store


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_watch, "INTERVAL", 0.01)


def news(one: Page, **wanted: object) -> dict[str, Any]:
    """Return the next news that has these values."""
    while True:
        reply = one.read()
        if reply["type"] == "news" and wanted.items() <= reply.items():
            return reply


def watched(one: Page) -> dict[str, Any]:
    one.say("watch", 5)
    return news(one)


def test_a_page_gets_the_games_under_way_and_then_what_changes(
    tournament: RunningTournament,
) -> None:
    asked = time.time()
    tournament.play(2, [move(7, 7), move(8, 8, 0.5)], asked)
    tournament.play(3, [move(1, 1)])
    with server(games=TournamentGames(tournament.folder)) as client, page(client) as one:
        first = watched(one)
        assert (first["live"], first["ended"], first["scheduled"]) == ([2, 3], 1, 40)
        assert [engine["name"] for engine in first["standings"]] == ["Ann", "Bob"]
        game = first["games"][0]
        assert (game["black"], game["white"], game["size"]) == ("Ann", "Bob", 15)
        assert game["moves"] == [[7, 7, 900, None], [8, 8, 900, 0.75]]
        assert game["clocks"]["black"] == {"left": 60.0, "turn": 5.0, "asked": asked}
        assert game["clocks"]["white"]["asked"] is None
        assert first["now"] >= asked
        tournament.play(3, [move(1, 1), move(2, 2, -0.2)])
        later = news(one)
        assert (later["live"], [game["number"] for game in later["games"]]) == ([2, 3], [3])
        assert "standings" not in later
        tournament.end(3)
        ended = news(one, ended=2)
        assert (ended["live"], ended["games"]) == ([2], [])
        assert ended["standings"][0]["score"] == [2, 0, 0]


def test_a_game_is_followed_from_move_to_move_to_its_end(tournament: RunningTournament) -> None:
    moves = [move(x, y, 0.1) for x, y in FIVE]
    tournament.play(2, moves[:3])
    with server(games=TournamentGames(tournament.folder)) as client, page(client) as one:
        watched(one)
        whole = one.ask("follow", number=2, known=0)
        assert (whole["state"], whole["plies"], len(whole["tree"]["nodes"])) == ("live", 3, 3)
        assert whole["tree"]["nodes"][0]["record"].startswith("opening")
        tournament.play(2, moves[:5])
        news(one)
        more = one.ask("follow", number=2, known=3)
        assert [node["move"] for node in more["tree"]["nodes"]] == [[8, 0], [9, 7]]
        assert more["tree"]["nodes"][0]["parent"] == 3
        assert more["tree"]["nodes"][0]["report"]["value"] == 0.1
        tournament.end(2)
        news(one, ended=2)
        over = one.ask("follow", number=2, known=5)
        assert (over["state"], over["tree"]["outcome"]["reason"]) == ("over", "five")
        assert (over["tree"]["end"]["winner"], len(over["tree"]["end"]["line"])) == ("black", 5)
        assert one.ask("follow", number=9, known=0)["state"] == "away"


def test_a_record_that_breaks_its_rule_is_shown_without_its_end(
    tournament: RunningTournament,
) -> None:
    twice = (move(1, 1), move(1, 1))
    tournament.end(2, moves=twice, result=Result.BLACK, reason=Reason.ILLEGAL)
    with server(games=TournamentGames(tournament.folder)) as client, page(client) as one:
        tree = one.ask("game", index=1)
        assert (tree["end"], tree["outcome"]["reason"]) == (None, "illegal move")


def test_the_news_end_when_the_page_wants_no_more(tournament: RunningTournament) -> None:
    with server(games=TournamentGames(tournament.folder)) as client, page(client) as one:
        watched(one)
        assert one.ask("stop-watching", 6)["type"] == "stopped"
        tournament.play(2, [move(7, 7)])
        assert watched(one)["live"] == [2]


def test_any_number_of_pages_costs_one_reading_of_each_change(
    tournament: RunningTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, readings = [0], [0]
    records = Store.records

    def look(folder: Path) -> FoundGames:
        looks[0] += 1
        return find_live_games(folder)

    def read(store: Store, skip: int = 0) -> Any:
        readings[0] += 1
        return records(store, skip)

    monkeypatch.setattr(game_browser, "find_live_games", look)
    monkeypatch.setattr(Store, "records", read)
    games = TournamentGames(tournament.folder)
    with TestClient(viewers_application(games), base_url="http://localhost") as client:
        assert looks[0] == 0
        with page(client) as first, page(client) as second, page(client) as third:
            for one in (first, second, third):
                watched(one)
                one.ask("games", find="", offset=0)
                one.ask("game", index=0)
            assert readings[0] == 1
            tournament.end(2)
            for one in (first, second, third):
                news(one, ended=2)
                one.ask("games", find="", offset=0)
            assert readings[0] == 2
        before = looks[0]
        with page(client) as one:
            one.ask("games", find="", offset=0)
        assert looks[0] <= before + 1  # nobody watches: at most the look that was under way


def test_only_games_that_are_new_are_read_again(tournament: RunningTournament) -> None:
    games = TournamentGames(tournament.folder)
    first = games.records()
    tournament.end(2)
    second = games.records()
    assert second[0] is first[0]
    assert [record.number for record in second] == [1, 2]
    assert games.records() is second


def test_deleted_games_are_gone(tournament: RunningTournament) -> None:
    games = TournamentGames(tournament.folder)
    tournament.end(2, result=Result.VOID, reason=Reason.VOID)
    assert len(games.records()) == 2
    tournament.forget_void_games()
    tournament.end(2)
    tournament.end(3)
    found = games.records()
    assert [(record.number, record.result) for record in found[1:]] == [
        (2, Result.BLACK),
        (3, Result.BLACK),
    ]


def test_a_damaged_file_is_named_and_the_other_games_go_on(tournament: RunningTournament) -> None:
    tournament.play(2, [move(7, 7)])
    with server(games=TournamentGames(tournament.folder)) as client, page(client) as one:
        assert watched(one)["error"] is None
        tournament.put("3.json", "{")
        error = news(one)["error"]
        assert error["key"] == "live-damaged"
        assert "3.json" in error["text"]
        tournament.play(2, [move(7, 7), move(8, 8)])
        assert news(one)["games"][0]["number"] == 2
        tournament.play(3, [move(1, 1)])
        assert news(one, error=None)["live"] == [2, 3]


def test_a_folder_that_vanishes_is_told_and_its_return_too(tournament: RunningTournament) -> None:
    away = tournament.folder.with_name("away")
    with server(games=TournamentGames(tournament.folder)) as client, page(client) as one:
        assert watched(one)["error"] is None
        tournament.folder.rename(away)
        error = news(one)["error"]
        assert error["text"] == "the tournament cannot be read: robin: No such file or directory"
        assert one.ask("games", find="", offset=0)["key"] == "tournament-unreadable"
        away.rename(tournament.folder)
        assert news(one, error=None)["live"] == []
        assert one.ask("games", find="", offset=0)["total"] == 1
