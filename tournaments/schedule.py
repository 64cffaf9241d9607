"""Who plays whom, from which opening, with which colours."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.board import Point
from core.rules import Rule
from tournaments.model import EngineSpec, Game

Opening = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    Each round every pairing plays `games` games. With `repeat` each opening is played twice in
    a row, with colours exchanged. `gauntlet`: the first engine against each other one, instead
    of everybody against everybody.
    """

    engines: tuple[EngineSpec, ...]
    rule: Rule
    size: int
    openings: tuple[Opening, ...]
    rounds: int = 1
    games: int = 2
    repeat: bool = True
    gauntlet: bool = False
    draw_after: int | None = None


def pairings(plan: Plan) -> list[tuple[EngineSpec, EngineSpec]]:
    """The pairs of engines of one round."""
    if plan.gauntlet:
        return [(plan.engines[0], other) for other in plan.engines[1:]]
    return list(itertools.combinations(plan.engines, 2))


def schedule(plan: Plan) -> Iterator[Game]:
    """Every game of the plan in order, numbered from 1.

    Colours alternate from game to game of a pairing, over rounds too.
    """
    numbers = itertools.count(1)
    for round_ in range(plan.rounds):
        for first, second in pairings(plan):
            for i in range(plan.games):
                nth = round_ * plan.games + i
                black, white = (first, second) if nth % 2 == 0 else (second, first)
                yield Game(
                    number=next(numbers),
                    round=round_ + 1,
                    black=black,
                    white=white,
                    rule=plan.rule,
                    size=plan.size,
                    opening=_opening(plan.openings, nth // 2 if plan.repeat else nth),
                    draw_after=plan.draw_after,
                )


def _opening(openings: Sequence[Opening], index: int) -> Opening:
    return openings[index % len(openings)] if openings else ()
