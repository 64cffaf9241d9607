"""Gomoku for the papers' learning code, played and searched by the compiled core."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.eval.evaluate import Evaluator, RolloutEvaluator
from core.game.board import BLACK, EMPTY, Board
from core.game.outcome import result_for_black
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.mcts import Search
from core.search.search_settings import PLAIN
from core.search.time_management import Budget
from training.papers.loop.game_protocol import Actions, Planes, Policy

TREE_BYTES = 256 << 20


class Gomoku:
    """Freestyle Gomoku on a square board. An action is a cell, numbered row by row.

    The four planes are those of the paper "A Gomoku Agent Based on AlphaZero Algorithm": own
    stones, the opponent's, the last move, and all ones if Black is to move.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.shape = (4, size, size)
        self.actions = size * size

    def start(self) -> Board:
        """Return an empty board."""
        return Board(self.size, Rule.FREESTYLE)

    def planes(self, position: Board) -> Planes:
        """Return the four planes of a position."""
        cells = np.frombuffer(position.cells(), np.uint8)
        planes = np.zeros((4, self.actions), np.uint8)
        planes[0] = cells == 1
        planes[1] = cells == 2
        if position.ply:
            x, y, _ = position.stones()[-1]
            planes[2, y * self.size + x] = 1
        planes[3] = position.to_move == BLACK
        return planes.reshape(self.shape)

    def legal(self, position: Board) -> Actions:
        """Return the empty cells; none once the game is over."""
        return np.array([y * self.size + x for x, y in position.legal_moves()], np.int64)

    def play(self, position: Board, action: int) -> Board:
        """Return the position with one more stone."""
        after = position.copy()
        after.play(action % self.size, action // self.size)
        return after

    def is_first_to_move(self, position: Board) -> bool:
        """Return whether Black is to move."""
        return position.to_move == BLACK

    def result(self, position: Board) -> int | None:
        """Return 1, 0 or -1 for Black; None while the game goes on."""
        return result_for_black(position) if position.over else None

    def taken(self, position: Board) -> int:
        """Return 1 if the last move made a five."""
        return int(position.winner != EMPTY)

    def symmetries(self, planes: Planes, policy: Policy) -> list[tuple[Planes, Policy]]:
        """Return the four rotations and their mirror images."""
        cells = policy.reshape(self.size, self.size)
        turned = [(np.rot90(planes, k, (1, 2)), np.rot90(cells, k)) for k in range(4)]
        mirrored = [(planes[:, :, ::-1], cells[:, ::-1]) for planes, cells in turned]
        return [
            (np.ascontiguousarray(planes), cells.reshape(-1)) for planes, cells in turned + mirrored
        ]

    def tree(self, position: Board, exploration: float) -> "GomokuTree":
        """Return a search by the compiled core."""
        return GomokuTree(position, exploration)


class GomokuTree:
    """The core's search, with cells for moves."""

    def __init__(self, position: Board, exploration: float) -> None:
        self._size = position.size
        self._search = Search(Evaluator(), TREE_BYTES, replace(PLAIN, c_puct=exploration))
        self._search.reset(position)

    @property
    def is_fresh(self) -> bool:
        """True if the root has not been evaluated yet."""
        self._search.begin(0)
        return self._search.root_visits == 0

    def begin(self, playouts: int) -> None:
        """Allow this many more playouts."""
        self._search.begin(playouts)

    def leaf(self) -> Board | None:
        """Return the next position to evaluate."""
        return self._search.select_leaf()

    def judge(self, priors: Policy, value: float) -> None:
        """Finish the playout that `leaf` began."""
        self._search.backpropagate(priors.tolist(), value)

    def add_root_noise(self, share: float, alpha: float, rng: np.random.Generator) -> None:
        """Mix Dirichlet noise into the root's priors."""
        edges = self._search.edges()
        priors = [0.0] * (self._size * self._size)
        noise = rng.dirichlet([alpha] * len(edges)) if edges else ()
        for edge, random in zip(edges, noise, strict=True):
            x, y = edge.move
            priors[y * self._size + x] = (1 - share) * edge.prior + share * float(random)
        self._search.set_priors(priors)

    def value(self) -> float:
        """Return the root's mean value for its mover."""
        return self._search.root_value

    def visits(self) -> list[tuple[int, int]]:
        """Return the cells tried at the root, with their visits."""
        return [
            (edge.move[1] * self._size + edge.move[0], edge.visits)
            for edge in self._search.edges()
            if edge.visits
        ]

    def advance(self, action: int) -> None:
        """Play a move at the root."""
        self._search.advance(action % self._size, action // self._size)


class PureMcts:
    """The papers' opponent: uniform priors, and one random playout to evaluate a leaf."""

    def __init__(self, playouts: int, seed: int) -> None:
        self._playouts = playouts
        self._engine = Engine(RolloutEvaluator(seed), settings=PLAIN)

    def choose(self, positions: Sequence[Board]) -> list[int]:
        """Return the most visited move of each position."""
        return [self._choose(position) for position in positions]

    def _choose(self, position: Board) -> int:
        self._engine.set_position(position)
        x, y = self._engine.think(Budget.from_now(visits=self._playouts)).move
        return y * position.size + x
