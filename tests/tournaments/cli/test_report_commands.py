"""The commands `report`, `export` and `import`."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fukumi.command_line import main
from tests.tournaments.report.test_report_data import data_of
from tests.tournaments.samples import sample
from tournaments.model import Reason, TimedMove
from tournaments.records.export_records import export_games
from tournaments.records.pgn import to_pgn
from tournaments.records.records import from_json, to_json
from tournaments.report.game_sources import load_games


def call(command: str, *arguments: object) -> Result:
    return CliRunner().invoke(main, ["tournament", command, *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of records with two games, the second followed by a torn line."""
    path = tmp_path / "mine"
    # timed moves, since a .psq takes untimed ones for the opening
    moves = (TimedMove(7, 7), TimedMove(0, 14, 120), TimedMove(8, 6, 5))
    games = [sample(number, moves=moves) for number in (1, 2)]
    export_games(games, "psq", path)
    export_games(games, "jsonl", path / "games.jsonl")
    with (path / "games.jsonl").open("a") as log:
        log.write(to_json(sample(3))[:50])
    return path


def test_a_report_of_a_folder(folder: Path, tmp_path: Path) -> None:
    done = call("report", folder, "--out", tmp_path / "r.html", "--anchor", "beta=1000")
    assert done.exit_code == 0, done.output
    assert "line 3 is skipped" in done.output
    assert "r.html: 2 games, " in done.output
    assert done.output.endswith("; 1 could not be read and is left out\n")
    assert "<h1>mine</h1>" in (tmp_path / "r.html").read_text()
    assert data_of(tmp_path / "r.html")["anchors"] == {"beta": 1000}


def test_games_against_the_own_name_are_named_and_not_rated(tmp_path: Path) -> None:
    export_games([sample(1), sample(2, "alpha", "alpha")], "jsonl", tmp_path / "games.jsonl")
    for command in ("report", "ratings"):
        done = call(command, tmp_path / "games.jsonl", "--out", tmp_path / "r.html")
        assert done.exit_code == 0, done.output
        assert "1 game of an engine against its own name: not rated" in done.output


def test_a_source_given_twice_counts_once_and_a_copy_is_named(tmp_path: Path) -> None:
    for kind in ("jsonl", "pgn"):
        export_games([sample(1), sample(2)], kind, tmp_path / f"games.{kind}")
    once = call("ratings", tmp_path / "games.jsonl", tmp_path / "." / "games.jsonl")
    assert "2 games" in once.output
    assert once.stderr == ""  # games that are equal within a source are its own
    twice = call("ratings", tmp_path / "games.jsonl", tmp_path / "games.pgn")
    assert "4 games" in twice.output
    assert twice.stderr == "2 games of an earlier source again: counted twice\n"


@pytest.mark.parametrize("kind", ["pgn", "jsonl"])
def test_a_format_of_one_file_comes_back(kind: str, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / f"games.{kind}"
    assert call("export", folder, "--format", kind, "--out", target).exit_code == 0
    assert [game.black for game in load_games([target]).records] == ["alpha", "alpha"]


def test_games_are_added_to_those_whose_texts_hold_odd_ends_of_lines(tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    odd = to_json(sample(1, black="a b")).replace(
        "a b", "a\u2028b\x85c"
    )  # as written by older versions
    target.write_text(odd + "\n", encoding="utf-8")
    export_games([sample(1, black="\udcff", white="\x85")], "jsonl", tmp_path / "new.jsonl")
    done = call("import", tmp_path / "new.jsonl", "--into", target)
    assert done.exit_code == 0, done.output
    assert [game.black for game in load_games([target]).records] == ["a\u2028b\x85c", "\udcff"]


@pytest.mark.parametrize("kind", ["psq", "sgf"])
def test_games_without_a_board_are_left_out_of_formats_that_have_one(
    kind: str, tmp_path: Path
) -> None:
    source = tmp_path / "games.pgn"
    bare = '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1-0\n\n'  # as written by c-gomoku-cli
    source.write_text(bare + to_pgn(sample(2)))
    done = call("export", source, "--format", kind, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "1 game left out: no moves" in done.output
    assert [path.name for path in (tmp_path / "out").iterdir()] == [f"00002-alpha-beta.{kind}"]


def test_games_lost_by_a_fault_are_left_out_of_samples_for_that_reason(tmp_path: Path) -> None:
    source = tmp_path / "games.jsonl"
    export_games([sample(1), sample(2, reason=Reason.CRASH)], "jsonl", source)
    done = call("export", source, "--format", "samples", "--out", tmp_path / "samples.csv")
    assert "1 game left out: void, without moves of engines, or lost by a timeout" in done.output


@pytest.mark.parametrize("count", [19, 21])
def test_many_problems_are_counted(count: int, tmp_path: Path) -> None:
    source = tmp_path / "games.jsonl"
    source.write_text(to_json(sample()) + "\n" + "{\n" * count)
    done = call("export", source, "--format", "pgn", "--out", tmp_path / "out.pgn")
    assert done.output.endswith(f"1 game; {count} could not be read and are left out\n")
    assert done.output.count("is skipped") == min(count, 20)
    assert ("... and 1 more" in done.output) == (count > 20)


@pytest.mark.parametrize("kind", ["psq", "sgf"])
def test_a_format_of_a_file_a_game_comes_back(kind: str, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert call("export", folder, "--format", kind, "--out", target).exit_code == 0
    assert [path.name for path in sorted(target.iterdir())] == [
        f"00001-alpha-beta.{kind}",
        f"00002-alpha-beta.{kind}",
    ]
    moves = [(move.x, move.y) for move in load_games([target]).records[1].moves]
    assert moves == [(7, 7), (0, 14), (8, 6)]


def test_games_of_an_earlier_export_in_the_folder_are_named(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    export_games([sample(8), sample(9)], "sgf", target)
    for _ in range(2):
        done = call("export", folder, "--format", "sgf", "--out", target)
        assert f"{target} also has 2 other .sgf files" in done.stderr


def test_games_of_the_same_number_do_not_overwrite_each_other(tmp_path: Path) -> None:
    export_games([sample(7), sample(7), sample(9)], "sgf", tmp_path)
    assert len(list(tmp_path.iterdir())) == 3


def test_import_numbers_on_and_keeps_what_is_there(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    target.write_text(to_json(sample(8, "gamma")))  # without a line feed, as an editor may leave it
    done = call("import", folder / "00001-alpha-beta.psq", folder, "--into", target)
    assert done.exit_code == 0, done.output
    assert "3 games added, 4 in all" in done.output
    games = [from_json(line) for line in target.read_text().splitlines()]
    assert [game.number for game in games] == [8, 9, 10, 11]
    assert games[0] == sample(8, "gamma")


def test_games_imported_twice_are_added_once(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    call("import", folder, "--into", target)
    before = target.read_bytes()
    done = call("import", folder, "--into", target)
    assert "2 games of " in done.stderr
    assert "again: left out" in done.stderr
    assert "0 games added, 2 in all" in done.stdout
    assert target.read_bytes() == before


def test_a_report_is_named_after_the_whole_name_of_a_folder(folder: Path, tmp_path: Path) -> None:
    call("report", folder.rename(tmp_path / "mine-1.2"), "--out", tmp_path / "r.html")
    assert "<h1>mine-1.2</h1>" in (tmp_path / "r.html").read_text()


def test_formats_of_one_file_a_game_are_not_written_to_a_file(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.sgf"
    target.write_text("mine")
    done = call("export", folder, "--format", "sgf", "--out", target)
    assert done.exit_code == 2
    assert "games.sgf is a file: sgf has one file a game, so give a folder" in done.stderr
    assert target.read_text() == "mine"


def test_import_into_a_file_of_something_else_changes_nothing(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "notes.jsonl"
    target.write_text("my notes\n")
    done = call("import", folder, "--into", target)
    assert done.exit_code == 2
    assert "notes.jsonl, line 1 is no game record" in done.stderr
    assert target.read_text() == "my notes\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["report", "gone"], "cannot read games from gone"),
        (["report", "."], "holds neither games.jsonl nor"),
        (["report", ".", "--rule", "go"], "unknown rule 'go'"),
        (["report", "{folder}", "--anchor", "beta"], "write it as NAME=ELO"),
        (["report", "{folder}", "--anchor", "x=5"], "anchor 'x' has not played"),
        (["report", "{folder}", "--out", "no/where.html"], "cannot write no"),
        (["export", "{folder}", "--format", "psq", "--out", "file/x"], "cannot write to file"),
        (["export", "{folder}", "--format", "pgn", "--out", "no/x"], "cannot write no"),
    ],
)
def test_bad_input_is_a_clear_error(
    arguments: list[str], words: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "file").touch()
    monkeypatch.chdir(empty)
    done = call(*(argument.replace("{folder}", str(folder)) for argument in arguments))
    assert done.exit_code == 2
    assert words in done.stderr.splitlines()[-1]
