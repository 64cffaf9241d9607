"""Matches of two players, and Elo from many of them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from training.gating.gate_match import Z95
from training.papers.loop.game_protocol import Game, Position
from training.papers.loop.match_players import Player

PRIOR_GAMES = 1.0
"""Drawn games that each pair is taken to have played besides, so that no rating is infinite."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game of a match: `points` are 1, 0.5 or 0 for the player that the match is about."""

    moves: tuple[int, ...]
    began: bool
    points: float


def play_match(
    game: Game[Position],
    ours: Player[Position],
    theirs: Player[Position],
    games: int,
    openings: Sequence[Sequence[int]] = ((),),
) -> list[Ended]:
    """Plays all games at once; each opening is met from both sides, ours beginning first."""
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
        Ended(tuple(moves[i]), _began(i), _points(game.result(positions[i]) or 0, _began(i)))
        for i in range(games)
    ]


def _began(number: int) -> bool:
    """Whether our player has the first move's colour."""
    return number % 2 == 0


def _points(result: int, began: bool) -> float:
    return (1 + (result if began else -result)) / 2


def score(games: Sequence[Ended]) -> float:
    """Points a game."""
    return sum(game.points for game in games) / len(games)


def uncertainty(games: int) -> float:
    """Half of the 95 % interval of the Elo of a player after so many games, none of them drawn,
    with players as strong as itself."""
    return Z95 * 0.5 / math.sqrt(games) * 4 * 400 / math.log(10)


def elo(scores: Mapping[tuple[str, str], tuple[float, int]], anchor: str) -> dict[str, float]:
    """Elo of every player by the Bradley-Terry model, the anchor's being 0.

    Found by the minorisation of Hunter ("MM algorithms for generalized Bradley-Terry models",
    2004). Args: points of the first of a pair, and the games they played.
    """
    names = sorted({name for pair in scores for name in pair})
    won = dict.fromkeys(names, 0.0)
    for (one, other), (points, games) in scores.items():
        won[one] += points + PRIOR_GAMES / 2
        won[other] += games - points + PRIOR_GAMES / 2
    strength = dict.fromkeys(names, 1.0)
    for _ in range(2000):
        met = dict.fromkeys(names, 0.0)
        for (one, other), (_, games) in scores.items():
            share = (games + PRIOR_GAMES) / (strength[one] + strength[other])
            met[one] += share
            met[other] += share
        strength = {name: won[name] / met[name] for name in names}
    return {name: 400 * math.log10(strength[name] / strength[anchor]) for name in names}
