"""Matches of two players, and Elo from the results of many."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.match.elo import LOG_SCALE, Z95, bradley_terry
from training.papers.loop.game_protocol import GameProtocol, Position
from training.papers.loop.match_players import GamePlayer

PRIOR_GAMES = 1.0
"""Drawn games added to each pair's results, so that no rating is infinite."""


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A finished game of a match: `points` are 1, 0.5 or 0 for our player."""

    moves: tuple[int, ...]
    began: bool
    points: float


def play_match(
    game: GameProtocol[Position],
    ours: GamePlayer[Position],
    theirs: GamePlayer[Position],
    games: int,
    openings: Sequence[Sequence[int]] = ((),),
) -> list[MatchGame]:
    """Play all games at once; each opening is played from both sides, ours beginning first."""
    positions, moves = [], []
    for number in range(games):
        opening = openings[number // 2 % len(openings)]
        position = game.start()
        for action in opening:
            position = game.play(position, action)
        positions.append(position)
        moves.append(list(opening))
    going = list(range(games))
    while going:
        for player, side in ((ours, True), (theirs, False)):
            turns = [i for i in going if (game.is_first_to_move(positions[i]) == _began(i)) is side]
            chosen = player.choose([positions[i] for i in turns]) if turns else []
            for i, action in zip(turns, chosen, strict=True):
                positions[i] = game.play(positions[i], action)
                moves[i].append(action)
            going = [i for i in going if game.result(positions[i]) is None]
    return [
        MatchGame(tuple(moves[i]), _began(i), _points(game.result(positions[i]) or 0, _began(i)))
        for i in range(games)
    ]


def _began(number: int) -> bool:
    """Return whether our player has the first move's colour."""
    return number % 2 == 0


def _points(result: int, began: bool) -> float:
    return (1 + (result if began else -result)) / 2


def score(games: Sequence[MatchGame]) -> float:
    """Return the points a game."""
    return sum(game.points for game in games) / len(games)


def uncertainty(games: int) -> float:
    """Return half of the 95 % interval of a player's Elo after this many games, none drawn, against
    equals."""
    return Z95 * 0.5 / math.sqrt(games) * 4 * LOG_SCALE


def elo(scores: Mapping[tuple[str, str], tuple[float, int]], anchor: str) -> dict[str, float]:
    """Return the Elo of every player by the Bradley-Terry model, the anchor's being 0.

    Args:
        scores: by pair: points of the first, and the games played.
        anchor: the player with Elo 0.
    """
    points: dict[tuple[str, str], float] = defaultdict(float)
    for (one, other), (won, games) in scores.items():
        points[one, other] += won + PRIOR_GAMES / 2
        points[other, one] += games - won + PRIOR_GAMES / 2
    return bradley_terry(points, {anchor: 0.0})
