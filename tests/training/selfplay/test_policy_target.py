"""Policy targets, and the weights of self-play samples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.candidate import RootEdge
from training.selfplay.policy_target import Policy, improved_policy, surprise, surprise_factors
from training.selfplay.samples import MOVES

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


def edge(column: int, prior: float, visits: int = 0, value: float = 0.0) -> RootEdge:
    """Return the edge of a move on row 0."""
    return RootEdge((column, 0), prior, visits, value, 0)


def test_a_move_of_higher_value_gains_share_over_its_prior() -> None:
    edges = [edge(0, 0.7, 100, -0.2), edge(1, 0.2, 60, 0.3), edge(2, 0.1)]
    shares = dict(improved_policy(edges, root_value=0.0))
    assert shares[0, 0] < 0.7
    assert shares[1, 0] > 0.2
    assert sum(shares.values()) == pytest.approx(1)


def test_a_long_search_makes_targets_no_sharper_than_one_of_400_visits() -> None:
    def share(visits: int) -> float:
        edges = [edge(0, 0.5, visits, 0.1), edge(1, 0.5, visits, 0.0)]
        return dict(improved_policy(edges, root_value=0.0))[0, 0]

    assert share(20) < share(300) == share(5000) < 1


def test_of_equal_moves_an_unvisited_one_gets_as_much_as_a_visited_one() -> None:
    shares = dict(improved_policy([edge(0, 0.5, 40, 0.1), edge(1, 0.5)], root_value=0.1))
    assert shares[0, 0] == pytest.approx(shares[1, 0])


@given(st.lists(st.floats(1e-6, 1.0), min_size=1, max_size=MOVES), st.floats(-1, 1))
def test_where_values_tell_nothing_the_target_ranks_as_the_prior_and_is_no_sharper(
    priors: list[float], value: float
) -> None:
    prior = {one.move: one.prior for one in edges_of(priors, 1.0)}
    edges = [RootEdge(move, share, 10, value, 0) for move, share in prior.items()]
    target = improved_policy(edges, value)
    ranked = [prior[move] for move, _ in target]
    assert ranked == pytest.approx(sorted(prior.values(), reverse=True))
    assert target[0][1] <= max(ranked) + 1e-9


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
