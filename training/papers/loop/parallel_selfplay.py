"""Self-play of a net with search, several games at once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

import numpy as np

from training.papers.loop.game_protocol import Position, SearchableGame, SearchTree
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.match_players import explore
from training.papers.loop.networks import Ask

Visits = list[tuple[int, int]]

WHOLE_SHARE = 0.1
"""Share of the games in which nobody resigns, so that wrong resignations can be counted."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game.

    Attributes:
        moves: the actions.
        visits: of the root before each.
        result: for the player who began.
        resigned: the loser resigned.
        threshold: the value below which a player would have resigned, if there was one.
        values: of the root before each move, for the mover, in a game in which nobody was allowed
            to resign. Players take turns.
    """

    moves: tuple[int, ...]
    visits: tuple[Visits, ...]
    result: int
    resigned: bool = False
    threshold: float | None = None
    values: tuple[float, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the content of a line of games.jsonl."""
        entry = {"moves": self.moves, "visits": self.visits, "result": self.result}
        if self.resigned or self.threshold is not None or self.values is not None:
            entry |= {"resigned": self.resigned, "threshold": self.threshold, "values": self.values}
        return entry

    @classmethod
    def of(cls, entry: dict[str, Any]) -> "PlayedGame":
        """Return the game in a line."""
        visits = tuple([(a, n) for a, n in pairs] for pairs in entry["visits"])
        values = entry.get("values")
        return cls(
            tuple(entry["moves"]),
            visits,
            entry["result"],
            entry.get("resigned", False),
            entry.get("threshold"),
            None if values is None else tuple(map(float, values)),
        )


class GameSlot(Generic[Position]):
    """An unfinished game and its tree; `may_resign` is false in games that are played out."""

    def __init__(
        self, game: SearchableGame[Position], exploration: float, may_resign: bool
    ) -> None:
        self.position = game.start()
        self.tree: SearchTree[Position] = game.tree(self.position, exploration)
        self.moves: list[int] = []
        self.visits: list[Visits] = []
        self.may_resign = may_resign
        self.values: list[float] = []


class SelfPlay(Generic[Position]):
    """Games in all slots; a slot whose game ends begins the next.

    Args:
        rng: of noise and moves.
        threshold: returns the value of the root at which a player resigns now; None: at none.
    """

    def __init__(
        self,
        game: SearchableGame[Position],
        settings: LoopSettings,
        rng: np.random.Generator,
        threshold: Callable[[], float | None] = lambda: None,
    ) -> None:
        self._game = game
        self._settings = settings
        self._rng = rng
        self._threshold = threshold
        self._slots = [self._begin() for _ in range(settings.slots)]

    def _begin(self) -> GameSlot[Position]:
        settings = self._settings
        may_resign = settings.resigns and self._rng.random() >= WHOLE_SHARE
        return GameSlot(self._game, settings.exploration, may_resign)

    def advance(self, ask: Ask) -> list[PlayedGame]:
        """Play one move in every game, by a net; return the games that ended."""
        self._think(ask)
        threshold, ended = self._threshold(), []
        for number, slot in enumerate(self._slots):
            side = 0 if self._game.is_first_to_move(slot.position) else 1
            slot.values.append(round(slot.tree.value(), 3))
            hopeless = threshold is not None and slot.values[-1] <= threshold
            self._move(slot)
            result = self._game.result(slot.position)
            resigned = result is None and hopeless and slot.may_resign
            if resigned:
                result = 2 * side - 1
            if result is not None:
                is_whole = self._settings.resigns and not slot.may_resign
                ended.append(
                    PlayedGame(
                        tuple(slot.moves),
                        tuple(slot.visits),
                        result,
                        resigned,
                        threshold,
                        tuple(slot.values) if is_whole else None,
                    )
                )
                self._slots[number] = self._begin()
        return ended

    def _think(self, ask: Ask) -> None:
        """Evaluate the roots, add noise to their priors, and run the playouts."""
        trees = [slot.tree for slot in self._slots]
        fresh = [tree for tree in trees if tree.is_fresh]
        for tree in fresh:
            tree.begin(1)
        explore(fresh, self._game, ask)
        for tree in trees:
            tree.add_root_noise(self._settings.noise, self._settings.alpha, self._rng)
            tree.begin(self._settings.playouts)
        explore(trees, self._game, ask)

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
