"""The weights of self-play's rows: never negative, never above three times what they were."""

from hypothesis import given
from hypothesis import strategies as st

from training.selfplay.selfplay_game import Row, divergence, weighted

Edge = tuple[tuple[int, int], float, int, float, int]
Target = tuple[tuple[int, int], float]

SHARES = st.lists(st.floats(1e-6, 1.0), min_size=1, max_size=60)


def edges_of(priors: list[float], total: float) -> list[Edge]:
    """Edges with these priors, scaled to sum to `total`."""
    scale = total / sum(priors)
    return [((at % 15, at // 15), prior * scale, 0, 0.0, 0) for at, prior in enumerate(priors)]


def target_of(edges: list[Edge], pull: float) -> list[Target]:
    """The priors, with some share pulled over to the last of the moves."""
    total = sum(edge[1] for edge in edges)
    kept = [(edge[0], (1 - pull) * edge[1] / total) for edge in edges]
    return [*kept[:-1], (kept[-1][0], kept[-1][1] + pull)]


def row(weight: float = 1.0) -> Row:
    return Row(bytes(225), (((7, 7), 1.0),), 0.0, weight, True, 0)


@given(SHARES, st.floats(0.9, 1.1), st.floats(0.0, 0.5))
def test_a_divergence_is_never_negative(priors: list[float], total: float, pull: float) -> None:
    edges = edges_of(priors, total)
    assert divergence(target_of(edges, pull), edges) >= 0


@given(
    st.lists(
        st.tuples(SHARES, st.floats(0.95, 1.02), st.floats(0.0, 0.01) | st.floats(0.0, 0.5)),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from([0.1, 1.0]),
)
def test_weights_stay_between_nothing_and_threefold(
    game: list[tuple[list[float], float, float]], weight: float
) -> None:
    surprises = []
    for priors, total, pull in game:
        edges = edges_of(priors, total)
        surprises.append(divergence(target_of(edges, pull), edges))
    rows = weighted([row(weight)] * len(game), surprises)
    assert len(rows) == len(game)
    assert all(0 < one.weight <= 3.0001 * weight for one in rows)


def test_where_nothing_surprises_all_weights_stay() -> None:
    rows = weighted([row(), row(0.1), row()], [0.0, 1e-4, 2e-3])
    assert [one.weight for one in rows] == [1.0, 0.1, 1.0]


def test_the_row_that_surprises_most_counts_most() -> None:
    calm, lively = weighted([row(), row()], [0.1, 0.3])
    assert calm.weight < 1 < lively.weight
