"""Browsing the games of a tournament."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from board.board_error import BoardError
from board.game_browser import PAGE, TournamentGames
from core.game.rules import Rule
from tests.board.talk import page, server
from tests.tournaments.samples import sample
from tournaments.model import EngineSpec, TimedMove
from tournaments.play.schedule import TournamentPlan
from tournaments.play.store import Store
from tournaments.records.records import to_json

PLAN = TournamentPlan(
    engines=(EngineSpec("Ann", ("ann",)), EngineSpec("Bob", ("bob",))),
    rule=Rule.FREESTYLE,
    size=15,
    openings=((),),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Yield the store of a running tournament with one finished game."""
    with closing(Store.create(tmp_path)) as begun:
        begun.begin(PLAN)
        begun.add(sample(1))
        yield begun


def test_the_games_of_a_store_are_listed_by_player_and_opened(store: Store) -> None:
    said = (TimedMove(7, 7, 11), TimedMove(2, 0, 12, ("depth 5", "ev 100")))
    store.add(sample(2, black="Cleo", moves=said, detail="Cleo wins by five"))
    with server(games=TournamentGames(store.folder)) as client, page(client) as one:
        assert one.hello["games"]
        listed = one.ask("games", find="cleo", offset=0)
        assert [(game["number"], game["index"]) for game in listed["games"]] == [(2, 1)]
        tree = one.ask("game", index=1)
        assert (tree["black"], tree["rule"]) == ("Cleo", "freestyle")
        assert [node["move"] for node in tree["nodes"]] == [[7, 7], [2, 0]]
        assert tree["nodes"][1]["comment"] == "depth 5\nev 100"
        assert tree["comment"] == "Cleo wins by five"
        assert "there is no game 2" in one.ask("game", index=2)["text"]


def test_a_game_that_finishes_meanwhile_is_listed(store: Store) -> None:
    games = TournamentGames(store.folder)
    assert games.rows("", 0)["total"] == 1
    store.add(sample(2))
    assert games.rows("", 0)["total"] == 2


def test_long_lists_come_in_parts(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(to_json(sample(n)) + "\n" for n in range(PAGE + 3)))
    games = TournamentGames(path)
    assert len(games.rows("", 0)["games"]) == PAGE
    assert len(games.rows("", PAGE)["games"]) == 3
    assert games.rows("", 0)["total"] == PAGE + 3


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="holds neither"):
        TournamentGames(tmp_path)


def test_a_link_to_nothing_hides_no_game(tmp_path: Path) -> None:
    (tmp_path / "a.psq").write_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n")
    (tmp_path / ".#a.psq").symlink_to(tmp_path / "nothing")
    assert TournamentGames(tmp_path).rows("", 0)["total"] == 1
