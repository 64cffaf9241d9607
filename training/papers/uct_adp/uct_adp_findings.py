"""Comparison of the paper's statements with the results of the recipe `uct-adp`."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from training.papers.loop.estimates import Estimate, score_interval
from training.papers.uct_adp.agent_matches import ITERATIONS
from training.papers.uct_adp.convergence import points_of, rates
from training.papers.uct_adp.situations import SITUATIONS, Situation
from training.papers.uct_adp.temporal_difference import PUBLISHED_GAMES
from training.papers.uct_adp.uct_adp_agents import AGENTS
from training.papers.uct_adp.uct_adp_recipe import LESSONS, UctAdpRecipe
from training.report.charts import equal_parts
from training.report.html_parts import Finding, Verdict

ALLOWED_FAILURES = 0.1
"""The failure rate up to which an agent counts as right."""

WITH_ADP = ("UCT-ADP-PB", "UCT-ADP")
BASELINES = tuple(agent.name for agent in AGENTS if agent.name not in WITH_ADP)
QUICK = 200
"""Iterations within which the paper's agents with ADP are right in situation 1."""
LATE = 20_000
"""Iterations up to which the paper's UCT-ADP is wrong in the other situation."""


def settled(trees: Sequence[Sequence[bool]], points: Sequence[int]) -> int | None:
    """Return the point from which the agent stays right, None if it is not right at the end."""
    since = None
    for point, rate in zip(points, rates([list(tree) for tree in trees]), strict=True):
        if rate > ALLOWED_FAILURES:
            since = None
        elif since is None:
            since = point
    return since


def scores(games: Mapping[str, Sequence[float]]) -> dict[str, Estimate]:
    """Return the points a game of each agent in all its matches, named `agent against opponent`."""
    points: dict[str, list[float]] = {}
    for pair, found in games.items():
        points.setdefault(pair.split(" against ")[0], []).extend(found)
    return {name: score_interval(sum(one), len(one)) for name, one in points.items() if one}


def findings(recipe: UctAdpRecipe) -> Iterator[Finding]:
    """Yield the paper's statements, ours and the verdicts."""
    yield _learning(recipe)
    for situation in SITUATIONS:
        since = _settled_agents(recipe, situation)
        paper, judge = (
            (f"ADP agents within {QUICK} iterations, the others need many more", _quick)
            if situation == SITUATIONS[0]
            else (
                f"UCT-ADP wrong for {LATE:,} iterations, then right; no other at 100,000",
                _misled,
            )
        )
        ours = ", ".join(
            f"{name} {'not right' if at is None else f'from {at:,}'}" for name, at in since.items()
        )
        verdict = judge(since) if since else Verdict.OPEN
        yield Finding(f"situation {situation.title}", paper, ours, verdict)
    yield _speed(recipe)
    for iterations in (*ITERATIONS, None):
        games = {
            pair: points
            for pair, points in recipe.results.get(recipe.game_table(iterations), {}).items()
            if points
        }
        limit = f"at {iterations:,} iterations" if iterations else "on time"
        total = scores(games)
        ours = ", ".join(f"{name} {found.text('.2f')}" for name, found in total.items())
        yield Finding(
            f"points a game against all opponents, {limit}",
            "UCT-ADP-PB 0.96, UCT-ADP 0.92, ADP 0.74, UCT-SIMULATION 0.21",
            ours,
            _order(total),
        )


def _learning(recipe: UctAdpRecipe) -> Finding:
    errors = [lesson[2] for lesson in recipe.lessons()]
    means = [sum(part) / len(part) for part in equal_parts(errors, 4) if part]
    falling = all(later < earlier for earlier, later in pairwise(means))
    settled = len(means) == 4 and means[3] > 0.9 * means[2]
    verdict = Verdict.REPRODUCED if falling and settled else Verdict.PARTLY
    return Finding(
        f"error of self-play, in quarters of {len(errors) * LESSONS:,} games",
        "converges after over 10,000 games",
        ", ".join(f"{mean:.3f}" for mean in means),
        verdict if len(errors) * LESSONS >= PUBLISHED_GAMES else Verdict.OPEN,
    )


def _settled_agents(recipe: UctAdpRecipe, situation: Situation) -> dict[str, int | None]:
    """Return the iterations from which each agent is right; empty if some have no trees yet."""
    found = {}
    for agent in AGENTS:
        trees = recipe.results.get(recipe.tree_table, {}).get(f"{situation.title}/{agent.name}")
        if not trees:
            return {}
        found[agent.name] = settled(trees, points_of(situation))
    return found


def _quick(since: Mapping[str, int | None]) -> Verdict:
    """Judge a situation that ADP sees."""
    slowest = max(since[name] or 10**9 for name in WITH_ADP)
    fastest = min(since[name] or 10**9 for name in BASELINES)
    if slowest <= QUICK < fastest:
        return Verdict.REPRODUCED
    return Verdict.PARTLY if slowest < fastest else Verdict.NOT


def _misled(since: Mapping[str, int | None]) -> Verdict:
    """Judge a situation in which ADP alone is wrong."""
    own = since["UCT-ADP"]
    fastest = min(since[name] or 10**9 for name in BASELINES)
    if own is None or own >= fastest:
        return Verdict.NOT
    late = own >= LATE and all(since[name] is None for name in BASELINES)
    return Verdict.REPRODUCED if late else Verdict.PARTLY


def _speed(recipe: UctAdpRecipe) -> Finding:
    speeds = recipe.results.get(recipe.speed_table, {})
    paper = "UCT-ADP 40 times as fast as UCT-SIMULATION, UCT-DUMMY twice as fast as UCT-ADP"
    last = {name: measured[-1] for name, measured in speeds.items() if measured}
    if len(last) < len(AGENTS):
        return Finding("iterations a second", paper, "", Verdict.OPEN)
    rate = {name: done / seconds for name, (seconds, done) in last.items()}
    ours = ", ".join(f"{name} {value:,.0f}" for name, value in rate.items())
    faster = rate["UCT-ADP"] > rate["UCT-SIMULATION"]
    return Finding("iterations a second", paper, ours, Verdict.PARTLY if faster else Verdict.NOT)


def _order(total: Mapping[str, Estimate]) -> Verdict:
    """Judge whether both searches with ADP beat ADP and simulations by more than the error."""
    rest = [found for name, found in total.items() if name not in WITH_ADP]
    own = [total[name] for name in WITH_ADP if name in total]
    if len(own) < len(WITH_ADP) or not rest:
        return Verdict.OPEN
    if min(found.low for found in own) > max(found.high for found in rest):
        return Verdict.REPRODUCED
    ahead = max(found.value for found in own) > max(found.value for found in rest)
    return Verdict.PARTLY if ahead else Verdict.NOT
