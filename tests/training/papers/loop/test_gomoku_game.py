"""Gomoku as a game for the learning code."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game.board import Board
from training.papers.loop.gomoku_game import Gomoku, PureMcts

GAME = Gomoku(6)


def played(actions: list[int]) -> Board:
    position = GAME.start()
    for action in actions:
        if action in GAME.legal(position):
            position = GAME.play(position, action)
    return position


def test_planes_are_those_of_the_paper() -> None:
    position = played([7, 8, 20])
    own, enemy, last, colour = GAME.planes(position).reshape(4, 36)
    assert own.nonzero()[0].tolist() == [8]
    assert enemy.nonzero()[0].tolist() == [7, 20]
    assert last.nonzero()[0].tolist() == [20]
    assert not colour.any()
    assert GAME.planes(GAME.start())[3].all()
    assert not GAME.planes(GAME.start())[:3].any()


def test_results_are_for_the_player_who_began() -> None:
    assert GAME.result(played([0, 6])) is None
    assert GAME.result(played([0, 6, 1, 7, 2, 8, 3, 9, 4])) == 1
    assert GAME.result(played([0, 6, 1, 7, 2, 8, 3, 9, 35, 10])) == -1
    assert not len(GAME.legal(played([0, 6, 1, 7, 2, 8, 3, 9, 4])))
    assert GAME.legal(played([0, 7])).tolist() == [1, *range(2, 7), *range(8, 36)]


@given(st.lists(st.integers(0, 35), max_size=20), st.integers(0, 7))
@settings(max_examples=60)
def test_an_image_of_a_game_is_a_game_of_images(actions: list[int], number: int) -> None:
    """A symmetry moves an action to the cell that it moves a stone to."""
    position = played(actions)
    planes = GAME.planes(position)
    marked = np.arange(36, dtype=np.float32)
    image, policy = GAME.symmetries(planes, marked)[number]
    moved = {int(before): after for after, before in enumerate(policy)}
    other = GAME.start()
    for x, y, _ in position.stones():
        other = GAME.play(other, moved[y * 6 + x])
    assert (GAME.planes(other) == image).all()


def test_the_eight_images_differ() -> None:
    images = GAME.symmetries(GAME.planes(played([1, 8])), np.zeros(36, np.float32))
    assert len({image.tobytes() for image, _ in images}) == 8


def test_noise_moves_the_priors_by_its_share() -> None:
    tree = GAME.tree(GAME.start(), 5.0)
    assert tree.is_fresh
    tree.begin(1)
    assert tree.leaf() is not None
    tree.judge(np.ones(36, np.float32), 0.0)
    assert not tree.is_fresh
    tree.add_root_noise(0.25, 0.3, np.random.default_rng(1))
    priors = [prior for _, prior, *_ in tree._search.edges()]
    assert abs(sum(priors) - 1) < 1e-5
    assert min(priors) >= 0.75 / 36 - 1e-6
    assert max(priors) > 1.2 / 36


def test_pure_mcts_takes_a_five_and_blocks_one() -> None:
    player = PureMcts(500, seed=1)
    five = played([0, 12, 1, 13, 2, 14, 3, 35])
    four = played([0, 12, 1, 13, 2, 30, 3])
    assert player.choose([five, four]) == [4, 4]
