"""Blunders: moves after which the opponent wins by continuous threats.

A blunder is found without knowing the engine: the VCT solver searches each position right after a
move, with the opponent to move. If it finds a win there, and found none after the engine's move
before, the move lost the game or gave the opponent the chance to win it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from core.game.board import BLACK, WHITE, Board, IllegalMove, Point
from core.game.notation import format_moves, format_point, format_position
from core.search.engine import Engine
from core.search.time_management import Budget
from core.system.text import shown
from core.threats.vct import Vct
from tournaments.engine.evaluations import Evaluation, evaluation
from tournaments.model import GameRecord
from tournaments.records.records import UNNAMED

VISITS = 2000
"""Visits of the search that proposes other moves."""

ALTERNATIVES = 6
"""Number of its moves that are tried."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """A move of a game that lets the opponent win by threats.

    `ply` counts from 1; `position` is the position before the move; `refutation` is the winning
    line after it; `solver_nodes` is the number of positions in which the solver found that line.
    `evaluation` is the engine's own evaluation of its move, None if it printed none. `better` is
    the best move of a short search after which the solver finds no win; None if there is none.
    """

    game: GameRecord
    ply: int
    position: Board
    move: Point
    refutation: tuple[Point, ...]
    solver_nodes: int
    evaluation: Evaluation | None
    better: Point | None

    @property
    def engine(self) -> str:
        return self.game.black if self.position.to_move == BLACK else self.game.white

    def as_text(self) -> str:
        """Return two lines: a comment that describes the blunder, and the position before it."""
        colour = "Black" if self.position.to_move == BLACK else "White"
        own = f", which it valued {shown(self.evaluation.words)}" if self.evaluation else ""
        size = self.position.size
        better = (
            f"better {format_point(self.better, size)}"
            if self.better
            else "no other move that was tried holds"
        )
        return (
            f"# game {self.game.number}, move {self.ply}: {shown(self.engine)} ({colour}) played "
            f"{format_point(self.move, size)}{own}; {format_moves(self.refutation[:1], size)} wins "
            f"for the opponent ({self.solver_nodes:,} positions); {better}\n"
            f"{format_position(self.position)}"
        )

    def as_json(self) -> dict[str, object]:
        """Return the blunder as JSON, its points as `h8`."""
        size = self.position.size
        return {
            "game": self.game.number,
            "ply": self.ply,
            "engine": self.engine,
            "position": format_position(self.position),
            "move": format_point(self.move, size),
            "refutation": [format_point(point, size) for point in self.refutation],
            "solver_nodes": self.solver_nodes,
            "value": self.evaluation.value if self.evaluation else None,
            "better": format_point(self.better, size) if self.better else None,
        }


class BlunderFinder:
    """A solver and a search that find the blunders of games.

    Args:
        solver_nodes: positions the solver may search after each move.
    """

    def __init__(self, solver_nodes: int) -> None:
        self._budget = solver_nodes
        self._engine = Engine()

    def find(self, game: GameRecord, engines: Collection[str] = ()) -> Iterator[Blunder]:
        """Yield the blunders of these engines (default: of both) in a game with moves, in order."""
        sought = {
            colour
            for colour, name in ((BLACK, game.black), (WHITE, game.white))
            if not engines or name in engines
        }
        solver = Vct()  # its table is for one rule and one board size
        board = Board(game.size, game.rule)
        was_lost = {BLACK: False, WHITE: False}
        for ply, move in enumerate(game.moves, 1):
            before = board.copy()
            try:
                board.play(move.x, move.y)
            except IllegalMove:
                return
            if board.over:
                return
            colour = before.to_move
            if colour not in sought:
                continue
            nodes = solver.visited
            line = solver.search(board, self._budget)
            if line and not was_lost[colour] and ply > game.opening_plies:
                yield Blunder(
                    game,
                    ply,
                    before,
                    (move.x, move.y),
                    tuple(line),
                    solver.visited - nodes,
                    evaluation(move.messages),
                    self._better(before, solver),
                )
            was_lost[colour] = bool(line)

    def _better(self, board: Board, solver: Vct) -> Point | None:
        self._engine.set_position(board)
        report = self._engine.think(Budget.from_now(visits=VISITS))
        for candidate in report.candidates[:ALTERNATIVES]:
            after = board.copy()
            after.play(*candidate.move)
            if after.over or (candidate.proof >= 0 and not solver.search(after, self._budget)):
                return candidate.move
        return None


def summary(
    games: Sequence[GameRecord], blunders: Sequence[Blunder], engines: Sequence[str] = ()
) -> list[str]:
    """Return a line for each engine (default: all): its games, losses and blunders."""
    played = Counter(name for game in games for name in (game.black, game.white))
    lost = Counter(game.loser for game in games)
    made = Counter(blunder.engine for blunder in blunders)
    lost_games = {(b.game, b.engine) for b in blunders if b.game.loser == b.engine}
    lost_with = Counter(engine for _, engine in lost_games)
    return [
        f"{name or UNNAMED}: blunders {made[name]}, games {played[name]}, lost {lost[name]}, "
        f"lost with a blunder {lost_with[name]}"
        for name in engines or sorted(played)
    ]
