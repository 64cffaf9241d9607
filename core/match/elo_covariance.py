"""Errors of Bradley-Terry ratings, from the curvature of the likelihood at its peak."""

from collections.abc import Collection, Mapping

from core.match.elo import LOG_SCALE, expected_score

Matrix = list[list[float]]


def connected_groups(pairs: Collection[tuple[str, str]]) -> dict[str, str]:
    """Return, for each player of these pairs, a player that stands for all those to whom a chain of
    pairs leads."""
    group: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    for pair in pairs:
        for name in pair:
            if name not in group:
                group[name], members[name] = name, [name]
        kept, merged = (group[name] for name in pair)
        if kept != merged:
            for name in members[merged]:
                group[name] = kept
            members[kept] += members.pop(merged)
    return group


def elo_covariance(
    points: Mapping[tuple[str, str], float],
    ratings: Mapping[str, float],
    fixed: Collection[str] = (),
) -> dict[tuple[str, str], float]:
    """Return the covariance of each two free players' ratings, in squared Elo; 0 is left out.

    Where nothing fixes the mean of a group of players, it is the covariance of their differences
    from that mean.

    Args:
        points: of the first player against the second, as the ratings were fitted to.
        ratings: the Elo of all players.
        fixed: players whose Elo was not fitted.
    """
    weights: dict[tuple[str, str], float] = {}
    for (one, other), won in points.items():
        share = expected_score(ratings[one] - ratings[other])
        weight = won * share * (1 - share) / LOG_SCALE**2
        for pair in ((one, other), (other, one)):
            weights[pair] = weights.get(pair, 0.0) + weight
    free = [pair for pair in weights if not set(pair) & set(fixed)]
    loose = {name: name for name in ratings if name not in fixed}
    groups: dict[str, list[str]] = {}
    for name, group in {**loose, **connected_groups(free)}.items():
        groups.setdefault(group, []).append(name)
    found: dict[tuple[str, str], float] = {}
    for names in groups.values():
        held = any((name, anchor) in weights for name in names for anchor in fixed)
        covariance = _inverse(_curvature(names, weights), held=held)
        found |= {
            (one, other): covariance[i][j]
            for i, one in enumerate(names)
            for j, other in enumerate(names)
        }
    return found


def _curvature(names: list[str], weights: Mapping[tuple[str, str], float]) -> Matrix:
    total = dict.fromkeys(names, 0.0)
    for (one, _), weight in weights.items():
        if one in total:
            total[one] += weight
    return [
        [total[one] if one == other else -weights.get((one, other), 0.0) for other in names]
        for one in names
    ]


def _inverse(matrix: Matrix, *, held: bool) -> Matrix:
    """Return the inverse of a group's curvature; its pseudo-inverse, if no fixed player holds it.

    Then its rows add up to 0, and L + a J (J all ones) has the inverse L+ + J / (a n^2).
    """
    size = len(matrix)
    added = 0.0 if held else sum(matrix[i][i] for i in range(size)) / size**2
    if not held and not added:  # players without a game
        return matrix
    solved = _solved([[value + added for value in row] for row in matrix])
    if held:
        return solved
    return [[value - 1 / (added * size**2) for value in row] for row in solved]


def _solved(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix, by Gauss and Jordan's elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for i in range(size):
            factor = rows[i][at]
            if i != at and factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[at], strict=True)]
    return [row[size:] for row in rows]
