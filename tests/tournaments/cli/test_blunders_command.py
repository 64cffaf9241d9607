"""The command `fukumi blunders`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fukumi.command_line import main
from fukumi.position_files import read_positions
from tests.tournaments.report.test_blunders import BEFORE, game
from tournaments.records.export_records import export_games


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["blunders", *map(str, arguments)])


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return a file with one game, in which Black made a blunder."""
    path = tmp_path / "games.jsonl"
    export_games([game(BEFORE + "h11")], "jsonl", path)
    return path


def test_the_list_is_a_file_of_positions(games: Path, tmp_path: Path) -> None:
    done = call(games, "--solver-nodes", 30_000)
    assert done.exit_code == 0, done.output
    listed = tmp_path / "blunders.txt"
    listed.write_text(done.stdout)
    ((name, board, _),) = read_positions(listed)
    assert (name, board.ply) == (f"freestyle 15 {BEFORE}", 8)
    assert "alpha: blunders 1" in done.stderr


def test_json_is_one_object_per_blunder(games: Path) -> None:
    done = call(games, "--json", "--engine", "alpha")
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert (found["engine"], found["move"], found["refutation"][0]) == ("alpha", "h11", "n11")
    assert done.stderr == "alpha: blunders 1, games 1, lost 1, lost with a blunder 1\n"


def test_only_the_named_engines_are_listed(games: Path) -> None:
    done = call(games, "--engine", "beta")
    assert done.stdout == ""
    assert done.stderr.startswith("beta: blunders 0")


def test_a_game_without_moves_is_left_out(games: Path, tmp_path: Path) -> None:
    pgn = tmp_path / "results.pgn"
    pgn.write_text('[White "alpha"]\n[Black "beta"]\n[Result "1-0"]\n\n1-0\n')
    done = call(pgn, games, "--json")
    assert done.exit_code == 0, done.output
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr.startswith("games without moves: 1, left out\nalpha: blunders 1, games 1")


def test_an_engine_without_games_is_an_error(games: Path) -> None:
    done = call(games, "--engine", "gamma")
    assert done.exit_code == 2
    assert "no game of 'gamma'" in done.stderr


def test_an_engine_is_not_found_in_games_without_names(tmp_path: Path) -> None:
    path = tmp_path / "g.sgf"
    path.write_text("(;GM[4]SZ[15];B[hh])")
    done = call(path, "--engine", "gamma")
    assert done.exit_code == 2
    assert done.stderr == "fukumi blunders: no game of 'gamma': the games name no players\n"
