"""Matches and ratings."""

from collections.abc import Sequence

from core.game.board import Board
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.player_match import play_match, score

GAME = Gomoku(5)


class FirstCell:
    """A player of the first empty cell."""

    def choose(self, positions: Sequence[Board]) -> list[int]:
        return [int(GAME.legal(position)[0]) for position in positions]


class LastCell:
    """A player that fills the last row, then plays the last empty cell: it wins against
    `FirstCell`."""

    def choose(self, positions: Sequence[Board]) -> list[int]:
        return [int(GAME.legal(position)[-1]) for position in positions]


def test_colours_alternate_and_points_are_ours() -> None:
    games = play_match(GAME, FirstCell(), LastCell(), 4)
    assert [game.began for game in games] == [True, False, True, False]
    # both fill a row; the player who began completes it first
    assert [game.points for game in games] == [1, 0, 1, 0]
    assert games[0].moves == (0, 24, 1, 23, 2, 22, 3, 21, 4)
    assert score(games) == 0.5


def test_each_opening_is_met_from_both_sides() -> None:
    games = play_match(GAME, FirstCell(), LastCell(), 4, [(12,), (7, 8)])
    assert [game.moves[:2] for game in games] == [(12, 24), (12, 0), (7, 8), (7, 8)]
    assert games[2].moves[2] == 0
    assert games[3].moves[2] == 24
