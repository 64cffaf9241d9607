"""Balanced openings, made by search: random stones, kept if the search sees no winner.

An opening is kept if neither side has a win by fours (VCF) or by threats (VCT), whichever side is
to move; if a search ends with a value near 0; and if it is no rotation or reflection of another
one.
"""

import math
import random
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
from tournaments.model import Opening, TournamentError
from tournaments.openings.opening_transforms import canonical_form

FEWEST_STONES, MOST_STONES = 3, 7
"""The range of Gomocup's openings."""

REACH = 4
"""Largest distance of the stones from the centre, in lines."""

MAX_IMBALANCE = 0.1
"""The largest absolute value, between 0 and 1, of a balanced opening."""

# Shorter searches come first: (share of the visits, absolute value beyond which the full search is
# skipped). They save nearly half of the time and miss one balanced opening in ten.
_SHORT_SEARCHES = ((1 / 40, 0.2), (1 / 5, 0.15))

_VCF_BUDGET = 200_000
_VCT_BUDGET = 50_000

MOST_CANDIDATES = 2000
"""Random openings tried for each one requested, before giving up."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The search's verdict on an opening.

    `value` is Black's, from -1 (lost) to 1 (won). `forced` is empty if no forced win was found, or
    else names the winner and the kind of win.
    """

    value: float
    forced: str

    @property
    def balanced(self) -> bool:
        return not self.forced and abs(self.value) <= MAX_IMBALANCE


@dataclass(frozen=True, slots=True)
class OpeningTask:
    """A request for openings; `visits` is the length of each judging search.

    The same task gives the same openings, however many processes work on it.
    """

    rule: Rule
    size: int
    seed: int
    visits: int


def judge(board: Board, visits: int) -> Judgement:
    """Judge a position that is not over by a fresh search of `visits` visits."""
    report = _search(board, visits)
    sign = 1 if board.to_move == BLACK else -1
    return Judgement(sign * report.value, _forced(board) or _proved(sign * report.proof))


def make(task: OpeningTask, count: int, processes: int) -> Iterator[Opening]:
    """Yield `count` balanced openings, each as soon as it is found.

    Raises:
        TournamentError: fewer could be found, as on a very small board.
    """
    known = set()
    with closing(_balanced_candidates(task, processes)) as candidates:
        for opening in islice(candidates, MOST_CANDIDATES * count):
            if opening and (form := canonical_form(opening, task.size)) not in known:
                known.add(form)
                yield opening
            if len(known) == count:
                return
    raise TournamentError(
        f"only {len(known)} balanced openings of {task.rule.label} on {task.size}x{task.size} "
        f"in {MOST_CANDIDATES * count} random ones: ask for fewer"
    )


def _balanced_candidates(task: OpeningTask, processes: int) -> Generator[Opening, None, None]:
    """Yield the candidates in the order of their numbers, an empty one for each that is not
    balanced."""
    with worker_pool(processes) as pool:
        waiting: deque[Future[Opening]] = deque()
        numbers = numbers_from()
        while True:
            while len(waiting) < 4 * processes:
                waiting.append(pool.submit(balanced_candidate, task, next(numbers)))
            yield waiting.popleft().result()


def balanced_candidate(task: OpeningTask, number: int) -> Opening:
    """Return the random opening of a number, or an empty one if it is not balanced."""
    rng = random.Random(f"{task.seed}/{number}")
    board = Board(task.size, task.rule)
    opening = scatter(board, rng, rng.randint(FEWEST_STONES, MOST_STONES), REACH)
    if not opening:
        return ()
    for share, most in _SHORT_SEARCHES:
        first = _search(board, math.ceil(task.visits * share))
        if first.proof or abs(first.value) > most:
            return ()
    return opening if judge(board, task.visits).balanced else ()


def _search(board: Board, visits: int) -> Report:
    # A used engine remembers earlier solver results, which may change its judgement.
    engine = Engine()
    engine.set_position(board)
    return engine.think(Budget.from_now(visits=visits))


def _forced(board: Board) -> str:
    """Return who would win by force with the move, and by what; empty if neither side would."""
    for colour, name in ((BLACK, "Black"), (WHITE, "White")):
        turned = Board.from_stones(board.size, board.rule, board.stones(), colour)
        if Vcf().search(turned, _VCF_BUDGET):
            return f"{name} to move wins by fours"
        if Vct().search(turned, _VCT_BUDGET):
            return f"{name} to move wins by threats"
    return ""


def _proved(proof: int) -> str:
    """Describe a proof of the search; `proof` is Black's."""
    return f"{'Black' if proof > 0 else 'White'} wins in {abs(proof)}" if proof else ""
