"""Games of the search against itself, and what a net can learn from them.

At each move a Gumbel search (Danihelka et al., "Policy improvement by planning with Gumbel",
ICLR 2022): of the moves listed, the 16 best by prior and Gumbel noise share the visits by
sequential halving, and the policy to learn is the prior improved by the values found. Where the
search proves the position, the game ends with the proof's result.

A quarter of the moves, drawn at random, gets five times the visits of the others, and only those
are learnt from: results are worth many cheap games, policies a few dear searches (playout cap
randomization, Wu, "Accelerating self-play learning in Go", arXiv 1902.10565). On 9x9, 19 minutes
of half a core each from nothing, the net of this scored 0.543 +-0.016 in 800 games at 64 visits
against the net of rows from every move at 64 visits.

Games begin with some random stones near each other that the search does not hold to be decided:
from the empty board the first player wins too much.
"""

import math
import random
from dataclasses import dataclass, replace

import cython
from cython.cimports.core.game.board import S_BLACK, S_EMPTY, STRIDE, Board

from core.search.mcts import Search

FULL_SHARE = 0.25
FULL, FAST = 2.5, 0.5
"""Visits of the moves that are learnt from and of the others, as shares of the mean."""

CONSIDERED = 16
TARGETS = 16
"""Moves of a policy target; the rest of its mass is dropped."""

VISIT_OFFSET = 50.0
VALUE_SCALE = 0.5
TARGET_SCALE = 0.15
"""c_visit and c_scale of the paper: how far values outweigh the prior, in the choice of the move
and in the policy to learn. A move's value after a few visits is off by some 0.3; on the paper's
scale of 1 that noise, not the values, would make the targets."""

TREE_BYTES = 64 << 20
MOST_STONES = 8
UNEVEN = 0.4
TRIES = 20
SETTLED, SETTLED_MOVES = 0.9, 3
"""A game whose value has been beyond this for so many moves goes on with fewer visits, and its
rows count less (KataGo's soft resignation)."""
SETTLED_SHARE = 4
DECIDED_WEIGHT = 0.1
MOST_SURPRISE = 5.0
LEAST_MEAN_SURPRISE = 1e-3
"""Nats. Where a game's mean surprise is smaller, its differences are noise, and the rows keep
their weights."""


@dataclass(frozen=True, slots=True)
class Row:
    """One position to learn from, from its mover's view; `targets` are (x, y) with shares."""

    cells: bytes
    targets: tuple
    value: float
    weight: float
    black: bool
    ply: int


@dataclass(frozen=True, slots=True)
class Game:
    """`result` is 1, 0 or -1 for Black; `proved` that a proof ended the game."""

    rows: tuple
    plies: int
    result: int
    proved: bool


class SelfPlayer:
    def __init__(self, evaluator, settings, size, rule, seed):
        self._size = size
        self._rule = rule
        self._rng = random.Random(seed)
        self._search = Search(evaluator, TREE_BYTES, settings)

    def play(self, visits):
        board, search = self._open(visits), self._search
        rows, surprises = [], []
        proof = settled = 0
        while not board.over and board.legal_moves():
            resigned = settled >= SETTLED_MOVES
            full = self._rng.random() < FULL_SHARE
            choice, row, surprise = self._think(board, _share(visits, full, resigned))
            settled = settled + 1 if abs(row.value) > SETTLED else 0
            proof = search.root_proof
            if full or proof:
                rows.append(replace(row, weight=DECIDED_WEIGHT) if resigned else row)
                surprises.append(surprise)
            if proof:
                break
            board.play(*choice)
            search.advance(*choice)
        mover = 1 if board.to_move == S_BLACK else -1
        result = (mover if proof > 0 else -mover) if proof else _result(board)
        return Game(weighted(rows, surprises), board.ply, result, proof != 0)

    def _open(self, visits):
        """A board with random stones, nearly even; at last whatever came."""
        for _ in range(TRIES):
            board = self._scatter()
            if board.over or not board.legal_moves():
                continue
            self._search.reset(board)
            _, row, _ = self._think(board, visits)
            if self._search.root_proof == 0 and abs(row.value) < UNEVEN:
                break
        else:
            board = Board(self._size, self._rule)
            self._search.reset(board)
        return board

    def _scatter(self):
        """Up to eight stones, each near the middle or near another."""
        board = Board(self._size, self._rule)
        middle = self._size // 2
        reach = max(2, middle - 3)
        stones = []
        for _ in range(self._rng.randint(1, MOST_STONES)):
            x, y = self._rng.choice(stones) if stones else (middle, middle)
            step = 2 if stones else reach
            point = x + self._rng.randint(-step, step), y + self._rng.randint(-step, step)
            if not board.over and point in board.legal_moves():
                board.play(*point)
                stones.append(point)
        return board

    def _think(self, board, visits):
        """The move to play, the row of the position, and how far search and prior are apart."""
        search = self._search
        search.prepare()
        noise = [-math.log(-math.log(self._rng.random() or 1e-300)) for _ in search.edges()]
        best = self._halve(noise, visits)
        edges = search.edges()
        if search.root_proof:
            move, value = search.root_moves()[0][0], 1.0 if search.root_proof > 0 else -1.0
            targets, surprise = ((move, 1.0),), 0.0
        else:
            move, value = edges[best][0], edges[best][3]
            targets = _targets(edges, search.root_value)
            surprise = divergence(targets, edges)
        weight = DECIDED_WEIGHT if search.root_proof else 1.0
        row = Row(cells_of(board), targets, value, weight, board.to_move == S_BLACK, board.ply)
        return move, row, surprise

    def _halve(self, noise, visits):
        """Sequential halving over the moves with the best noisy priors; the survivor."""
        search = self._search
        edges = search.edges()
        scores = [_log(edge[1]) + g for edge, g in zip(edges, noise, strict=True)]
        left = sorted(range(len(edges)), key=scores.__getitem__, reverse=True)[:CONSIDERED]
        phases = max(1, math.ceil(math.log2(len(left))))
        for phase in range(phases):
            share = max(1, visits // (phases * len(left)))
            for i in left:
                search.run_through(i, share)
            if search.root_proof:
                break
            edges = search.edges()
            most = max(edge[2] for edge in edges)
            left.sort(
                key=lambda i: scores[i] + VALUE_SCALE * _weighed(edges[i][3], most), reverse=True
            )
            left = left[: max(1, len(left) // 2)] if phase < phases - 1 else left
        return left[0]


def _share(visits, full, resigned):
    """The visits of one move, of so many on average."""
    share = visits * (FULL if full else FAST) / (SETTLED_SHARE if resigned else 1)
    return max(int(share), CONSIDERED)


def _result(board):
    return 0 if not board.winner else 1 if board.winner == S_BLACK else -1


def divergence(targets, edges):
    """Return the Kullback-Leibler divergence of a target from the priors of the edges, in nats.

    Both are distributions over the moves of the edges, which are as `core.search.mcts.Search.edges`
    lists them, so only rounding can make the sum negative.
    """
    total = sum(edge[1] for edge in edges)
    priors = {edge[0]: edge[1] / total for edge in edges}
    return max(0.0, sum(share * (_log(share) - _log(priors[move])) for move, share in targets))


def weighted(rows, surprises):
    """Return the rows of a game with half of each weight shared out by surprise, in nats.

    A weight stays above 0 and grows at most threefold; where the mean surprise is tiny, all stay
    as they are (policy-surprise weighting, Wu, "KataGo methods", 2020).
    """
    mean = sum(surprises) / max(len(surprises), 1)
    if mean < LEAST_MEAN_SURPRISE:
        return tuple(rows)
    return tuple(
        replace(row, weight=row.weight * 0.5 * (1 + min(surprise / mean, MOST_SURPRISE)))
        for row, surprise in zip(rows, surprises, strict=True)
    )


def _log(share):
    return math.log(max(share, 1e-9))


def _weighed(value, most):
    """A value of -1 to 1 as it adds, times the scale, to a logit (the paper's sigma)."""
    return (VISIT_OFFSET + most) * (value + 1) / 2


def _targets(edges, root_value):
    """The improved policy: the prior's logits plus the values, those of unvisited moves filled
    in by the mean of the visited ones under the prior (the paper's completed Q)."""
    visits = sum(edge[2] for edge in edges)
    most = max(edge[2] for edge in edges)
    seen = sum(edge[1] for edge in edges if edge[2])
    mean = sum(edge[1] * edge[3] for edge in edges if edge[2]) / max(seen, 1e-9)
    mixed = (root_value + visits * mean) / (1 + visits)
    logits = [
        _log(edge[1]) + TARGET_SCALE * _weighed(edge[3] if edge[2] else mixed, most)
        for edge in edges
    ]
    top = max(logits)
    shares = [math.exp(logit - top) for logit in logits]
    # Among equals those that were looked at, whom chance chose, not those listed first.
    ranked = sorted(zip(shares, edges, strict=True), key=lambda pair: (-pair[0], -pair[1][2]))
    ranked = ranked[:TARGETS]
    total = sum(share for share, _ in ranked)
    return tuple((edge[0], share / total) for share, edge in ranked)


def cells_of(board: Board):
    """The board row by row from the mover's view: 0 empty, 1 own, 2 the enemy's."""
    cells = bytearray(board.edge * board.edge)
    x: cython.int
    y: cython.int
    stone: cython.int
    at: cython.int = 0
    for y in range(1, board.edge + 1):
        for x in range(1, board.edge + 1):
            stone = board.squares[y * STRIDE + x].stone
            if stone != S_EMPTY:
                cells[at] = 1 if stone == board.side else 2
            at += 1
    return bytes(cells)
