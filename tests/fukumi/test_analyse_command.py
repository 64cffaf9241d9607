"""The command `fukumi analyse`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.game.notation import parse_position
from core.game.rules import Rule
from fukumi.command_line import main
from tests.tournaments.samples import sample
from tournaments.model import TimedMove
from tournaments.records.records import to_sgf

QUIET = "renju 15 h8i9g7h7"
WON = "freestyle 15 h8a1i8a3j8a5"
LOST = "freestyle 15 h8a1i8a3j8a5k8"
OVER = "freestyle 15 a1a15b1b15c1c15d1d15e1"


def run(path: Path, *options: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["analyse", str(path), *options])
    return done.exit_code, done.output


def written_to(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "positions.txt"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_table_shows_the_best_moves_first(tmp_path: Path) -> None:
    code, output = run(written_to(tmp_path, "# quiet", QUIET), "--visits", "400", "--best", "3")
    assert code == 0, output
    name, head, *rows, foot = output.splitlines()
    assert name == QUIET
    assert head.split() == ["move", "visits", "prior", "value", "proof", "line"]
    assert len(rows) == 3
    visits = [int(row.split()[1].replace(",", "")) for row in rows]
    assert 10 * visits[0] >= max(visits)
    assert all(row.split()[4] == row.split()[0] for row in rows)
    assert " visits, " in foot


def test_json_has_the_same_moves_and_legal_lines_of_play(tmp_path: Path) -> None:
    path = written_to(tmp_path, QUIET, WON, LOST)
    code, output = run(path, "--visits", "300", "--json", "--best", "2")
    assert code == 0, output
    quiet, won, lost = [json.loads(line) for line in output.splitlines()]
    assert quiet["position"] == QUIET
    assert 0 < quiet["visits"] <= 300
    assert len(quiet["moves"]) == 2
    for move in quiet["moves"]:
        assert move["pv"][0] == move["move"]
        assert -1 <= move["value"] <= 1
        assert 0 <= move["prior"] <= 1
        parse_position(QUIET + "".join(move["pv"]))
    assert (won["proof"], won["moves"][0]["proof"]) == (3, 3)
    assert won["moves"][0]["move"] in ("g8", "k8")
    assert lost["proof"] == -2


def test_a_proof_is_shown_in_words(tmp_path: Path) -> None:
    output = run(written_to(tmp_path, WON, LOST), "--seconds", "60")[1]
    assert "win in 3 " in output
    assert ", win in 3)" in output
    assert ", loss in 2)" in output


def test_a_finished_game_has_no_best_move(tmp_path: Path) -> None:
    path = written_to(tmp_path, OVER)
    assert run(path) == (0, f"{OVER}\n  the game is over\n")
    assert json.loads(run(path, "--json")[1]) == {"position": OVER, "over": True, "moves": []}


def test_an_sgf_is_analysed_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    points = [(7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (0, 4)]
    path.write_bytes(
        to_sgf(sample(rule=Rule.FREESTYLE, moves=tuple(TimedMove(*p) for p in points)))
    )
    code, output = run(path, "--seconds", "60")
    assert code == 0, output
    assert output.startswith("game.sgf\n")
    assert "win in 3" in output


def test_a_psq_is_analysed_at_its_end_by_the_given_rule(tmp_path: Path) -> None:
    path = tmp_path / "game.psq"
    stones = "1,8 1,1 2,8 3,1 3,8 5,1 4,8 7,1 6,8 9,1".replace(" ", "\n")
    path.write_text(f"Piskvorky 15x15, 11:11, 0\n{stones}\n")
    # Black has five stones in a row with a gap: e8 would make six, which wins in freestyle alone
    for rule, wins in (("standard", False), ("freestyle", True)):
        code, output = run(path, "--rule", rule, "--visits", "50", "--json")
        assert code == 0, output
        assert (json.loads(output)["proof"] == 1) == wins


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_a_game_that_goes_on_after_its_end_is_over(tmp_path: Path, command: str) -> None:
    path = tmp_path / "game.sgf"
    five = ";B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea]"
    six = ";B[ah];W[aa];B[bh];W[ca];B[ch];W[ea];B[eh];W[ga];B[fh];W[ia];B[gh];W[ka];B[dh]"
    path.write_text(f"(;GM[4]SZ[15]{five};W[eo])(;GM[4]SZ[15]RU[renju]{six})")
    result = CliRunner().invoke(main, [command, str(path), "--json"])
    assert result.exit_code == 0, result.output
    assert [json.loads(line)["over"] for line in result.stdout.splitlines()] == [True, True]
    assert result.stderr.splitlines() == [
        "game.sgf, game 1: 1 move after the end of the game left out",
        "game.sgf, game 2: move 13: d8 is forbidden to Black: overline, and White wins",
    ]


def test_an_sgf_keeps_its_rule_and_its_set_up_stones(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    # Black has five stones in a row with a gap: e8 would make six, which wins in freestyle alone
    stones = "AB[ah][bh][ch][dh][fh]AW[aa][ca][ea][ga][ia]"
    path.write_text(f"(;GM[4]SZ[15]RU[standard]{stones};B[gh];W[ka])(;GM[4]SZ[15]{stones})")

    def proofs(*options: str) -> list[int]:
        code, output = run(path, "--visits", "50", "--json", *options)
        assert code == 0, output
        return [json.loads(line)["proof"] for line in output.splitlines()]

    standard, freestyle = proofs()
    assert (standard == 1, freestyle) == (False, 1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seconds", "0"), "give a finite time above 0"),
        (("--seconds", "nan"), "give a finite time above 0"),
        (("--seconds", "inf"), "give a finite time above 0"),
        (("--visits", "0"), "'--visits'"),
        (("--best", "0"), "'--best'"),
    ],
)
def test_an_invalid_limit_is_explained(
    tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    code, output = run(written_to(tmp_path, QUIET), *options)
    assert code == 2
    assert words in output


def test_positions_are_read_as_windows_powershell_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    for encoding in ("utf-16", "utf-8-sig"):
        path.write_text(f"# \u56db\n{OVER}\n", encoding=encoding)
        assert run(path) == (0, f"{OVER}\n  the game is over\n")


@pytest.mark.parametrize("lines", [[], ["# none", " "]])
def test_a_file_without_positions_says_so(tmp_path: Path, lines: list[str]) -> None:
    path = written_to(tmp_path, *lines)
    assert run(path) == (0, f"{path} has no positions\n")


def test_a_bad_line_or_file_is_explained(tmp_path: Path) -> None:
    code, output = run(written_to(tmp_path, "go 15 h8"))
    assert code == 2
    assert output.startswith("fukumi analyse: ")
    assert "line 1: unknown rule 'go'" in output
    assert run(tmp_path / "none.txt")[1].endswith("none.txt: No such file or directory\n")
