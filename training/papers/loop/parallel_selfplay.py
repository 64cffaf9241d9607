"""Self-play of a net with search, several games at once."""

from dataclasses import dataclass
from typing import Any, Generic

import numpy as np

from training.papers.loop.game_protocol import Position, SearchableGame, SearchTree
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.match_players import explore
from training.papers.loop.networks import Ask

Visits = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its actions, the root visits before each, and the result for the player who
    began."""

    moves: tuple[int, ...]
    visits: tuple[Visits, ...]
    result: int

    def as_json(self) -> dict[str, Any]:
        """Return the content of a line of games.jsonl."""
        return {"moves": self.moves, "visits": self.visits, "result": self.result}

    @classmethod
    def of(cls, entry: dict[str, Any]) -> "PlayedGame":
        """Return the game in a line."""
        visits = tuple([(a, n) for a, n in pairs] for pairs in entry["visits"])
        return cls(tuple(entry["moves"]), visits, entry["result"])


class GameSlot(Generic[Position]):
    """An unfinished game and its tree."""

    def __init__(self, game: SearchableGame[Position], exploration: float) -> None:
        self.position = game.start()
        self.tree: SearchTree[Position] = game.tree(self.position, exploration)
        self.moves: list[int] = []
        self.visits: list[Visits] = []


class SelfPlay(Generic[Position]):
    """Games in all slots; a slot whose game ends begins the next.

    Args:
        rng: of noise and moves.
    """

    def __init__(
        self,
        game: SearchableGame[Position],
        settings: LoopSettings,
        ask: Ask,
        rng: np.random.Generator,
    ) -> None:
        self._game = game
        self._settings = settings
        self._ask = ask
        self._rng = rng
        self._slots = [GameSlot(game, settings.exploration) for _ in range(settings.slots)]

    def advance(self) -> list[PlayedGame]:
        """Play one move in every game; return the games that ended."""
        self._think()
        ended = []
        for number, slot in enumerate(self._slots):
            self._move(slot)
            result = self._game.result(slot.position)
            if result is not None:
                ended.append(PlayedGame(tuple(slot.moves), tuple(slot.visits), result))
                self._slots[number] = GameSlot(self._game, self._settings.exploration)
        return ended

    def _think(self) -> None:
        """Evaluate the roots, add noise to their priors, and run the playouts."""
        trees = [slot.tree for slot in self._slots]
        fresh = [tree for tree in trees if tree.is_fresh]
        for tree in fresh:
            tree.begin(1)
        explore(fresh, self._game, self._ask)
        for tree in trees:
            tree.add_root_noise(self._settings.noise, self._settings.alpha, self._rng)
            tree.begin(self._settings.playouts)
        explore(trees, self._game, self._ask)

    def _move(self, slot: GameSlot[Position]) -> None:
        visits = slot.tree.visits()
        counts = np.array([count for _, count in visits], float)
        if len(slot.moves) < self._settings.temperature_moves:
            chosen = int(self._rng.choice(len(visits), p=counts / counts.sum()))
        else:
            chosen = int(counts.argmax())
        action = visits[chosen][0]
        slot.moves.append(action)
        slot.visits.append(visits)
        slot.tree.advance(action)
        slot.position = self._game.play(slot.position, action)
