"""The moves at the root of a search, as Python sees them."""

from collections.abc import Callable
from typing import NamedTuple

from core.game.board import Point


class RootEdge(NamedTuple):
    """A move of the root as stored in the tree.

    Attributes:
        move: the point.
        prior: share of the policy, 0 to 1.
        visits: of the move.
        value: for the side that plays it, -1 to 1; 0 without a visit.
        proof: 0, or +n for a proved win in at most n plies, or -n for such a loss.
    """

    move: Point
    prior: float
    visits: int
    value: float
    proof: int


class Candidate(NamedTuple):
    """A ranked move of the root, with the line expected after it.

    Attributes:
        move: the point.
        visits: of the move.
        prior: share of the policy, 0 to 1.
        value: for the side that plays it, -1 to 1; the root's value without a visit.
        proof: 0, or +n for a proved win in at most n plies, or -n for such a loss.
        pv: the principal variation, which begins with the move itself.
    """

    move: Point
    visits: int
    prior: float
    value: float
    proof: int
    pv: tuple[Point, ...]


def candidate_json(
    candidate: Candidate, write_point: Callable[[Point], object]
) -> dict[str, object]:
    """Return a candidate as JSON, its points as `write_point` returns them."""
    return {
        "move": write_point(candidate.move),
        "visits": candidate.visits,
        "prior": round(candidate.prior, 4),
        "value": round(candidate.value, 4),
        "proof": candidate.proof,
        "pv": [write_point(point) for point in candidate.pv],
    }


def format_proof(proof: int) -> str:
    """Return a proof as `win in 5` or `loss in 4`, plies at most, or an empty text for none."""
    if proof == 0:
        return ""
    return f"{'win' if proof > 0 else 'loss'} in {abs(proof)}"
