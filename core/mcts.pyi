from core.board import Board, Point
from core.evaluate import Evaluator
from core.settings import Settings

class Search:
    """A tree over one position. `core.engine` is its user.

    Args:
        evaluator: gives priors and values.
        max_bytes: what the tree may take.
        settings: the constants of the search.
    """

    def __init__(self, evaluator: Evaluator, max_bytes: int, settings: Settings) -> None: ...
    def reset(self, board: Board) -> None:
        """Forgets the tree and starts one at a copy of this position."""

    def set_evaluator(self, evaluator: Evaluator) -> None:
        """Another evaluator, from the next `reset` on."""

    def set_threads(self, threads: int) -> None:
        """How many threads may search at once; not to be called while one does."""

    def set_max_bytes(self, max_bytes: int) -> None: ...
    def advance(self, x: int, y: int) -> None:
        """Plays a legal move at the root and keeps what the tree knows of it."""

    def prepare(self, visits: int | None = None) -> None:
        """Makes sure that the root has edges, and lets up to `visits` be added to it.

        Raises:
            MemoryError: not even the root fits.
        """

    def run(self, visits: int) -> None:
        """Adds up to `visits` visits; fewer when the root is decided or memory runs out.

        Releases the GIL.
        """

    def run_through(self, edge: int, visits: int) -> None:
        """As `run`, but every visit begins with one move of the root, by its number in
        `edges`. The GIL is kept."""

    def begin(self, visits: int) -> None:
        """Lets `visits` be added by `leaf` and `judge`, one thread's work.

        Raises:
            MemoryError: not even the root fits.
        """

    def leaf(self) -> Board | None:
        """Goes down to a position for the caller to judge; None when the visits are used, the
        root is decided or memory runs out.

        The board is the search's own: look at it, and call `judge` before anything else.
        """

    def judge(self, priors: list[float], value: float) -> None:
        """Ends the visit that `leaf` began.

        Args:
            priors: one for each cell, row by row; what they say of legal moves is scaled to
                sum to 1.
            value: expected outcome for the side to move, from -1 to 1.
        """

    def set_priors(self, priors: list[float]) -> None:
        """Gives the moves of the root other priors, as `judge` takes them."""

    def edges(self) -> list[tuple[Point, float, int, float, int]]:
        """(point, prior, visits, value, proof) of every root move, by falling prior; value and
        proof are the root's mover's, 0 where the move has no visit."""

    def limit_vcf(self, positions: int) -> None:
        """Put off every VCF search that may take more positions than this.

        A node's first search is never put off. The others come back once the limit is raised.
        """

    def help(self, thread: int) -> None:
        """Adds visits from another thread, numbered from 1, until `stop` or the search's end."""

    def stop(self) -> None:
        """Sends the helping threads home."""

    def collect(self) -> None:
        """Frees memory: drops the edges of the least visited nodes. Nobody may be searching."""

    def root_moves(
        self, vcf_budget: int = ...
    ) -> list[tuple[Point, int, float, float, int, tuple[Point, ...]]]:
        """Return (point, visits, prior, value, proof, pv) of every root move, best first.

        Args:
            vcf_budget: positions that a solver may take to write down the line of a proved win.
        """

    def moves_so_far(
        self,
    ) -> list[tuple[Point, int, float, float, int, tuple[Point, ...]]]:
        """Return what `root_moves` does, without a solver, while other threads search."""

    @property
    def full(self) -> bool:
        """Something did not fit; `collect` makes room."""

    @property
    def has_moves(self) -> bool:
        """The root's moves are listed; before `prepare` they are those of an earlier search."""

    @property
    def root_decided(self) -> bool:
        """A win, a loss or a draw is proved."""

    @property
    def has_one_move(self) -> bool:
        """There is nothing to choose: one move, and no other can matter."""

    @property
    def root_proof(self) -> int: ...
    @property
    def root_visits(self) -> int: ...
    @property
    def root_value(self) -> float: ...
    @property
    def memory(self) -> int:
        """Bytes the tree holds."""
