"""Settings of the search of UCT-ADP, shared by the bots and the recipe."""

import math
from dataclasses import dataclass

BIAS = 0.1
"""k2 of UCT-ADP-PB, which the paper does not give.

Points a game at 2,000 iterations against the bot `adp` (30 games each, +-0.17): 0.47 with this
bias, 0.57 with none, 0.50 with 0.3, 0.43 with 1. At 1,000 iterations, with an older perceptron and
in 50 games, it had 0.70 +-0.14, and 0.66 +-0.09 without bias. Which is best is not known.
"""


@dataclass(frozen=True, slots=True)
class UctSettings:
    """Settings of a UCT tree (Cao and Lin).

    Attributes:
        k: exploration of UCB1; k of formula 1 and k1 of formula 4.
        k2: weight of progressive bias (formula 4); 0 for none.
        msd: moves simulated from a new node before it is evaluated (MSD in algorithm 1).
        preselect: try forced moves alone, and attacks before other moves (section IV.C).
    """

    k: float = math.sqrt(2)
    k2: float = 0.0
    msd: int = 1
    preselect: bool = True
