"""Matches of two players."""

from collections.abc import Sequence
from dataclasses import dataclass

from training.papers.loop.game_protocol import GameProtocol, Position
from training.papers.loop.match_players import GamePlayer


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
