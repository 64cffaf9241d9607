"""SGF files of many games: all are read, and a broken one costs no other."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.samples import sample
from tournaments.cli.tournament_command import tournament
from tournaments.model import TimedMove
from tournaments.records.records import to_sgf
from tournaments.records.sgf_collection import split_sgf
from tournaments.report.game_sources import load_games

THEIRS = (
    "(;FF[4]GM[4]GN[{n}]EV[alpha x beta]DT[2026-11-22]RO[1.{n}]RU[0]SZ[15]PB[alpha]PW[beta]"
    "RE[B+1]TE[Black win by five connection]\n;B[aa]C[opening move];W[ab]C[1ms];B[ba]C[2ms]"
    ";W[bb]C[1ms];B[ca]C[1ms];W[cb]C[1ms];B[da]C[1ms];W[db]C[1ms]\n;B[ea]C[1ms])\n\n"
)
"""A game as c-gomoku-cli writes it."""


def test_a_file_of_a_hundred_games_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "theirs.sgf"
    path.write_text("".join(THEIRS.format(n=n) for n in range(1, 101)))
    games = load_games([path])
    assert not games.problems
    assert [record.number for record in games.records] == list(range(1, 101))
    assert {(record.black, len(record.moves)) for record in games.records} == {("alpha", 9)}


comments = st.text(alphabet="ab()[];\\\n(;FFGM[4]", max_size=40)


@given(st.lists(comments, min_size=1, max_size=5), st.sampled_from(["", "\n", "  \n\n"]))
def test_comments_with_brackets_split_no_game(texts: list[str], between: str) -> None:
    games = [to_sgf(sample(n, detail=text)).rstrip() for n, text in enumerate(texts)]
    assert split_sgf(between.encode().join(games)) == games


@pytest.mark.parametrize(
    "line",
    ["(;GM[4]SZ[15];B[aa])", "(;GM[4]", "(;FF[4]GM[4]SZ[15]PB[me]RE[B+]", "(;SZ[15", "])(;GM[4]"],
)
def test_an_engine_cannot_make_up_games_by_its_messages(line: str) -> None:
    moves = sample().moves
    says = (*moves[:-1], TimedMove(8, 6, 5, ("MESSAGE hello", line, line)))
    games = [to_sgf(sample(n, moves=says)).rstrip() for n in (1, 2)]
    assert split_sgf(b"\n".join(games)) == games


BREAKS: dict[str, tuple[Callable[[str], str], str]] = {
    "torn": (lambda game: game[: len(game) // 2], "game 2 of 3"),
    "without its last bracket": (lambda game: game.rstrip()[:-1] + "\n", "game 2 of 3"),
    "with an open comment": (lambda game: game.replace("C[1ms]", "C[1ms", 1), "game 2 of 3"),
    "with a pass": (lambda game: game.replace("W[ab]", "W[]"), "pass"),
    "with a taken point": (lambda game: game.replace("W[ab]", "W[aa]"), "move 2"),
    "of no size": (lambda game: game.replace("SZ[15]", "SZ[many]"), "game 2 of 3"),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_game_is_named_and_the_others_are_kept(how: str, tmp_path: Path) -> None:
    break_it, words = BREAKS[how]
    first, second, third = (THEIRS.format(n=n) for n in (1, 2, 3))
    path = tmp_path / "games.sgf"
    path.write_text(first + break_it(second).rstrip() + "\n" + third)
    games = load_games([path])
    assert len(games.records) == 2
    (problem,) = games.problems
    assert problem.startswith(f"{path}: game 2 of 3: ")
    assert words in problem


def test_import_and_openings_read_every_game(tmp_path: Path) -> None:
    path, into = tmp_path / "theirs.sgf", tmp_path / "games.jsonl"
    path.write_text("".join(THEIRS.format(n=n) for n in (1, 2, 3)) + "(;GM[4]SZ[15];B[aa")
    done = CliRunner().invoke(tournament, ["import", str(path), "--into", str(into)])
    assert done.exit_code == 0, done.output
    assert "3 games added, 3 in all; 1 could not be read and is left out" in done.output
    assert "game 4 of 4: " in done.output
    assert into.read_text().count("\n") == 3
