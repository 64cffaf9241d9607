"""Opening files of all kinds, the bundled sets, and the messages for bad ones."""

from pathlib import Path

import pytest

from core.game.rules import Rule
from tournaments.model import Opening, TournamentError
from tournaments.openings.opening_transforms import canonical_form
from tournaments.openings.openings import (
    arrange,
    default_openings,
    format_offsets,
    load_openings,
    parse_opening,
)


def test_offsets_count_from_the_centre() -> None:
    assert parse_opening("0,0, 1,-1,-7,7", "offset", 15) == ((7, 7), (8, 6), (0, 14))
    assert parse_opening("0,0", "offset", 20) == ((10, 10),)


def test_pos_has_letters_from_a_and_rows_from_one() -> None:
    assert parse_opening("h8i9a15", "pos", 15) == ((7, 7), (8, 8), (0, 14))
    assert parse_opening("H8 I9", "pos", 15) == ((7, 7), (8, 8))


def write(tmp_path: Path, text: str) -> str:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    return str(path)


def load(path: object, kind: str) -> list[Opening]:
    """Return the openings of a file that needs no warning."""
    warnings: list[str] = []
    found = load_openings(str(path), kind, 15, Rule.FREESTYLE, warnings.append)
    assert not warnings
    return found


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    path = write(tmp_path, "h8\n\nh8i9\n")
    assert load(path, "pos") == [((7, 7),), ((7, 7), (8, 8))]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("0,0\n1,2,3", "offset", "line 2: 3 numbers make no pairs: correct the line or remove it"),
        ("a,b", "offset", "line 1: 'a,b' is not written like 0,0,1,-1"),
        ("0,99999999999", "offset", "line 1: '0,99999999999' is not written like 0,0,1,-1"),
        ("h8?", "pos", "line 1: 'h8\\?' is not a list of moves"),
        ("0,0,20,0", "offset", "line 1: move 2: 27,7 is outside the 15x15 board"),
        ("0,0,0,0", "offset", "line 1: move 2: h8 is taken"),
        ("\n\n", "offset", "holds no opening"),
        ("h8", "letters", "type=letters: opening files are of type offset, pos or sgf"),
        ("a1a2b1b2c1c2d1d2e1", "pos", "the opening is already won"),
    ],
)
def test_a_bad_file_is_explained(tmp_path: Path, text: str, kind: str, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        load(write(tmp_path, text), kind)


def test_an_unreadable_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"cannot read openings from .*: No such file"):
        load(str(tmp_path / "none"), "pos")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(TournamentError, match="it is not text"):
        load(str(tmp_path / "binary"), "pos")


def test_order() -> None:
    openings = [((i, i),) for i in range(12)]
    assert arrange(openings, "sequential", 5) == openings
    shuffled = arrange(openings, "random", 5)
    assert shuffled != openings
    assert sorted(shuffled) == openings
    assert shuffled == arrange(openings, "random", 5)
    with pytest.raises(TournamentError, match="order=reverse"):
        arrange(openings, "reverse", 5)


@pytest.mark.parametrize(
    ("rule", "size"),
    [
        (Rule.FREESTYLE, 15),
        (Rule.FREESTYLE, 20),
        (Rule.STANDARD, 15),
        (Rule.RENJU, 15),
        (Rule.CARO, 15),
        (Rule.CARO, 20),
        (Rule.CARO_EXACT, 15),
    ],
)
def test_every_league_has_fifty_openings_of_its_own(size: int, rule: Rule) -> None:
    openings = default_openings(size, rule)
    assert len(openings) >= 50
    assert all(3 <= len(opening) <= 7 for opening in openings)
    assert len({canonical_form(opening, size) for opening in openings}) == len(openings)


def test_the_sets_differ_by_rule_and_board() -> None:
    sets = [
        tuple(default_openings(size, rule))
        for rule, size in ((Rule.FREESTYLE, 15), (Rule.FREESTYLE, 20), (Rule.RENJU, 15))
    ]
    assert len(set(sets)) == 3


def test_other_boards_take_the_set_of_the_nearest() -> None:
    on_20 = [format_offsets(opening, 20) for opening in default_openings(20, Rule.FREESTYLE)]
    assert [
        format_offsets(opening, 22) for opening in default_openings(22, Rule.FREESTYLE)
    ] == on_20
    assert len(default_openings(20, Rule.RENJU)) >= 50


def test_a_small_board_gets_those_that_fit() -> None:
    for opening in default_openings(6, Rule.FREESTYLE):
        assert all(0 <= x < 6 and 0 <= y < 6 for x, y in opening)


def test_offsets_and_squares_are_written_as_they_are_read() -> None:
    opening = ((7, 7), (0, 14), (8, 6))
    assert parse_opening(format_offsets(opening, 15), "offset", 15) == opening
    assert parse_opening("h8a15i7", "pos", 15) == opening  # rows from the top


def test_a_file_saved_by_a_windows_editor_is_read(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(b"\xef\xbb\xbf0,0,1,-1\r\n0,0\r\n")
    assert load(str(path), "offset") == [((7, 7), (8, 6)), ((7, 7),)]


def test_each_game_of_an_sgf_is_an_opening(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "(;GM[4]SZ[15]AB[ij][hh]AW[ii];W[jj](;B[aa])(;B[oo]))\n(;SZ[15:15];B[hh];W[ii]C[hi])",
    )
    assert load(path, "sgf") == [
        ((7, 7), (8, 8), (8, 9), (9, 9), (0, 0)),
        ((7, 7), (8, 8)),
    ]


def test_games_of_a_collection_that_are_no_openings_are_left_out_with_a_warning(
    tmp_path: Path,
) -> None:
    moves = ("B[hh])", "B[hh];W[])", "B[ii];W[jj]", "B[ii])", "B[hh])")
    warnings: list[str] = []
    path = write(tmp_path, "\n".join("(;SZ[15];" + rest for rest in moves))
    found = load_openings(path, "sgf", 15, Rule.FREESTYLE, warnings.append)
    assert found == [((7, 7),), ((8, 8),)]
    (warning,) = warnings
    assert warning.startswith(f"{path}: 3 of 5 games are left out: game 2: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("h8i9", r"openings.txt: "),
        ("(;SZ[19];B[hh])", "holds no opening: game 1: it is for a board of 19, not of 15"),
        ("(;SZ[15]AB[hh][ii])", "game 1: 2 black and 0 white stones are set up"),
        ("(;SZ[15];W[hh])", "move 1 is by the wrong colour"),
        ("(;SZ[15];B[hh];B[ii])", "move 2 is by the wrong colour"),
        ("(;SZ[15];B[hh];W[])", "has a pass"),
        ("(;SZ[15];B[hh];AW[ii])", "set up in the middle"),
        ("(;SZ[15];B[hh];W[hh])", "game 1: move 2: h8 is taken"),
    ],
)
def test_a_bad_sgf_is_explained(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        load(write(tmp_path, text), "sgf")


@pytest.mark.parametrize("kind", ["pos", "offset"])
def test_a_long_line_is_shown_in_part(kind: str, tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="line 1: 'h8xxx") as told:
        load(write(tmp_path, "h8" + "x" * 10_000), kind)
    assert len(str(told.value)) < 500
