"""Resignation in self-play: the threshold, and what it does to games."""

from dataclasses import replace

import numpy as np

from tests.training.papers.tiny import SETTINGS
from training.papers.loop.game_protocol import Planes
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.networks import Judgement
from training.papers.loop.parallel_selfplay import PlayedGame, SelfPlay
from training.papers.loop.resignation import FEWEST, Resignation, resignations

GAME = Gomoku(5)


def whole(result: int, *values: float) -> PlayedGame:
    """Return a game to the end with these values of the root, and one before the last move."""
    return PlayedGame((), (), result, values=(*values, 1.0))


def test_the_first_player_to_sink_resigns_and_is_wrong_unless_it_loses() -> None:
    games = [
        whole(-1, 0.1, 0.2, -0.8, 0.9),  # the beginner sinks and loses
        whole(1, 0.1, -0.9, -0.95, 0.3),  # the other sinks first, and loses
        whole(0, 0.1, -0.75),  # the other sinks, and draws
        PlayedGame((), (), 0, values=(0.1, -0.95)),  # the last move, with which nobody resigns
        whole(1, 0.5, -0.6, 0.9),  # nobody sinks to -0.7
    ]
    assert resignations(games, -0.7) == (3, 1)
    assert resignations(games, -0.8) == (2, 0)


def test_the_threshold_is_the_highest_that_is_seldom_wrong() -> None:
    chosen = Resignation()
    for _ in range(FEWEST - 1):
        chosen.add(whole(-1, -0.9))
    chosen.add(PlayedGame((), (), 1))  # resigned games tell nothing
    assert chosen.threshold() is None
    chosen.add(whole(1, -0.7))  # 1 of 20 is wrong
    assert chosen.threshold() == -0.5
    chosen.add(whole(1, -0.7))  # 2 of 21
    assert chosen.threshold() == -0.71
    for _ in range(2):
        chosen.add(whole(0, -0.95))
    assert chosen.threshold() is None


def hopeless(planes: Planes) -> Judgement:
    """Judge every position as lost for White."""
    black = planes[:, 3, 0, 0].astype(np.float32)
    return np.ones((len(planes), GAME.actions), np.float32), 1.9 * black - 0.95


def test_a_player_without_hope_resigns_unless_the_game_is_to_be_played_out() -> None:
    settings = replace(SETTINGS, resigns=True, slots=40)
    selfplay = SelfPlay(GAME, settings, np.random.default_rng(0), lambda: -0.9)
    assert not selfplay.advance(hopeless)  # Black has hope
    resigned = selfplay.advance(hopeless)
    assert 30 <= len(resigned) < 40
    assert all(game.resigned and game.result == 1 and len(game.moves) == 2 for game in resigned)
    ended: list[PlayedGame] = []
    while not any(game.values for game in ended):
        ended += selfplay.advance(hopeless)
    played_out = next(game for game in ended if game.values)
    assert not played_out.resigned
    assert len(played_out.moves) == len(played_out.values or ()) >= 9
    assert PlayedGame.of(played_out.as_json()) == played_out
