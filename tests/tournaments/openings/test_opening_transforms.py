"""Openings turned, mirrored and shifted."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.notation import board_after
from core.game.rules import Rule
from tournaments.cli.plan_options import openings_of
from tournaments.model import Opening, TournamentError
from tournaments.openings.opening_transforms import (
    MOST_SHIFT,
    TRANSFORMS,
    canonical_form,
    stones_of,
    transformed,
)
from tournaments.openings.openings import default_openings

RULES = st.sampled_from([Rule.FREESTYLE, Rule.RENJU, Rule.CARO])


def placed(opening: Opening) -> tuple[int, int]:
    """Return the extent of the stones, which no shift changes."""
    columns, rows = zip(*opening, strict=True)
    return max(columns) - min(columns), max(rows) - min(rows)


@given(RULES, st.integers(0, 99))
def test_symmetries_are_eight_different_images_of_each_opening_in_turn(
    rule: Rule, seed: int
) -> None:
    openings = default_openings(15, rule)[:10]
    images = transformed(openings, "symmetries", 15, rule, seed)
    assert images == transformed(openings, "symmetries", 15, rule, seed)
    assert len({stones_of(image) for image in images}) == len(images)
    for at, image in enumerate(images[:10]):
        assert canonical_form(image, 15) == canonical_form(openings[at], 15)
    assert len(images) == 80
    for at, image in enumerate(images):
        assert canonical_form(image, 15) == canonical_form(openings[at % 10], 15)


@given(RULES, st.integers(0, 99), st.sampled_from(["shifts", "both"]))
def test_shifted_openings_can_be_played_and_keep_their_shape(
    rule: Rule, seed: int, kind: str
) -> None:
    openings = default_openings(15, rule)[:10]
    images = transformed(openings, kind, 15, rule, seed)
    assert len({stones_of(image) for image in images}) == len(images)
    assert len(images) == 10 if kind == "shifts" else 60 < len(images) <= 80
    for at, image in enumerate(images):
        assert not board_after(15, rule, image).over
        if kind == "both":
            assert sorted(placed(image)) in [sorted(placed(opening)) for opening in openings]
            continue
        moves = {(x - a, y - b) for (x, y), (a, b) in zip(image, openings[at], strict=True)}
        ((dx, dy),) = moves
        assert max(abs(dx), abs(dy)) <= MOST_SHIFT


def test_a_symmetric_opening_has_fewer_images() -> None:
    assert len(transformed([((7, 7),)], "symmetries", 15, Rule.FREESTYLE, 1)) == 1
    assert len(transformed([((7, 7), (7, 6))], "symmetries", 15, Rule.FREESTYLE, 1)) == 4


def test_images_of_two_openings_that_mirror_each_other_come_once() -> None:
    mirrored = [((7, 7), (7, 6), (3, 4)), ((7, 7), (7, 8), (3, 10))]
    assert len(transformed(mirrored, "symmetries", 15, Rule.FREESTYLE, 1)) == 8


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "openings.txt"
    path.write_text("0,0,1,1\n0,0,1,0,2,2\n0,0,2,1\n")
    return path


def test_start_names_the_first_opening_and_the_earlier_ones_come_last(file: Path) -> None:
    first, second, third = openings_of(f"file={file}", 15, Rule.FREESTYLE)
    assert openings_of(f"file={file} start=2", 15, Rule.FREESTYLE) == (second, third, first)
    shuffled = openings_of(f"file={file} order=random srand=4", 15, Rule.FREESTYLE)
    started = openings_of(f"file={file} order=random srand=4 start=3", 15, Rule.FREESTYLE)
    assert started == (*shuffled[2:], *shuffled[:2])


@pytest.mark.parametrize("kind", TRANSFORMS)
def test_the_bundled_set_can_be_transformed_too(kind: str) -> None:
    bundled = openings_of(None, 15, Rule.RENJU)
    found = openings_of(f"transform={kind} srand=3", 15, Rule.RENJU)
    assert len(found) >= len(bundled)
    assert found[: len(bundled)] != bundled


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("start=4", "start=4: there are 3 openings"),
        ("start=0", "start=0: there are 3 openings"),
        ("start=two", "start=two: write a whole number"),
        ("transform=turn", "transform=turn: write symmetries, shifts, both"),
    ],
)
def test_wrong_words_are_explained(words: str, message: str, file: Path) -> None:
    with pytest.raises(TournamentError, match=message):
        openings_of(f"file={file} {words}", 15, Rule.FREESTYLE)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("0,0,1,1,2,2\n0,1\n2,2,1,1,0,0\n", "offset", "line 3 is the same position as line 1"),
        ("h8i9\n\nh8i9\n", "pos", "line 3 is the same position as line 1"),
    ],
)
def test_an_opening_that_comes_twice_is_refused_in_any_order_of_its_moves(
    text: str, kind: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "openings").write_text(text)
    with pytest.raises(TournamentError, match=words):
        openings_of(f"file={tmp_path / 'openings'} type={kind}", 15, Rule.FREESTYLE)


def test_a_game_that_comes_twice_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "openings"
    path.write_text("(;SZ[15];B[hh];W[ii];B[jj])(;SZ[15];B[jj];W[ii];B[hh])")
    openings = openings_of(f"file={path} type=sgf", 15, Rule.FREESTYLE)
    assert openings == (((7, 7), (8, 8), (9, 9)),)
    warning = f"{path}: 1 of 2 games are left out: game 2: it is the same position as game 1\n"
    assert capsys.readouterr() == ("", warning)
