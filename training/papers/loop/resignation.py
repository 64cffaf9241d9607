"""Resignation in self-play, with its false positives measured (AlphaGo Zero, methods).

A share of the games is played to the end. They tell how often a player whose value sank below a
threshold did not lose; the highest threshold at which that is seldom enough is used.
"""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from training.papers.loop.parallel_selfplay import PlayedGame

ALLOWED = 0.05
"""Share of the resignations that may be wrong."""

FEWEST, MOST = 20, 400
"""Whole games before the first resignation, and those that are remembered."""

THRESHOLDS = tuple(-number / 100 for number in range(50, 100))


class Wrong(NamedTuple):
    """The number of resignations, and of those by a player who would not have lost."""

    resigned: int
    wrong: int


class Resignation:
    """The threshold of resignation, by the whole games so far."""

    def __init__(self) -> None:
        self._whole: deque[PlayedGame] = deque(maxlen=MOST)
        self._threshold: float | None = None

    def add(self, played: PlayedGame) -> None:
        """Count a game that was played to the end; others are left out."""
        if played.values is None:
            return
        self._whole.append(played)
        self._threshold = None
        if len(self._whole) >= FEWEST:
            self._threshold = next(
                (
                    threshold
                    for threshold in THRESHOLDS
                    if _is_seldom_wrong(resignations(self._whole, threshold))
                ),
                None,
            )

    def threshold(self) -> float | None:
        """Return the value of the root at which a player resigns; None: at none."""
        return self._threshold


def _is_seldom_wrong(counted: Wrong) -> bool:
    return counted.resigned > 0 and counted.wrong <= ALLOWED * counted.resigned


def resignations(whole: Iterable[PlayedGame], threshold: float) -> Wrong:
    """Return the resignations that a threshold would have caused in whole games.

    A player does not resign with the move that ends the game.
    """
    resigned = wrong = 0
    for played in whole:
        assert played.values is not None
        for ply, value in enumerate(played.values[:-1]):
            if value <= threshold:
                resigned += 1
                wrong += (played.result if ply % 2 == 0 else -played.result) >= 0
                break
    return Wrong(resigned, wrong)
