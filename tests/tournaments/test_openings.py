"""Opening files in both notations, the bundled set, and what is said of bad ones."""

from pathlib import Path

import pytest

from core.board import Board
from core.rules import Rule
from tournaments.model import TournamentError
from tournaments.openings import arrange, default_openings, load, parse


def test_offsets_count_from_the_centre() -> None:
    assert parse("0,0, 1,-1,-7,7", "offset", 15) == ((7, 7), (8, 6), (0, 14))
    assert parse("0,0", "offset", 20) == ((10, 10),)


def test_pos_has_letters_from_a_and_rows_from_one() -> None:
    assert parse("h8i9a15", "pos", 15) == ((7, 7), (8, 8), (0, 14))
    assert parse("H8 I9", "pos", 15) == ((7, 7), (8, 8))


def write(tmp_path: Path, text: str) -> str:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    return str(path)


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    path = write(tmp_path, "h8\n\nh8i9\n")
    assert load(path, "pos", 15, Rule.FREESTYLE) == [((7, 7),), ((7, 7), (8, 8))]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("0,0\n1,2,3", "offset", "line 2: 3 numbers make no pairs"),
        ("a,b", "offset", "line 1: 'a,b' is not written like 0,0,1,-1"),
        ("h8?", "pos", "line 1: 'h8\\?' is not written like h8i9g7"),
        ("0,0,20,0", "offset", "line 1: 27,7 is outside the 15x15 board"),
        ("0,0,0,0", "offset", "line 1: 7,7 is taken"),
        ("\n\n", "offset", "holds no opening"),
        ("h8", "letters", "type=letters: opening files are of type offset or pos"),
        ("a1a2b1b2c1c2d1d2e1", "pos", "the opening is already won"),
    ],
)
def test_a_bad_file_is_explained(tmp_path: Path, text: str, kind: str, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        load(write(tmp_path, text), kind, 15, Rule.FREESTYLE)


def test_an_unreadable_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"cannot read openings from .*: No such file"):
        load(str(tmp_path / "none"), "pos", 15, Rule.FREESTYLE)
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(TournamentError, match="it is no text"):
        load(str(tmp_path / "binary"), "pos", 15, Rule.FREESTYLE)


def test_order() -> None:
    openings = [((i, i),) for i in range(12)]
    assert arrange(openings, "sequential", 5) == openings
    shuffled = arrange(openings, "random", 5)
    assert shuffled != openings
    assert sorted(shuffled) == openings
    assert shuffled == arrange(openings, "random", 5)
    with pytest.raises(TournamentError, match="order=reverse"):
        arrange(openings, "reverse", 5)


@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.parametrize("size", [15, 20])
def test_the_bundled_openings_are_many_and_distinct(size: int, rule: Rule) -> None:
    openings = default_openings(size, rule)
    assert len(openings) >= 24
    keys = set()
    for opening in openings:
        board = Board(size, rule)
        for point in opening:
            board.play(*point)
        assert 3 <= len(opening) <= 5
        keys.add(board.key)
    assert len(keys) == len(openings)


def test_a_small_board_gets_those_that_fit() -> None:
    for opening in default_openings(6, Rule.FREESTYLE):
        assert all(0 <= x < 6 and 0 <= y < 6 for x, y in opening)
