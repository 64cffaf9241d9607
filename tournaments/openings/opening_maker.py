"""Balanced openings, made by search: random stones, kept where neither side is seen to win.

What is asked of an opening: no win by fours (VCF) or by threats (VCT) for either side, whoever
is to move; a search that ends near even; and that it is no other one turned or mirrored.
"""

import math
import random
import time
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from itertools import count as numbers_from
from itertools import islice

from core.game.board import BLACK, WHITE, Board
from core.game.rules import Rule
from core.match.balanced_openings import scatter
from core.search.engine import Engine, Report
from core.search.time_management import Budget
from core.system.processes import worker_pool
from core.threats.vcf import Vcf
from core.threats.vct import Vct
from tournaments.model import TournamentError
from tournaments.openings.openings import Opening

FEWEST_STONES, MOST_STONES = 3, 7
"""As in Gomocup's openings."""

REACH = 4
"""Lines from the centre at which the stones lie at most."""

MOST_UNEVEN = 0.1
"""The value, of -1 to 1, from which an opening is no longer even."""

# Shorter searches come first: a share of the visits, and the value beyond which the whole of them
# is not worth while. They spare nearly half of the time, and miss one even opening in ten.
_FIRST_LOOKS = ((1 / 40, 0.2), (1 / 5, 0.15))

_VCF_BUDGET = 200_000
_VCT_BUDGET = 50_000

MOST_CANDIDATES = 2000
"""Random openings looked at for each one asked for, after which there are no more to be found."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the search says of an opening.

    `value` is Black's, from -1 (lost) to 1 (won). `forced` is empty where no forced win is
    seen, else it says whose, and by what.
    """

    value: float
    forced: str

    @property
    def even(self) -> bool:
        return not self.forced and abs(self.value) <= MOST_UNEVEN


@dataclass(frozen=True, slots=True)
class Task:
    """Which openings are wanted. The same task gives the same openings, however many processes
    work on it; `visits` are those of the search that judges each."""

    rule: Rule
    size: int
    seed: int
    visits: int


def judge(board: Board, visits: int) -> Judgement:
    """What a fresh search of so many visits says of a position that is not over."""
    report = _search(board, visits)
    sign = 1 if board.to_move == BLACK else -1
    return Judgement(sign * report.value, _forced(board) or _proved(sign * report.proof))


def make(task: Task, count: int, processes: int) -> Iterator[Opening]:
    """So many balanced openings, each as soon as it is found.

    Raises:
        TournamentError: there are not so many to be found, as on a very small board.
    """
    known = set()
    with closing(_even_ones(task, processes)) as candidates:
        for opening in islice(candidates, MOST_CANDIDATES * count):
            if opening and (form := normal_form(opening, task.size)) not in known:
                known.add(form)
                yield opening
            if len(known) == count:
                return
    raise TournamentError(
        f"only {len(known)} balanced openings of {task.rule.label} on {task.size}x{task.size} "
        f"in {MOST_CANDIDATES * count} random ones: ask for fewer"
    )


def normal_form(opening: Opening, size: int) -> tuple[Opening, Opening]:
    """Black's and White's stones, the same for an opening turned, mirrored or played in
    another order."""
    return min(
        (_sorted(turned[::2]), _sorted(turned[1::2])) for turned in _symmetries(opening, size)
    )


def _sorted(stones: Opening) -> Opening:
    return tuple(sorted(stones))


def _symmetries(opening: Opening, size: int) -> Iterator[Opening]:
    for _ in range(2):
        for _ in range(4):
            opening = tuple((size - 1 - y, x) for x, y in opening)
            yield opening
        opening = tuple((y, x) for x, y in opening)


def _even_ones(task: Task, processes: int) -> Generator[Opening, None, None]:
    """The candidates in the order of their numbers, without stones where one is not even."""
    with worker_pool(processes) as pool:
        waiting: deque[Future[Opening]] = deque()
        numbers = numbers_from()
        try:
            while True:
                while len(waiting) < 4 * processes:
                    waiting.append(pool.submit(even_candidate, task, next(numbers)))
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def even_candidate(task: Task, number: int) -> Opening:
    """The random opening of a number; no stones where it is not even."""
    rng = random.Random(f"{task.seed}/{number}")
    board = Board(task.size, task.rule)
    opening = scatter(board, rng, rng.randint(FEWEST_STONES, MOST_STONES), REACH)
    if not opening:
        return ()
    for share, most in _FIRST_LOOKS:
        first = _search(board, math.ceil(task.visits * share))
        if first.proof or abs(first.value) > most:
            return ()
    return opening if judge(board, task.visits).even else ()


def _search(board: Board, visits: int) -> Report:
    # A used engine knows what its solvers have tried before, and may judge otherwise by that.
    engine = Engine()
    engine.set_position(board)
    return engine.think(Budget(time.monotonic(), math.inf, math.inf, visits))


def _forced(board: Board) -> str:
    """Who wins by force if it is his move, and by what; empty if nobody is seen to."""
    for colour, name in ((BLACK, "Black"), (WHITE, "White")):
        turned = Board.from_stones(board.size, board.rule, board.stones(), colour)
        if Vcf().search(turned, _VCF_BUDGET):
            return f"{name} to move wins by fours"
        if Vct().search(turned, _VCT_BUDGET):
            return f"{name} to move wins by threats"
    return ""


def _proved(proof: int) -> str:
    """A proof of the search in words; `proof` is Black's."""
    return f"{'Black' if proof > 0 else 'White'} wins in {abs(proof)}" if proof else ""
