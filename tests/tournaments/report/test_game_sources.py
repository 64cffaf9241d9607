"""Sources of games: folders and files, with torn records skipped and reported."""

from pathlib import Path

import pytest

from core.game.rules import Rule
from tests.tournaments.play.test_store import PLAN
from tests.tournaments.samples import sample
from tournaments.model import Result, TournamentError
from tournaments.play.store import DATABASE, Store
from tournaments.records.export_records import export_games
from tournaments.records.pgn import to_pgn
from tournaments.records.records import to_json, to_psq, to_sgf
from tournaments.report.game_sources import load_games


def test_a_folder_is_its_json_lines(tmp_path: Path) -> None:
    games = [sample(1), sample(2, result=Result.WHITE)]
    export_games(games, "jsonl", tmp_path / "games.jsonl")
    export_games(games, "psq", tmp_path)
    assert load_games([tmp_path]).records == games
    assert load_games([tmp_path / "games.jsonl"]).records == games


def test_torn_lines_are_skipped_and_reported_with_their_number(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{to_json(sample(1))}\n\n{to_json(sample(2))[:-30]}\n{to_json(sample(3))}\n[")
    games = load_games([path])
    assert [record.number for record in games.records] == [1, 3]
    assert len(games.problems) == 2
    assert games.problems[0].startswith(f"{path}: line 3 is skipped: ")
    assert "line 5 is skipped" in games.problems[1]


def test_files_of_all_formats_together(tmp_path: Path) -> None:
    (tmp_path / "1.psq").write_text(to_psq(sample()))
    (tmp_path / "2.sgf").write_bytes(to_sgf(sample()))
    (tmp_path / "3.pgn").write_text(to_pgn(sample(7)) + to_pgn(sample(8)))
    (tmp_path / "4.psq").write_text("nonsense")
    (tmp_path / "notes.txt").write_text("not a game")
    games = load_games([tmp_path], Rule.STANDARD)
    assert [record.number for record in games.records] == [1, 2, 7, 8]
    assert [record.rule for record in games.records[:2]] == [Rule.STANDARD, Rule.FREESTYLE]
    assert games.problems == [
        f"{tmp_path / '4.psq'}: no Piskvork game of a square board: 'nonsense'"
    ]


def test_a_byte_order_mark_hides_no_game(tmp_path: Path) -> None:
    texts = {"1.psq": to_psq(sample()), "2.pgn": to_pgn(sample()), "3.jsonl": to_json(sample())}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8-sig")
        games = load_games([tmp_path / name])
        assert ([len(record.moves) for record in games.records], games.problems) == ([3], [])


def test_a_game_in_two_formats_is_one_game(tmp_path: Path) -> None:
    for kind in ("psq", "sgf"):
        export_games([sample(1), sample(2)], kind, tmp_path)
    games = load_games([tmp_path])
    assert len(games.records) == 2
    assert games.records[0].detail == sample().detail  # from the SGF, the richer format


def test_one_bad_file_does_not_end_the_reading_of_the_others(tmp_path: Path) -> None:
    for number in (1, 3):
        (tmp_path / f"{number}.psq").write_text(to_psq(sample()))
    (tmp_path / "2.psq").write_text(to_psq(sample()).replace("9,7,5", "99999999999,7,5"))
    (tmp_path / "4.psq").mkdir()
    (tmp_path / "5.psq").symlink_to(tmp_path / "nowhere")
    (tmp_path / "6.sgf").write_bytes(b"(;" * 3000)
    (tmp_path / "7.jsonl").write_text("[" * 100_000 + "\n" + to_json(sample(9)))
    games = load_games([tmp_path])
    assert [record.number for record in games.records] == [1, 2, 9]
    assert len(games.problems) == 5
    for name in ("2.psq", "4.psq", "5.psq", "6.sgf", "7.jsonl"):
        assert any(str(tmp_path / name) in problem for problem in games.problems)


def test_one_damaged_tournament_does_not_end_the_reading_of_the_others(tmp_path: Path) -> None:
    for name in ("one", "two"):
        store = Store.create(tmp_path / name)
        store.begin(PLAN)
        store.add(sample(1))
        store.add(sample(2))
        store._execute("UPDATE games SET record = '{' WHERE number = 2")
        store.close()
    (tmp_path / "one" / DATABASE).write_bytes(b"no database" * 1000)
    games = load_games([tmp_path / "one", tmp_path / "two"])
    assert games.records == [sample(1)]
    assert "file is not a database" in games.problems[0]
    assert games.problems[1].endswith("game 2 is damaged")


def test_where_nothing_can_be_read_that_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("{\n{\n{\n")
    with pytest.raises(TournamentError, match=r"no game can be read: .*line 1.* \(and 2 more\)"):
        load_games([path])


def test_what_cannot_be_read_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"gone\.psq: there is no such file"):
        load_games([tmp_path / "gone.psq"])
    with pytest.raises(TournamentError, match=r"holds neither games\.jsonl nor"):
        load_games([tmp_path])
    (tmp_path / "x.doc").write_text("")
    with pytest.raises(TournamentError, match=r"x\.doc is neither a tournament\'s folder"):
        load_games([tmp_path / "x.doc"])


def test_an_error_that_quotes_the_file_is_shortened(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = to_json(sample())
    path.write_text(f"{whole}\n" + whole.replace('"number"', '"' + "x" * 10_000 + '"'))
    (problem,) = load_games([path]).problems
    assert len(problem) < 500 + len(str(path))
