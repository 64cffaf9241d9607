"""The constants of the search, each with what it was measured to be worth.

A measurement is a match of the search against itself with that one constant changed, as
`fukumi ab` plays it: balanced random openings, each played with both colours. Scores are those
of the value in use, with a 95 % interval.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How `core.mcts.Search` searches.

    Attributes:
        proofs: look for forced wins at leaves, and prove wins and losses up the tree; without
            it the search is plain Monte-Carlo that knows only finished games.
        c_puct: exploration at few visits.
        c_growth: what the exploration gains with ln(1 + visits / 328).
        fpu: first-play urgency. An unvisited move is worth its parent's value less this much
            times the root of the prior mass already visited.
        listed: moves a node gets at first, the best by prior; the others come when all of
            these are proved lost.
        deferred: a node gets its moves at its second visit instead of its first.
        transpositions: positions reached by different orders of moves share one node.
        virtual_loss: visits counted as lost on a move while another thread is below it.
        vct_visits: a node is searched for a victory by threats at this many visits, and at
            the root before the first visit. 0: never.
        vct_share: the most of all the work (stones put on boards) that may go into that.
        lcb: the move played has the best lower confidence bound, its mean less this many
            standard errors, among the moves with a tenth of the most visits. 0: most visits.
        reuse: what the tree knows of the position is kept from one move to the next.
        early_stop: a search ends when the most visited move can no longer be overtaken.
        extend: an unclear search may pass its soft time by this factor (never the hard one).
    """

    proofs: bool = True
    c_puct: float = 0.35
    c_growth: float = 1.02
    fpu: float = 0.1
    listed: int = 40
    deferred: bool = True
    transpositions: bool = True
    virtual_loss: float = 1.0
    vct_visits: int = 0
    vct_share: float = 0.1
    lcb: float = 5.0
    reuse: bool = True
    early_stop: bool = True
    extend: float = 1.0


DEFAULTS = Settings()
