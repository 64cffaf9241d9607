"""Choko as the learning code sees it."""

import numpy as np

from training.papers.choko.board import ChokoGame
from training.papers.choko.game import RED, Choko

from .test_game import by_name, drawn, square

GAME = ChokoGame()


def test_planes_are_seen_by_the_mover() -> None:
    assert not GAME.planes(GAME.start()).any()
    position = Choko().play(square("A1"))
    own, enemy, held, suffered = GAME.planes(position)
    assert not own.any()
    assert [tuple(at) for at in np.argwhere(enemy)] == [(0, 0)]
    assert not held.any()
    assert suffered.all()
    own, _, held, suffered = GAME.planes(position.play(square("E5")))
    assert own[0, 0] == 1
    assert held.all()
    assert not suffered.any()


def test_the_rules_are_those_of_choko() -> None:
    position = drawn("br... ..... ..... ..... ....r")
    assert set(GAME.legal(position).nonzero()[0]) == set(position.legal())
    after = GAME.play(position, by_name(position)["jump A1 right, taking E5 too"])
    assert (GAME.result(position), GAME.result(after), GAME.taken(after)) == (None, 1, 2)
    assert not GAME.legal(after).any()
    assert not GAME.is_first_to_move(after)
    shut = drawn("rbb.. bb... b.... ..... .....", to_move=RED)
    assert GAME.result(shut) == 0
