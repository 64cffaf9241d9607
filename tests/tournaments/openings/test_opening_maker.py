"""`fukumi openings`: made openings are balanced, distinct, playable and reproducible."""

from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from core.game.board import Point
from core.game.notation import board_after, parse_moves
from core.game.rules import Rule
from fukumi.command_line import main
from tournaments.model import TournamentError
from tournaments.openings import opening_maker
from tournaments.openings.opening_maker import (
    OpeningTask,
    balanced_candidate,
    judge,
    make,
)
from tournaments.openings.opening_transforms import canonical_form
from tournaments.openings.openings import load_openings

points = st.tuples(st.integers(0, 14), st.integers(0, 14))
openings = st.lists(points, min_size=3, max_size=7, unique=True).map(tuple)


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["openings", *arguments])
    return done.exit_code, done.output


@given(openings, st.booleans(), st.booleans(), st.booleans())
def test_a_turned_opening_has_the_same_canonical_form(
    opening: tuple[Point, ...], swapped: bool, right: bool, down: bool
) -> None:
    turned = [(y, x) if swapped else (x, y) for x, y in opening]
    turned = [(14 - x if right else x, 14 - y if down else y) for x, y in turned]
    assert canonical_form(tuple(turned), 15) == canonical_form(opening, 15)
    reordered = (turned[2], turned[1], turned[0], *turned[3:])
    assert canonical_form(reordered, 15) == canonical_form(opening, 15)


def test_other_colours_or_stones_have_another_normal_form() -> None:
    forms = {
        canonical_form(opening, 15)
        for opening in (
            ((7, 7), (7, 8), (8, 8)),
            ((7, 8), (7, 7), (8, 8)),
            ((7, 7), (7, 8), (9, 8)),
        )
    }
    assert len(forms) == 3


@pytest.mark.parametrize(
    ("moves", "forced"),
    [
        ("h8g8i8a1j8a15k9o1k10o15", "Black to move wins by fours"),
        ("g8a1i8o1h7a15h9o15", "Black to move wins by threats"),
        # the same, but with White to move
        ("g8a1i8o1h7a15h9o15a8", "Black to move wins by threats"),
        ("a8g8a1i8o1h7a15h9", "White to move wins by threats"),
    ],
)
def test_a_forced_win_of_either_side_is_seen(moves: str, forced: str) -> None:
    board = board_after(15, Rule.FREESTYLE, parse_moves(moves, 15))
    judgement = judge(board, 10)
    assert judgement.forced == forced
    assert not judgement.balanced


def test_the_value_is_blacks_for_either_side_to_move() -> None:
    # Black has three stones in a row of two, then of three; White's are far away
    for moves in ("h8a1h9o15", "h8a1h9o15h10"):
        board = board_after(15, Rule.STANDARD, parse_moves(moves, 15))
        assert judge(board, 200).value > 0.1


def test_what_was_judged_before_does_not_matter() -> None:
    board = board_after(15, Rule.FREESTYLE, parse_moves("d12f7g8", 15))
    before = judge(board, 2000)
    judge(board_after(15, Rule.FREESTYLE, parse_moves("h8i9", 15)), 100)
    judge(board, 300)
    assert judge(board, 2000) == before


def test_made_openings_are_even_and_the_same_by_any_number_of_processes(tmp_path: Path) -> None:
    common = ("--rule", "renju", "--visits", "400")
    files = [tmp_path / "one", tmp_path / "two"]
    for path, processes in zip(files, ("1", "2"), strict=True):
        told = run(
            *("make", *common, "--count", "3", "--concurrency", processes, "--out", str(path))
        )
        assert told[0] == 0, told[1]
    assert files[0].read_text() == files[1].read_text()
    made = load_openings(str(files[0]), "offset", 15, Rule.RENJU, pytest.fail)
    assert len({canonical_form(opening, 15) for opening in made}) == 3
    code, output = run("check", *common, str(files[0]))
    assert code == 0, output
    assert "3 of 3 are balanced" in output


def test_another_seed_makes_others() -> None:
    made = []
    for seed in (1, 2):
        task = OpeningTask(Rule.RENJU, 15, seed, 50)
        made.append(next(filter(None, (balanced_candidate(task, number) for number in count()))))
    assert made[0] != made[1]


def test_a_board_with_too_few_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_maker, "MOST_CANDIDATES", 1)
    with pytest.raises(TournamentError, match="openings of renju on 15x15 in 3 random ones"):
        list(make(OpeningTask(Rule.RENJU, 15, 1, 100), 3, 1))


def test_check_tells_the_value_and_the_forced_win(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("g8a1i8o1h7a15h9o15\nh8i9\n")
    code, output = run("check", "--type", "pos", "--visits", "10", str(path))
    assert code == 0
    first, second, total = output.splitlines()
    assert first.startswith("   1  +1.00  g8 a15 i8 o15 h9 a1 h7 o1  Black to move wins by threats")
    assert second.split()[2:4] == ["h8", "i7"]
    assert total.startswith(("0 of 2 are balanced", "1 of 2 are balanced"))


def test_bad_input_is_one_clear_line(tmp_path: Path) -> None:
    assert "unknown rule 'go'" in run("make", "--rule", "go", "--out", "x")[1]
    code, output = run("make", "--out", str(tmp_path / "none" / "x.txt"))
    assert code == 2
    assert output.startswith("fukumi openings: cannot write openings to")
    code, output = run("check", str(tmp_path / "none"))
    assert (code, "cannot read openings from" in output) == (2, True)


def test_a_failed_run_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_maker, "MOST_CANDIDATES", 1)
    path = tmp_path / "openings.txt"
    path.write_text("0,0\n")
    code, _ = run("make", "--visits", "10", "--count", "3", "--out", str(path))
    assert code == 2
    assert path.read_text() == "0,0\n"
    assert [other.name for other in tmp_path.iterdir()] == ["openings.txt"]
