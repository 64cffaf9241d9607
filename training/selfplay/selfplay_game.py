"""A self-play game of the search, as samples to learn from.

Each move is chosen by a Gumbel search (Danihelka et al., "Policy improvement by planning with
Gumbel", ICLR 2022): the 16 moves with the best sum of prior logit and Gumbel noise share the visits
by sequential halving. When the search proves the position, the game ends with the proof. The noise
costs little: in 150 positions of standard, moves chosen with it were worse than those without it by
0.008 +-0.035 in value at 80 visits, and by -0.001 +-0.008 at 400.

A quarter of the moves, drawn at random, get five times the visits of the others: outcomes profit
from many cheap games, policies from a few deep searches (playout cap randomisation, Wu,
"Accelerating self-play learning in Go", arXiv 1902.10565). On 9x9, after 19 minutes of training
from scratch on half a core each, a net that learnt from these deep searches alone scored 0.543
+-0.016 in 800 games at 64 visits against one that learnt from every move at 64 visits.

Unlike Wu's, the cheap searches become samples too, since the target is a better policy after few
visits as well: four times as many samples from the same games. Against learning from the deep ones
alone, with as many steps: on 9x9, from scratch and 12,000 games of 32 visits, 0.530 +-0.020 and,
in another run with a larger window, 0.516 +-0.019 (600 games each at 64 visits); in renju, from
one parent and 14,100 games of 400 visits, 0.515 +-0.049 (300 games at 400 visits), with
validation losses of 1.823 and 0.796 against 1.832 and 0.798.

Tried and dropped: positions inside the trees with 16 or more visits as further samples, seven times
as many, with the search's value for their outcome. From the same parent and 5,952 games of renju,
after 1,500 steps, the net scored 0.487 +-0.030 (800 games) against one that learnt without them.

Games begin with random stones near each other, in positions that the search does not consider
decided: from the empty board the first player wins too often.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.eval.evaluate import Evaluator
from core.game.board import BLACK, Board, Point
from core.game.outcome import result_for_black
from core.game.rules import Rule
from core.search.candidate import RootEdge
from core.search.mcts import Search
from core.search.search_settings import SearchSettings
from training.selfplay.policy_target import (
    VALUE_SCALE,
    Policy,
    improved_policy,
    log,
    surprise,
    surprise_factors,
    value_logit,
)

FULL_SHARE = 0.25
FULL, FAST = 2.5, 0.5
"""Visits of a deep and of a cheap search, as multiples of the mean."""

MAX_CONSIDERED = 16
"""Moves that enter the sequential halving."""

TREE_BYTES = 64 << 20

MAX_OPENING_STONES = 8
MAX_OPENING_VALUE = 0.4
OPENING_TRIES = 20

SETTLED_VALUE, SETTLED_MOVES = 0.9, 3
"""After this many moves with an absolute value above this, the rest of the game gets fewer visits
and its samples weigh less (KataGo's soft resignation)."""
SETTLED_VISITS_DIVISOR = 4
DECIDED_WEIGHT = 0.1
"""Weight of the samples of settled games and of proved positions."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position to learn from, as its side to move sees it.

    Attributes:
        cells: `Board.cells()`.
        policy: the moves to learn, with shares that sum to 1.
        value: of the search, -1 to 1.
        weight: relative frequency with which the learner draws it; 0 or more.
        black: Black is to move.
        ply: stones on the board.
    """

    cells: bytes
    policy: Policy
    value: float
    weight: float
    black: bool
    ply: int


@dataclass(frozen=True, slots=True)
class SelfplayGame:
    """A finished game.

    Attributes:
        samples: in order of play.
        plies: stones on the board at the end.
        result: 1 if Black won, -1 if White did, 0 for a draw.
        proved: a proof ended the game.
    """

    samples: tuple[Sample, ...]
    plies: int
    result: int
    proved: bool


class SelfPlayer:
    """A player of games against itself.

    Args:
        evaluator: prior and value of the search.
        settings: constants of the search.
        size: edge of the board.
        rule: of the games.
        seed: decides all games of this player.
    """

    def __init__(
        self, evaluator: Evaluator, settings: SearchSettings, size: int, rule: Rule, seed: int
    ) -> None:
        self._size = size
        self._rule = rule
        self._rng = random.Random(seed)
        self._search = Search(evaluator, TREE_BYTES, settings)

    def play(self, visits: int) -> SelfplayGame:
        """Play one game with about `visits` visits a move."""
        board, search = self._open(visits), self._search
        samples: list[Sample] = []
        surprises: list[float] = []
        proof = settled = 0
        while not board.over:
            is_settled = settled >= SETTLED_MOVES
            full = self._rng.random() < FULL_SHARE
            move, sample, surprised = self._think(board, _visits(visits, full, is_settled))
            settled = settled + 1 if abs(sample.value) > SETTLED_VALUE else 0
            proof = search.root_proof
            samples.append(replace(sample, weight=DECIDED_WEIGHT) if is_settled else sample)
            surprises.append(surprised)
            if proof:
                break
            board.play(*move)
            search.advance(*move)
        mover = 1 if board.to_move == BLACK else -1
        result = (mover if proof > 0 else -mover) if proof else result_for_black(board)
        factors = surprise_factors(surprises)
        weighted = tuple(
            replace(sample, weight=sample.weight * factor)
            for sample, factor in zip(samples, factors, strict=True)
        )
        return SelfplayGame(weighted, board.ply, result, proof != 0)

    def _open(self, visits: int) -> Board:
        """Return a position of random stones that is nearly even, or else the empty board."""
        for _ in range(OPENING_TRIES):
            board = self._scatter_stones()
            if board.over:
                continue
            self._search.reset(board)
            _, sample, _ = self._think(board, visits)
            if self._search.root_proof == 0 and abs(sample.value) < MAX_OPENING_VALUE:
                return board
        board = Board(self._size, self._rule)
        self._search.reset(board)
        return board

    def _scatter_stones(self) -> Board:
        """Return a board with random stones, each near the middle or near another stone."""
        board = Board(self._size, self._rule)
        middle = self._size // 2
        reach = max(2, middle - 3)
        stones: list[Point] = []
        for _ in range(self._rng.randint(1, MAX_OPENING_STONES)):
            x, y = self._rng.choice(stones) if stones else (middle, middle)
            step = 2 if stones else reach
            point = x + self._rng.randint(-step, step), y + self._rng.randint(-step, step)
            if point in board.legal_moves():
                board.play(*point)
                stones.append(point)
        return board

    def _think(self, board: Board, visits: int) -> tuple[Point, Sample, float]:
        """Return the move to play, the sample of the position, and its surprise in nats."""
        search = self._search
        search.prepare()
        noise = [-math.log(-math.log(self._rng.random() or 1e-300)) for _ in search.edges()]
        best = self._halve(noise, visits)
        edges = search.edges()
        policy: Policy
        if search.root_proof:
            move, value = search.moves_so_far()[0].move, 1.0 if search.root_proof > 0 else -1.0
            policy, surprised, weight = ((move, 1.0),), 0.0, DECIDED_WEIGHT
        else:
            move, value = edges[best].move, edges[best].value
            policy, weight = improved_policy(edges, search.root_value), 1.0
            surprised = surprise(policy, edges)
        black = board.to_move == BLACK
        return move, Sample(board.cells(), policy, value, weight, black, board.ply), surprised

    def _halve(self, noise: list[float], visits: int) -> int:
        """Run sequential halving over the best noisy priors; return the surviving root edge."""
        search = self._search
        edges = search.edges()
        scores = [log(edge.prior) + g for edge, g in zip(edges, noise, strict=True)]
        order = sorted(range(len(edges)), key=scores.__getitem__, reverse=True)
        left = (_unrefuted(edges, order) or order)[:MAX_CONSIDERED]
        phases = max(1, math.ceil(math.log2(len(left))))
        for phase in range(phases):
            share = max(1, visits // (phases * len(left)))
            left = self._visit(left, share, order)
            if search.root_proof:
                break
            edges = search.edges()
            most = max(edge.visits for edge in edges)
            ranks = {i: scores[i] + VALUE_SCALE * value_logit(edges[i].value, most) for i in left}
            left.sort(key=ranks.__getitem__, reverse=True)
            left = left[: max(1, len(left) // 2)] if phase < phases - 1 else left
        return left[0]

    def _visit(self, moves: list[int], share: int, order: Sequence[int]) -> list[int]:
        """Search each move and return those not proved to lose; if all are, as many of the next
        moves of `order` take their place."""
        search = self._search
        while True:
            for i in moves:
                search.run_through(i, share)
            edges = search.edges()
            left = _unrefuted(edges, moves)
            if left or search.root_proof:
                return left or moves
            others = _unrefuted(edges, order)
            if not others:
                return moves
            moves = others[: len(moves)]


def _unrefuted(edges: Sequence[RootEdge], moves: Sequence[int]) -> list[int]:
    """Return the moves that are not proved to lose, given by their edges."""
    return [i for i in moves if edges[i].proof >= 0]


def _visits(mean: int, full: bool, settled: bool) -> int:
    """Return the visits of one move, where `mean` is their mean over a game."""
    visits = mean * (FULL if full else FAST) / (SETTLED_VISITS_DIVISOR if settled else 1)
    return max(int(visits), MAX_CONSIDERED)
