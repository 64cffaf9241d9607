"""Choko as a game for the learning code."""

import random

import numpy as np
import pytest

from core.papers.choko_rules import ACTIONS, RED, SQUARES, ChokoPosition, describe
from tests.core.papers.test_choko_rules import by_name, drawn, square
from training.papers.choko.choko_game import ChokoGame
from training.papers.choko.choko_symmetry import SYMMETRIES, Symmetry

GAME = ChokoGame()


def test_planes_are_seen_by_the_mover() -> None:
    assert not GAME.planes(GAME.start())[[0, 1, 2, 3, 6]].any()
    position = ChokoPosition().play(square("A1"))
    own, enemy, held, suffered, hand, theirs, ply = GAME.planes(position)
    assert ((hand == 12) & (theirs == 11) & (ply == 1)).all()
    assert not own.any()
    assert [tuple(at) for at in np.argwhere(enemy)] == [(0, 0)]
    assert not held.any()
    assert suffered.all()
    own, _, held, suffered, *_ = GAME.planes(position.play(square("E5")))
    assert own[0, 0] == 1
    assert held.all()
    assert not suffered.any()


def test_the_rules_are_those_of_choko() -> None:
    position = drawn("br... ..... ..... ..... ....r")
    assert tuple(GAME.legal(position)) == position.legal()
    after = GAME.play(position, by_name(position)["jump A1 right, taking E5 too"])
    assert (GAME.result(position), GAME.result(after), GAME.taken(after)) == (None, 1, 2)
    assert not len(GAME.legal(after))
    assert not GAME.is_first_to_move(after)
    shut = drawn("rbb.. bb... b.... ..... .....", to_move=RED)
    assert GAME.result(shut) == 0


def turned(position: ChokoPosition, symmetry: Symmetry) -> ChokoPosition:
    return ChokoPosition(
        tuple(position.cells[at] for at in symmetry.squares),
        position.hands,
        position.to_move,
        position.initiative,
        position.played,
        position.taken,
    )


@pytest.mark.parametrize("number", range(8))
def test_an_image_of_a_game_is_a_game_of_images(number: int) -> None:
    """Playing and then turning equals turning and then playing the turned action."""
    symmetry, rng, kinds = SYMMETRIES[number], random.Random(number), set()
    for _ in range(4):
        position = ChokoPosition()
        while not position.over:
            image = turned(position, symmetry)
            moved = {
                action: int((symmetry.actions == action).argmax()) for action in position.legal()
            }
            assert sorted(image.legal()) == sorted(moved.values())
            action = rng.choice(position.legal())
            assert image.play(moved[action]) == turned(position.play(action), symmetry)
            kinds.add(describe(action).split()[0])
            position = position.play(action)
    assert kinds == {"drop", "move", "jump"}


def test_images_are_of_the_planes_and_of_the_shares_of_legal_actions() -> None:
    position = drawn("bbr.. .r... ..b.. r.... ....b", hands=(2, 3))
    policy = np.zeros(ACTIONS, np.float32)
    policy[GAME.legal(position)] = GAME.legal(position) + 1
    images = GAME.symmetries(GAME.planes(position), policy)
    assert len({planes.tobytes() for planes, _ in images}) == 8
    for (planes, shares), symmetry in zip(images, SYMMETRIES, strict=True):
        image = turned(position, symmetry)
        assert (planes == GAME.planes(image)).all()
        assert sorted(GAME.legal(image)) == (shares > 0).nonzero()[0].tolist()
        assert shares.sum() == policy.sum()


def test_the_first_image_is_the_position_itself_and_all_keep_the_actions() -> None:
    assert (SYMMETRIES[0].actions == np.arange(ACTIONS)).all()
    for squares, actions in SYMMETRIES:
        assert sorted(squares) == list(range(SQUARES))
        assert sorted(actions) == list(range(ACTIONS))


def test_search_finds_the_jump_that_wins() -> None:
    position = drawn("br... ..... ..... ..... ....r")
    tree = GAME.tree(position, 2.5)
    tree.begin(100)
    while tree.leaf() is not None:
        tree.judge(np.ones(ACTIONS, np.float32), 0.0)
    best, visits = max(tree.visits(), key=lambda pair: pair[1])
    assert describe(best) == "jump A1 right, taking E5 too"
    assert visits > 80
