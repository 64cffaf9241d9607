"""Constants of the search, each with its measured effect on strength.

A measurement is a match of the search against itself with one constant changed, as `fukumi ab`
plays it: freestyle on 15x15, balanced random openings, each with both colours, an SPRT of 0 against
20 Elo over at least 400 games. The figures are the score of the value in use with its 95 %
interval, and the number of games; 20 ms a move and the line evaluator (`net=lines`) unless stated.
The openings were then judged by the line evaluator, not by the net as they are now; a third of them
was won by one colour, so the true differences are larger. Figures with "net" are newer: the shipped
net on both sides, openings that it holds even, 1000 visits a move.

Changes tried with the net and dropped, at equal visits, so before their cost, and in freestyle
unless stated.

Priors:

- a temperature: at 1.3 0.448 +-0.048 (308), at 0.8 0.514 +-0.041 (400);
- a least prior of 0.05 for moves that make an open three or a four: 0.258 +-0.050 (300);
- a tenth of each prior from the visits of the replies to the parent's most visited other move:
  0.497 +-0.053 (200);
- a constant added to every prior at nodes with 1000 visits: with 0.01, 0.500 +-0.069 at 10,000
  visits (40). At 40,000 visits it finds two of three refutations whose prior is below 0.005 and
  which are missed without it. But 0.003 to 0.03 change a tenth of all moves, and searches of
  200,000 visits behind both moves see no gain in value: 0.065 +-0.063 a move for 0.003 (10 moves),
  -0.052 +-0.131 for 0.004 (18), -0.003 +-0.027 for 0.01 (14), -0.045 +-0.123 for 0.03 (21).

Values of leaves:

- corrected by the error seen at nodes with the same last two moves and the same lines through the
  last (KataGo's subtree value bias): factor 0.45, 0.463 +-0.073 (150); factor 0.3 and an error of 0
  seen ten times before, 0.523 +-0.067 (150), at 4000 visits 0.532 +-0.060 (200);
- raised after a move with a small prior p, by 0.07 (1 - 8 p), near the mean by which nets rate such
  positions too low: standard, 0.472 +-0.031 (300, 800 visits);
- a first visit that goes on to the parry where the enemy threatens a winning four, as it does for a
  five: standard, 0.58 +-0.08 at 2000 visits (100), but a visit takes a fifth longer, and 0.410
  +-0.049 at 50 ms (200).

Means of nodes:

- worked out again from the children at each visit, so that visits by other orders of moves count:
  0.515 +-0.037 (600); without moves proved lost: 0.260 +-0.052 (200);
- leaves with a clear value v weigh 1 + 0.7 v^2: 0.497 +-0.064 (200);
- leaves weigh 0.4 where the enemy can make an open four, a four-three or a five, and 0.7 where
  another four: standard, 0.490 +-0.042 (300, 800 visits);
- a fifth of the value of the best line below a move in addition to its mean (implicit minimax,
  Lanctot et al. 2014): standard, 0.494 +-0.035 (400).

Selection:

- exploration in proportion to the spread of a node's values (KataGo, 0.85 and 0.4): 0.465 +-0.059
  (200).
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

DEFAULT_MEMORY = 350 << 20
"""Default limit for the whole process, in bytes: Gomocup's."""

LEAST_MEMORY = 70_000_000
"""Bytes the brain may need under any limit: a net for each colour, tables and a small tree.
Gomocup guarantees at least this much. A process that plays several rules, one after the other,
needs half as much again."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Settings of `core.search.mcts.Search`.

    Attributes:
        mcts_solver: look for forced wins at leaves, and prove wins and losses up the tree; without
            it the search is plain Monte-Carlo that knows only finished games. Against off: 0.804
            +-0.035 (400).
        c_puct: exploration at few visits. Against 0.6: 0.511 +-0.031 (748), net 0.558 +-0.051
            (342); against 0.2: net 0.519 +-0.044 (400).
        c_growth: growth of the exploration with ln(1 + visits / 328). Against 0: 0.672 +-0.042
            (400); against 1.5: 0.507 +-0.035 (520); against 0.5 at 8000 visits: net 0.550 +-0.094
            (80).
        fpu: first-play urgency. An unvisited move has its parent's value less this constant times
            the root of the prior mass already visited. Against 0.05: 0.513 +-0.031 (692); against
            0.2: 0.525 +-0.038 (520); against 0.25: net 0.513 +-0.047 (400).
        fpu_parent: share of its parent's value that an unvisited move gets; with 0, and `fpu` 0, it
            counts as even, as in AlphaZero.
        max_children: moves a node gets at first, the best by prior, beyond twelve only with a prior
            of 0.0001; the others follow when all of these are proved lost or drawn. Against 24:
            0.489 +-0.027 (800); against 80: 0.510 +-0.039 (400).
        lazy_expansion: expand a node at its second visit instead of its first. Against off: 0.545
            +-0.035 (400).
        transpositions: positions reached by different orders of moves share one node. Against off:
            0.568 +-0.040 (400). Crediting a move with the visits that its position got by other
            orders, without descending, lost 0.480 +-0.036 (520) and was dropped.
        virtual_loss: visits counted as lost on a move while another thread is below it. Two threads
            on two cores against one: 0.527 +-0.037 (400).
        vcf_budget: positions of the attacker that a node's search for a victory by continuous fours
            may take at its first visit; these searches take half the time of a quiet middle game.
            At 50 ms a move, against 64: 0.525 +-0.025 (1000); 4 against 64: 0.450 +-0.048 (318).
        vct_share: largest share of all work (stones put on boards) that may go into searches of the
            root and of the moves that may be played for a victory by threats; 0: no such searches.
            At 2000 visits 0.3 costs 24 % of the speed, 0.1 13 %. 0.25 against 0, with an older net:
            0.575 +-0.042 (200) at 4000 visits, 0.517 +-0.055 (120) at 0.15 s a move. 0.05 against
            0.3, with a newer net: 0.530 +-0.031 (300) at 50 ms, 0.487 +-0.051 (120) at 0.3 s; of
            201 moves that lost to threats it makes 77 again with 0.3, 79 with 0.1, 80 with 0.05
            (0.1 s). Searching moves with a tenth of the root's visits too, not only those with a
            quarter, makes 71 again instead of 69 at 8000 visits, 104 instead of 105 at 1000.
            Searching all nodes from 64 visits on instead scored 0.463 +-0.031 (400) against
            none, at 100 ms. Searching the root and its most visited move after 16, 32, 64, ...
            visits of each search, with half of the visits' stones, makes 48 of the 201 again
            instead of 59 (5000 visits, the same time), but scored 0.475 +-0.043 (240) at 50 ms,
            0.442 +-0.095 (52) at 0.3 s. A check of the move about to be played, after 85 or 90 % of
            the time and with a fifth to a half of the visits' stones, makes half of them again, but
            scored 0.513 +-0.031 (234) at 0.3 s and, with a tenth, 0.497 +-0.042 (184) at 50 ms.
        lcb_z: the move played has the best lower confidence bound, its mean less this many standard
            errors, among the moves with a tenth of the most visits. 0: most visits. Against 0:
            0.553 +-0.038 (524); against 2: 0.517 +-0.032 (120).
        reuse: keep the subtree of the position from one move to the next. Against off: 0.556
            +-0.039 (400).
    """

    mcts_solver: bool = True
    c_puct: float = 0.35
    c_growth: float = 1.02
    fpu: float = 0.1
    fpu_parent: float = 1.0
    max_children: int = 40
    lazy_expansion: bool = True
    transpositions: bool = True
    virtual_loss: float = 1.0
    vcf_budget: int = 16
    vct_share: float = 0.1
    lcb_z: float = 5.0
    reuse: bool = True


DEFAULTS = SearchSettings()

CONSTANTS: dict[str, type] = {
    field.name: type(getattr(DEFAULTS, field.name)) for field in fields(SearchSettings)
}
"""Names and types of all constants."""

RANGES: dict[str, tuple[float, float]] = {
    "c_puct": (0, 100),
    "c_growth": (0, 100),
    "fpu": (0, 100),
    "fpu_parent": (0, 1),
    "max_children": (1, 1024),
    "virtual_loss": (0, 100),
    "vcf_budget": (0, 65_535),
    "vct_share": (0, 1),
    "lcb_z": (0, 100),
}
"""Values that the search can work with, of each constant that is a number."""


def with_constants(settings: SearchSettings, words: Sequence[str]) -> SearchSettings:
    """Return the settings with constants changed by `name=value` words; on and off for bools.

    Raises:
        ValueError: an unknown name, a value of another type, or one outside its range.
    """
    changed = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in CONSTANTS:
            raise ValueError(f"{name!r} is none of {', '.join(CONSTANTS)}")
        changed[name] = _read(name, value)
    return replace(settings, **changed)


def _read(name: str, value: str) -> Any:
    kind = CONSTANTS[name]
    try:
        if kind is bool:
            return {"on": True, "off": False}[value]
        number = kind(value)
    except (KeyError, ValueError):
        expected = {bool: "on or off", int: "a whole number", float: "a number"}[kind]
        raise ValueError(f"{name}={value}: give {expected}") from None
    low, high = RANGES[name]
    if not low <= number <= high:
        raise ValueError(f"{name}={value}: give {low:g} to {high:g}")
    return number


def for_equal_priors(size: int) -> SearchSettings:
    """Return the constants of a search without a net: equal priors give no reason to leave out any
    move."""
    return replace(DEFAULTS, max_children=size * size)


PLAIN = SearchSettings(
    mcts_solver=False,
    c_puct=5.0,
    c_growth=0.0,
    fpu=0.0,
    fpu_parent=0.0,
    lazy_expansion=False,
    transpositions=False,
    lcb_z=0.0,
    reuse=False,
)
"""The search of AlphaGo Zero (Silver et al. 2017) with the exploration that small Gomoku projects
use: no proofs, every playout gives one node its edges, and the most visited move is played.
"""
