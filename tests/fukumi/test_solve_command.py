"""The command `fukumi solve`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.game.board import Board
from core.game.rules import Rule
from fukumi.command_line import main
from fukumi.solve_command import solve
from tests.tournaments.samples import sample
from tournaments.model import TimedMove
from tournaments.records.records import to_sgf

# Black has a four-three on k8 or l8; Black has a cross of two open threes on h8.
FOUR_THREE = "freestyle 15 h8g8i8a1j8a15k9o1k10o15"
DOUBLE_THREE = "freestyle 15 g8a1i8o1h7a15h9o15"


def run(path: Path, *options: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["solve", str(path), *options])
    return done.exit_code, done.output


def test_each_position_is_solved_by_the_first_method_that_can(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"# two wins\n\n{FOUR_THREE}\n{DOUBLE_THREE}\n")
    code, output = run(path)
    assert code == 0, output
    lines = output.splitlines()
    assert lines[0] == FOUR_THREE
    assert lines[1].startswith("  vcf     win  ")
    assert lines[2] == DOUBLE_THREE
    assert lines[3].startswith("  vcf     no win")
    assert lines[4].startswith("  vct     win  h8 ")
    assert len(lines) == 5


def test_a_program_reads_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"{DOUBLE_THREE}\nfreestyle 15 h8a1i8a2j8a3k8a4l8\n")
    code, output = run(path, "--json")
    assert code == 0, output
    won, over = map(json.loads, output.splitlines())
    assert (won["position"], won["over"]) == (DOUBLE_THREE, False)
    assert [result["verdict"] for result in won["results"]] == ["no win", "win"]
    assert won["results"][1]["line"][0] == "h8"
    assert (over["over"], over["results"]) == (True, [])


def test_a_method_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("freestyle 15 h8a1i8a3j8a5\n")
    code, output = run(path, "--by", "search", "--seconds", "60")
    assert code == 0
    assert "search  win in 3 plies" in output
    path.write_text("freestyle 15 h8i9\n")
    assert "search  value " in run(path, "--by", "search", "--seconds", "0.1")[1]


def test_an_sgf_is_solved_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.SGF"
    points = [(7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (0, 4), (10, 7), (0, 6)]
    path.write_bytes(to_sgf(sample(moves=tuple(TimedMove(x, y) for x, y in points))))
    code, output = run(path, "--by", "vcf")
    assert code == 0
    assert "vcf     win  " in output


def test_a_finished_game_is_reported_as_over(tmp_path: Path) -> None:
    path = tmp_path / "over.txt"
    path.write_text("freestyle 15 a1a15b1b15c1c15d1d15e1\n")
    assert "the game is over" in run(path)[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("freestyle", "line 1: 'freestyle' is not a position: write it like freestyle 15 h8i9g7"),
        ("go 15 h8", "line 1: unknown rule 'go'"),
        ("freestyle 50 h8", "line 1: size 50 is not between 5 and 22"),
        ("freestyle 15 h8h8", "line 1: move 2: h8 is taken"),
        ("freestyle 15 h8?", "write them like h8i9g7"),
    ],
)
def test_a_bad_line_is_explained(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    code, output = run(path)
    assert code == 2
    assert words in output
    assert output.startswith("fukumi solve: ")


@pytest.mark.parametrize("seconds", ["nan", "0", "-1", "inf"])
def test_an_invalid_time_is_explained(tmp_path: Path, seconds: str) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("freestyle 15 h8\n")
    code, output = run(path, "--by", "search", "--seconds", seconds)
    assert code == 2
    assert "give a finite time above 0" in output


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("freestyle 15 h8a1i8a3j8a5\n", encoding="utf-8-sig")
    code, output = run(path, "--by", "vcf")
    assert code == 0, output
    assert "win" in output


def test_a_missing_or_damaged_file_is_explained(tmp_path: Path) -> None:
    assert run(tmp_path / "none.txt") == (
        2,
        f"fukumi solve: cannot read {tmp_path / 'none.txt'}: No such file or directory\n",
    )
    (tmp_path / "torn.sgf").write_text("(;GM[4]SZ[15];B[")
    code, output = run(tmp_path / "torn.sgf")
    assert code == 2
    assert "torn.sgf" in output


def test_an_exhausted_budget_is_not_reported_as_no_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fukumi.solve_command.VCT_BUDGET", 1)
    board = Board(15, Rule.FREESTYLE)
    for point in [(6, 7), (0, 0), (8, 7), (14, 0), (7, 6), (0, 14), (7, 8), (14, 14)]:
        board.play(*point)
    assert solve(board, "vct", 1.0).verdict == "unknown: out of budget"
