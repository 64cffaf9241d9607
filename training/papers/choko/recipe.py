"""What the recipe does, in order, and the folder in which it keeps what it has done.

ppo-v1.pt, ppo-v2.pt, ppo-v3.pt, dqn.pt     checkpoints
matches.json                                the games of table 1
index.html                                  the page
"""

import json
import random
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

from core.files import write_whole
from training.errors import TrainingError
from training.papers.choko.dqn import EXPLORATION
from training.papers.choko.search import Player, by_policy, by_values, guided, minimax, play
from training.papers.choko.settings import DQN_STEPS, TABLE_GAMES, V3, VERSIONS
from training.papers.choko.train import SEED, DqnRun, PpoRun

Say = Callable[[str], None]


class Recipe:
    """One folder's work.

    Args:
        folder: made when missing.
        budget: the share of the published iterations and steps to do.
        say: told of what is done.
    Raises:
        TrainingError: the folder cannot be used, or holds something else.
    """

    def __init__(self, folder: Path, budget: float, say: Say) -> None:
        self.budget = budget
        self._path = folder / "matches.json"
        self._say = say
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = self._path.read_text() if self._path.exists() else "{}"
            self.matches: dict[str, list[int]] = json.loads(text)
        except (OSError, ValueError) as error:
            raise TrainingError(f"cannot use {folder}: {error}") from error
        self.ppo = {chosen.name: PpoRun(chosen, folder) for chosen in VERSIONS}
        self.dqn = DqnRun(folder)

    def scaled(self, published: int) -> int:
        """A share of a published number, but at least 1."""
        return max(1, round(published * self.budget))

    def run(self) -> None:
        """Everything that is not done yet."""
        for chosen in VERSIONS:
            ancestor_every = self.scaled(chosen.ancestor_every) if chosen.ancestor_every else 0
            run = self.ppo[chosen.name]
            run.run(self.scaled(chosen.iterations), ancestor_every, self._say)
        self.dqn.run(self.scaled(DQN_STEPS), self._say)
        self._table()

    def players(self) -> dict[str, Player]:
        """The agents of table 1, and DQN, which the text compares with V1 and V2."""
        rng = random.Random(SEED)
        return {
            "PGTS": guided(self.ppo[V3.name].net),
            **{c.name: by_policy(self.ppo[c.name].net) for c in reversed(VERSIONS)},
            "Minimax": minimax(rng),
            "DQN": by_values(self.dqn.net, rng, EXPLORATION),
        }

    def _table(self) -> None:
        """Plays what games are missing: each pair's, either beginning half of them."""
        players = self.players()
        for one, other in combinations(players, 2):
            results = self.matches.setdefault(f"{one}/{other}", [])
            while len(results) < TABLE_GAMES:
                sign = 1 if len(results) % 2 == 0 else -1
                pair = (one, other)[::sign]
                results.append(sign * play(players[pair[0]], players[pair[1]]))
                write_whole(self._path, json.dumps(self.matches).encode())
            self._say(f"{one} against {other}: {results.count(1)} won, {results.count(-1)} lost")
