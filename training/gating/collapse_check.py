"""The collapse check: stops a run whose games no longer teach anything."""

from collections import deque

from training.selfplay.samples import Head
from training.training_error import TrainingError

WINDOW = 1000
SHORTEST = 15.0
"""Plies: games that are shorter on average are won by rushing, without any defence."""
HIGHEST = 0.9
"""Score of the first player above which games are decided before they begin."""

ADVICE = (
    "Check some games and `fukumi train report`. Possible remedies: more balanced openings, more "
    "visits or larger boards (settings of a new run), or going back: delete the newest files in "
    "nets/ and samples/ together with best.json, best.net and checkpoint.pt. The same command "
    "resumes the run, and checks new games only."
)


class Collapse(TrainingError):
    """A run that should not go on; the text says why and what to do."""

    exit_code = 3


class CollapseCheck:
    """A check of the last games of self-play, beginning with its creation."""

    def __init__(self, window: int = WINDOW) -> None:
        self._games: deque[tuple[int, int]] = deque(maxlen=window)

    def add(self, head: Head) -> None:
        """Add the games of a shard.

        Raises:
            Collapse: the last games, a full window, are too short or too one-sided.
        """
        self._games.extend(zip(head.lengths, head.results, strict=True))
        if len(self._games) < (self._games.maxlen or 0):
            return
        length = sum(length for length, _ in self._games) / len(self._games)
        score = sum(result + 1 for _, result in self._games) / (2 * len(self._games))
        last = f"the last {len(self._games):,} games"
        if length < SHORTEST:
            raise Collapse(f"{last} took {length:.1f} plies, fewer than {SHORTEST:g}. {ADVICE}")
        if score > HIGHEST:
            raise Collapse(
                f"in {last} the first player scored {score:.0%}, more than {HIGHEST:.0%}. {ADVICE}"
            )
