"""Openings turned, mirrored and shifted, and forms that tell which openings are the same."""

import random
from collections.abc import Sequence

from core.game.board import IllegalMove
from core.game.notation import board_after
from core.game.rules import Rule
from core.game.symmetry import SYMMETRIES, transform
from tournaments.model import Opening

Stones = tuple[Opening, Opening]

TRANSFORMS = ("symmetries", "shifts", "both")

MOST_SHIFT = 2
"""Largest shift, in lines. An opening moved far towards an edge is no longer balanced."""

_TRIES = 20
"""Random shifts tried before an opening stays in its place."""


def stones_of(opening: Opening) -> Stones:
    """Return Black's and White's stones, the same for all orders of the moves."""
    return tuple(sorted(opening[::2])), tuple(sorted(opening[1::2]))


def canonical_form(opening: Opening, size: int) -> Stones:
    """Return Black's and White's stones in a form shared by all rotations, reflections and move
    orders of the opening."""
    return min(stones_of(image) for image in _images(opening, size))


def transformed(
    openings: Sequence[Opening], kind: str, size: int, rule: Rule, seed: int
) -> list[Opening]:
    """Return all openings under one random transform each, then under another, and so on.

    With `symmetries` each opening has its different images, at most eight; with `both` each of them
    is shifted too; with `shifts` each has one image. A position that comes twice is left out. The
    same seed gives the same openings.
    """
    rng = random.Random(f"transforms {seed}")
    passes: list[list[Opening]] = []
    for opening in openings:
        images = [opening]
        if kind != "shifts":
            images = list({stones_of(image): image for image in _images(opening, size)}.values())
            rng.shuffle(images)
        if kind != "symmetries":
            images = [_shifted(image, size, rule, rng) for image in images]
        passes.append(images)
    rounds = max(map(len, passes))
    every = (images[n] for n in range(rounds) for images in passes if n < len(images))
    return list({stones_of(image): image for image in every}.values())


def with_symmetries(openings: Sequence[Opening], size: int) -> list[Opening]:
    """Return the openings, then those of all other positions that they have under one symmetry,
    then under the next."""
    found: dict[Stones, Opening] = {}
    for images in zip(*(_images(opening, size) for opening in openings), strict=True):
        for image in images:
            found.setdefault(stones_of(image), image)
    return list(found.values())


def _images(opening: Opening, size: int) -> list[Opening]:
    """Return the opening under the eight symmetries of the board."""
    return [tuple(transform(point, size, symmetry) for point in opening) for symmetry in SYMMETRIES]


def _shifted(opening: Opening, size: int, rule: Rule, rng: random.Random) -> Opening:
    """Return the opening shifted at random, where it still can be played."""
    for _ in range(_TRIES):
        dx, dy = (rng.randint(-MOST_SHIFT, MOST_SHIFT) for _ in range(2))
        moved = tuple((x + dx, y + dy) for x, y in opening)
        if not all(0 <= line < size for point in moved for line in point):
            continue
        try:
            if not board_after(size, rule, moved).over:
                return moved
        except IllegalMove:  # a foul of renju depends on the edge
            continue
    return opening
