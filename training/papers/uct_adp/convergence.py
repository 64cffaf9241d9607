"""Convergence and speed of trees: failures by number of iterations, and iterations by time."""

import time
from collections.abc import Iterator

from core.papers.adp import Mlp
from training.papers.uct_adp.situations import Situation
from training.papers.uct_adp.uct_adp_agents import Agent, AgentTree

POINTS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
"""Numbers of iterations after which a tree's move is checked."""

SPEED_CHUNK = 50


def failures(agent: Agent, mlp: Mlp, situation: Situation, seed: int) -> list[bool]:
    """Return whether one tree chooses a move that does not win, at each of the situation's
    points."""
    tree = AgentTree(agent, mlp, situation.board(), seed)
    failed = []
    for point in points_of(situation):
        tree.run(point - tree.iterations)
        failed.append(tree.best() not in situation.right)
    return failed


def points_of(situation: Situation) -> tuple[int, ...]:
    """Return the points that are checked in a situation."""
    return tuple(point for point in POINTS if point <= situation.iterations)


def rates(trees: list[list[bool]]) -> Iterator[float]:
    """Yield the share of the trees that fail at each point."""
    for at_point in zip(*trees, strict=True):
        yield sum(at_point) / len(at_point)


def iterations_in(seconds: float, agent: Agent, mlp: Mlp, situation: Situation) -> int:
    """Return the number of iterations that one tree completes in a time of the processor."""
    tree = AgentTree(agent, mlp, situation.board(), seed=1)
    until = time.process_time() + seconds
    before = -1
    while time.process_time() < until and before < tree.iterations:
        before = tree.iterations
        tree.run(SPEED_CHUNK)
    return tree.iterations
