"""Where games come from: folders and files, with what is torn skipped and told."""

from pathlib import Path

import pytest

from core.rules import Rule
from tournaments.export import export_games
from tournaments.model import Result, TournamentError
from tournaments.pgn import to_pgn
from tournaments.records import to_json, to_psq, to_sgf
from tournaments.sources import read

from .samples import sample


def test_a_folder_is_its_json_lines(tmp_path: Path) -> None:
    games = [sample(1), sample(2, result=Result.WHITE)]
    export_games(games, "jsonl", tmp_path / "games.jsonl")
    export_games(games, "psq", tmp_path)
    assert read([tmp_path]).records == games
    assert read([tmp_path / "games.jsonl"]).records == games


def test_torn_lines_are_skipped_and_told_with_their_number(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{to_json(sample(1))}\n\n{to_json(sample(2))[:-30]}\n{to_json(sample(3))}\n[")
    games = read([path])
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
    games = read([tmp_path], Rule.STANDARD)
    assert [record.number for record in games.records] == [1, 2, 7, 8]
    assert [record.rule for record in games.records[:2]] == [Rule.STANDARD, Rule.FREESTYLE]
    assert games.problems == [
        f"{tmp_path / '4.psq'}: no Piskvork game of a square board: 'nonsense'"
    ]


def test_a_game_in_two_formats_is_one_game(tmp_path: Path) -> None:
    for kind in ("psq", "sgf"):
        export_games([sample(1), sample(2)], kind, tmp_path)
    games = read([tmp_path])
    assert len(games.records) == 2
    assert games.records[0].detail == sample().detail  # of the SGF, which says more


def test_what_cannot_be_read_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"gone\.psq: No such file"):
        read([tmp_path / "gone.psq"])
    with pytest.raises(TournamentError, match=r"holds neither games\.jsonl nor"):
        read([tmp_path])
    (tmp_path / "x.doc").write_text("")
    with pytest.raises(TournamentError, match=r"x\.doc is no \.jsonl, "):
        read([tmp_path / "x.doc"])
