"""Weights of self-play samples: never negative, never above three times the weight before."""

from hypothesis import given
from hypothesis import strategies as st

from core.search.candidate import RootEdge
from training.selfplay.policy_target import Policy, surprise, surprise_factors

SHARES = st.lists(st.floats(1e-6, 1.0), min_size=1, max_size=60)


def edges_of(priors: list[float], total: float) -> list[RootEdge]:
    """Return edges with these priors, scaled to sum to `total`."""
    scale = total / sum(priors)
    return [
        RootEdge((at % 15, at // 15), prior * scale, 0, 0.0, 0) for at, prior in enumerate(priors)
    ]


def target_of(edges: list[RootEdge], share: float) -> Policy:
    """Return the priors, with `share` moved to the last of the moves."""
    total = sum(edge.prior for edge in edges)
    kept = [(edge.move, (1 - share) * edge.prior / total) for edge in edges]
    return (*kept[:-1], (kept[-1][0], kept[-1][1] + share))


@given(SHARES, st.floats(0.9, 1.1), st.floats(0.0, 0.5))
def test_a_surprise_is_never_negative(priors: list[float], total: float, share: float) -> None:
    edges = edges_of(priors, total)
    assert surprise(target_of(edges, share), edges) >= 0


@given(
    st.lists(
        st.tuples(SHARES, st.floats(0.95, 1.02), st.floats(0.0, 0.01) | st.floats(0.0, 0.5)),
        min_size=1,
        max_size=12,
    )
)
def test_weights_stay_between_nothing_and_threefold(
    game: list[tuple[list[float], float, float]],
) -> None:
    surprises = []
    for priors, total, share in game:
        edges = edges_of(priors, total)
        surprises.append(surprise(target_of(edges, share), edges))
    factors = surprise_factors(surprises)
    assert len(factors) == len(game)
    assert all(0 < factor <= 3.0001 for factor in factors)


def test_where_nothing_surprises_all_weights_stay() -> None:
    assert surprise_factors([0.0, 1e-4, 2e-3]) == [1.0, 1.0, 1.0]
