"""The search in plain Python against the core's, which must choose the same paths."""

import numpy as np
import pytest

from core.game.board import Board
from training.papers.loop.game_protocol import Planes, Policy, SearchTree
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.puct_tree import PuctTree

GAME = Gomoku(6)
EXPLORATION = 2.5
QUIET: tuple[int, ...] = ()
NEARLY_WON = (0, 30, 1, 31, 2, 32, 3, 33)
"""Both have four in a row: many playouts end in finished games."""


def opinion(planes: Planes) -> tuple[Policy, float]:
    """Return priors, all different, and a value: always the same for a position."""
    rng = np.random.default_rng(list(planes.tobytes()))
    return rng.random(GAME.actions, np.float32), rng.uniform(-1, 1)


def add(tree: SearchTree[Board], playouts: int) -> int:
    """Add playouts; return how many of them were evaluated."""
    judged = 0
    tree.begin(playouts)
    while (leaf := tree.leaf()) is not None:
        tree.judge(*opinion(GAME.planes(leaf)))
        judged += 1
    return judged


def position_after(actions: tuple[int, ...]) -> Board:
    position = GAME.start()
    for action in actions:
        position = GAME.play(position, action)
    return position


def trees_at(actions: tuple[int, ...]) -> tuple[SearchTree[Board], SearchTree[Board]]:
    position = position_after(actions)
    return PuctTree(GAME, position, EXPLORATION), GAME.tree(position, EXPLORATION)


@pytest.mark.parametrize("actions", [QUIET, NEARLY_WON])
@pytest.mark.parametrize("noisy", [False, True])
def test_a_game_is_searched_as_by_the_core(actions: tuple[int, ...], noisy: bool) -> None:
    ours, core = trees_at(actions)
    ended = 0
    for ply in range(4):
        assert ours.is_fresh == core.is_fresh == (ply == 0)
        for tree in (ours, core):
            if tree.is_fresh:
                assert add(tree, 1) == 1
            if noisy:
                tree.add_root_noise(0.25, 0.3, np.random.default_rng(ply))
        judged = add(ours, 300)
        assert judged == add(core, 300)
        ended += 300 - judged
        assert ours.visits() == core.visits()
        second = sorted(ours.visits(), key=lambda pair: pair[1])[-2][0]  # the best may win at once
        for tree in (ours, core):
            tree.advance(second)
    assert bool(ended) == (actions is NEARLY_WON)


def test_an_action_that_was_not_tried_leads_to_a_fresh_root() -> None:
    for tree in trees_at(QUIET):
        add(tree, 3)
        untried = min(set(range(36)) - {action for action, _ in tree.visits()})
        tree.advance(untried)
        assert tree.is_fresh
        assert add(tree, 5) == 5


def test_nothing_is_judged_once_the_game_is_over() -> None:
    for tree in trees_at((0, 30, 1, 31, 2, 32, 3, 33, 4)):
        assert add(tree, 5) == 0
        assert tree.visits() == []


def test_where_the_priors_say_nothing_all_actions_are_alike() -> None:
    for tree in trees_at(QUIET):
        tree.begin(37)
        while tree.leaf() is not None:
            tree.judge(np.zeros(36, np.float32), 0.0)
        assert sorted(tree.visits()) == [(action, 1) for action in range(36)]
