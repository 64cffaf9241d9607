"""Games between the agents and opponents of known strength (table II).

The paper's opponents are Gomocup programs that are not included here. Ours are four players of this
project, from weak to strong.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from core.eval.evaluate import LinesEvaluator, RolloutEvaluator
from core.game.board import BLACK, WHITE, Board, Point
from core.game.notation import board_after
from core.game.outcome import points_of
from core.game.rules import Rule
from core.match.balanced_openings import balanced_opening
from core.papers.adp import Mlp
from core.search.engine import Engine
from core.search.search_settings import DEFAULTS, SearchSettings
from core.search.time_management import Budget, Limits, budget
from training.papers.uct_adp.uct_adp_agents import AGENTS, Agent, AgentTree, adp_move

SIZE = 15
CHUNK = 200

Player = Callable[[Board, Budget], Point]
"""A function that chooses a move within a time budget."""


@dataclass(frozen=True, slots=True)
class MatchClock:
    """Seconds for the whole game of one side, and for one move."""

    game: float
    turn: float

    def scaled(self, share: float) -> "MatchClock":
        """Return a share of both."""
        return MatchClock(self.game * share, self.turn * share)


CLOCK = MatchClock(game=90.0, turn=15.0)
"""The paper's."""


def agents(mlp: Mlp) -> dict[str, Player]:
    """Return the agents of table II by name."""
    playing = [agent for agent in AGENTS if agent.name in ("UCT-SIMULATION", "UCT-ADP")]
    named = {agent.name: _searching(agent, mlp) for agent in [*reversed(playing), AGENTS[0]]}
    return {"ADP": lambda board, _: adp_move(mlp, board), **named}


def _searching(agent: Agent, mlp: Mlp) -> Player:
    def choose(board: Board, allowed: Budget) -> Point:
        tree = AgentTree(agent, mlp, board, seed=random.getrandbits(32))
        before = -1
        while not tree.forced and before < tree.iterations and _time_left(allowed):
            before = tree.iterations
            tree.run(CHUNK)
        return tree.best()

    return choose


def _time_left(allowed: Budget) -> bool:
    return time.monotonic() < allowed.started + min(allowed.soft, allowed.hard)


def opponents() -> dict[str, Player]:
    """Return our opponents by name, from weak to strong."""
    lines = LinesEvaluator()
    plain = SearchSettings(mcts_solver=False, c_puct=5.0, c_growth=0.0)
    return {
        "playouts (1,000)": _engine(Engine(RolloutEvaluator(1), settings=plain), 1000),
        "lines, no search": lambda board, _: lines.priors(board)[0][0],
        "lines, 100 visits": _engine(Engine(lines, settings=DEFAULTS), 100),
        "shipped net, 400 visits": _engine(Engine(), 400),
    }


def _engine(engine: Engine, visits: int) -> Player:
    def choose(board: Board, allowed: Budget) -> Point:
        engine.set_position(board)
        return engine.think(Budget(allowed.started, math.inf, math.inf, visits)).move

    return choose


def play(agent: Player, opponent: Player, number: int, clock: MatchClock) -> float:
    """Play one game, and return the agent's points; openings come in pairs, one for each colour."""
    opening = balanced_opening(SIZE, Rule.FREESTYLE, number // 2)
    board = board_after(SIZE, Rule.FREESTYLE, opening)
    agents_colour = BLACK if number % 2 == 0 else WHITE
    left = dict.fromkeys((BLACK, WHITE), clock.game)
    while not board.over:
        mover, begun = board.to_move, time.monotonic()
        allowed = budget(Limits(clock.turn, left[mover]), begun, board.ply, SIZE**2)
        board.play(*(agent if mover == agents_colour else opponent)(board, allowed))
        left[mover] -= time.monotonic() - begun
    return points_of(board, agents_colour)
