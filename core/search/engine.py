"""The façade of the search: set a position, think within a budget, read the report."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.eval.evaluate import Evaluator, LinesEvaluator
from core.eval.net_loader import evaluator_for
from core.game.board import Board, Point
from core.game.rules import Rule
from core.search.candidate import Candidate
from core.search.mcts import Search
from core.search.search_control import SearchControl
from core.search.search_settings import DEFAULT_MEMORY, DEFAULTS, SearchSettings
from core.search.time_management import Budget

_PROCESS_SHARE = 110 << 20
"""Memory left to the interpreter, the tables and the nets: a net takes 26 MB, renju's two."""

_THREAD_SHARE = 9 << 19
"""Memory of each further thread: the tables of its solvers, 4.3 MiB."""

_MIN_TREE = 4 << 20

_LINES_AHEAD = 50
"""Lines computed at a time for each colour, 0.3 ms for both: a request waits no longer for them."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a search; `candidates` is never empty and runs from the best to the worst."""

    move: Point
    value: float
    visits: int
    seconds: float
    proof: int
    candidates: tuple[Candidate, ...]

    @property
    def pv(self) -> tuple[Point, ...]:
        return self.candidates[0].pv


class Engine:
    """An engine for one game at a time, which keeps its tree from move to move.

    Args:
        evaluator: value and priors; by default the shipped net of the rule that is played.
        max_memory: limit for the whole process, in bytes.
        settings: the constants of the search.
    """

    def __init__(
        self,
        evaluator: Evaluator | None = None,
        *,
        max_memory: int = DEFAULT_MEMORY,
        settings: SearchSettings = DEFAULTS,
    ) -> None:
        self._settings = settings
        self._uses_shipped_nets = evaluator is None
        self._net_of: Rule | None = None
        self._board = Board(15, Rule.FREESTYLE)
        self._ahead = evaluator
        # The first search replaces it by the shipped net: by then the rule is known.
        evaluator = evaluator or LinesEvaluator()
        self._threads, self._max_memory = 1, max_memory
        self._search = Search(evaluator, self._tree_bytes(), settings)
        self._search.reset(self._board)

    @property
    def board(self) -> Board:
        """The current position, read-only; change it by the engine's methods."""
        return self._board

    def new_game(self, size: int, rule: Rule) -> None:
        """Start from an empty board.

        Raises:
            ValueError: an unsupported size.
        """
        self._reset(Board(size, rule))

    def _reset(self, board: Board) -> None:
        self._board = board
        self._search.reset(board)

    def set_position(self, board: Board) -> None:
        """Set the position; if play leads to it from the last one, the tree is kept."""
        follow_up = _moves_between(self._board, board) if self._settings.reuse else None
        if follow_up is None:
            self._reset(board.copy())
            return
        for x, y in follow_up:
            self._search.advance(x, y)
        self._board = board.copy()

    def play(self, x: int, y: int) -> None:
        """Play a move for the side to move.

        Raises:
            IllegalMove: the square is outside, taken or forbidden, or the game is over.
        """
        self._board.play(x, y)
        self._search.advance(x, y)

    def set_max_memory(self, n_bytes: int) -> None:
        """Limit the memory of the process; 0 or less sets Gomocup's default."""
        self._max_memory = n_bytes if n_bytes > 0 else DEFAULT_MEMORY
        self._search.set_max_bytes(self._tree_bytes())

    def set_threads(self, threads: int) -> None:
        """Set the number of search threads; less than 1 means 1."""
        self._threads = max(1, threads)
        self._search.set_threads(self._threads)
        self._search.set_max_bytes(self._tree_bytes())

    def _tree_bytes(self) -> int:
        further = (self._threads - 1) * _THREAD_SHARE
        return max(self._max_memory - _PROCESS_SHARE - further, _MIN_TREE)

    def warm_up(self, rule: Rule) -> None:
        """Load the line tables and the shipped net of a rule, for the first search under it."""
        Board(15, rule)
        if self._uses_shipped_nets:
            self._ahead = evaluator_for(rule)

    def compute_ahead(self) -> bool:
        """Compute common lines of the net ahead of a search; return True while some are left.

        For the time in which nothing is asked. Without it the first 50 ms of search are spent on
        them.
        """
        return self._ahead is not None and self._ahead.compute_ahead(_LINES_AHEAD)

    def think(
        self,
        budget: Budget,
        stop: threading.Event | None = None,
        publish: Callable[[Report], None] | None = None,
    ) -> Report:
        """Search the position until the budget is used, the move is certain, or `stop` is set.

        The move is not played. The clock and `stop` are checked every 256 visits or more often, and
        the GIL is released in between.

        Args:
            budget: limits of time and visits.
            stop: ends the search from another thread.
            publish: called on this thread with the report so far: at once, if the position was in
                the tree; before the first visit; after 2 ms, then each time the search has doubled,
                in the end 4 times a second.

        Raises:
            ValueError: there is no legal move.
        """
        if self._board.over:
            raise ValueError("no legal move: the game is over")
        self._take_shipped_net()
        if publish is not None and self._search.has_moves:
            # `prepare` may take 0.14 s to make room in a tree of 170 MB.
            publish(self._report(self._search.moves_so_far(), 0, 0.0))
        self._search.prepare(budget.visits)

        def tell() -> None:
            if publish is not None:
                # Before the moves, since other threads go on adding visits.
                visits, seconds = control.visits, control.seconds
                publish(self._report(self._search.moves_so_far(), visits, seconds))

        stop = stop or threading.Event()
        control = SearchControl(self._search, self._threads, budget, stop, tell)
        control.run()
        moves = self._search.root_moves(control.positions_left)
        return self._report(moves, control.visits, control.seconds)

    def _take_shipped_net(self) -> None:
        if self._uses_shipped_nets and self._net_of is not self._board.rule:
            self._net_of = self._board.rule
            self._search.set_evaluator(evaluator_for(self._net_of))
            self._search.reset(self._board)

    def _report(self, moves: Iterable[Candidate], visits: int, seconds: float) -> Report:
        candidates = tuple(moves)
        return Report(
            move=candidates[0].move,
            value=candidates[0].value,
            visits=visits,
            seconds=seconds,
            proof=self._search.root_proof,
            candidates=candidates,
        )


def _moves_between(old: Board, new: Board) -> list[Point] | None:
    """Return the moves that lead from one position to the other by legal play.

    None unless there are at most two and their order is clear.
    """
    if (old.size, old.rule) != (new.size, new.rule) or old.over:
        return None
    added = set(new.stones()) - set(old.stones())
    if len(added) > 2 or new.ply != old.ply + len(added) or set(old.stones()) - set(new.stones()):
        return None
    first = [(x, y) for x, y, colour in added if colour == old.to_move]
    second = [(x, y) for x, y, colour in added if colour != old.to_move]
    moves = [*first, *second]
    if len(first) != (len(added) + 1) // 2 or not _reaches(old, moves, new):
        return None
    return moves


def _reaches(old: Board, moves: list[Point], new: Board) -> bool:
    trial = old.copy()
    for x, y in moves:
        if (x, y) not in trial.legal_moves():
            return False
        trial.play(x, y)
    return trial.key == new.key and trial.winner == new.winner
