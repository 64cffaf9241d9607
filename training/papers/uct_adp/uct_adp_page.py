"""The page of the recipe `uct-adp`: the paper's figures and numbers next to ours."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.eval.netfile import read_net
from core.game.board import BLACK
from core.papers.adp import AdpEvaluator, Mlp
from core.papers.uct_settings import BIAS, UctSettings
from core.system.extras import import_extra
from training.papers.loop.estimates import Estimate, score_interval
from training.papers.uct_adp.agent_matches import AGENT_BOTS, CLOCK, ITERATIONS
from training.papers.uct_adp.convergence import points_of, rates
from training.papers.uct_adp.lesson_study import SEEDS, VARIANTS
from training.papers.uct_adp.search_ablation import ABLATION, ABLATION_ITERATIONS, RIVAL
from training.papers.uct_adp.situations import SITUATIONS, Situation
from training.papers.uct_adp.temporal_difference import LessonSettings
from training.papers.uct_adp.uct_adp_agents import AGENTS, UNSELECTED
from training.papers.uct_adp.uct_adp_findings import findings, scores, settled
from training.papers.uct_adp.uct_adp_recipe import LESSONS, Amounts, UctAdpRecipe
from training.report.charts import (
    INK,
    add_legend,
    bar_chart,
    draw_board,
    draw_stone,
    figure,
    means,
    svg,
)
from training.report.html_parts import bullet_list, findings_table, save_page, section, table

PAPER_MATCHES = (
    ("ADP", "30:0", "27:3", "22:8", "10:20"),
    ("UCT-SIMULATION", "15:15", "7:23", "3:27", "0:30"),
    ("UCT-ADP", "30:0", "30:0", "27:3", "23:7"),
    ("UCT-ADP-PB", "30:0", "30:0", "28:2", "27:3"),
)
PAPER_SPEED = {
    "UCT-ADP-PB": "over 20,000",
    "UCT-ADP": "over 20,000",
    "UCT-SIMULATION": "500",
    "UCT-DUMMY": "twice UCT-ADP",
}
DIFFERENCES = (
    "The paper counts 32 patterns and shows ten; ours are sixteen shapes for each side, with the "
    "values shown (core/papers/patterns.py).",
    f"k2, MSD and the settings of self-play are not given. Ours are k2 = {BIAS:g}, MSD = "
    f"{UctSettings().msd} and those of the study below. max(H) is the highest of the parent's "
    "moves; with the 100,000 of a five the bias would be lost in the exploration.",
    "Both sides see the position as Black's, with the colours exchanged for White, and a position "
    "is won for a side that can make a five; the authors' published program does the second, too.",
    "The text of the paper does not give its two positions; ours are of the kinds it describes.",
    "Simulations here are compiled and random over the whole board, so that they cost about as "
    "much as an evaluation, where the paper's cost forty times as much.",
    "Speed is measured in situation 3. In situation 1, the paper's, selected moves soon let most "
    "iterations end at once in a finished game.",
    "The Gomocup programs of the paper's table II are not available here; bundled bots from weak "
    "to strong replace them, so that only the order of the agents can be compared.",
)


def write_page(recipe: UctAdpRecipe, out: Path) -> Path:
    """Write the page, with the parts that are done; return its path."""
    mlp = Mlp(read_net(out / "adp.net"))
    target = out / "page.html"
    save_page(
        target,
        "UCT-ADP with progressive bias (Cao and Lin)",
        [
            f"<p>{_share(recipe)}</p>",
            findings_table(findings(recipe)),
            section("Self-play of ADP", _lessons(recipe)),
            section("Study of self-play", _study(recipe)),
            *(
                section(
                    f"Situation {situation.title}",
                    _board(situation, mlp),
                    _failures(recipe, situation),
                )
                for situation in SITUATIONS
            ),
            section("Iterations against time (figure 10)", _speeds(recipe)),
            *(
                section(
                    f"Matches at {iterations:,} iterations a move (table II)",
                    _matches(recipe, iterations),
                )
                for iterations in ITERATIONS
            ),
            section("Matches on time (table II)", _matches(recipe, None)),
            section("The paper's matches (table II)", _paper_matches()),
            section("Mechanisms of the search, one by one", _ablation(recipe)),
            section("Where ours differs", bullet_list(*DIFFERENCES)),
        ],
    )
    return target


def _share(recipe: UctAdpRecipe) -> str:
    """Return the done part of the published work in words."""
    whole, results = Amounts(), recipe.results
    grown = results.get(recipe.tree_table, {})
    published = [f"{situation.title}/{agent.name}" for situation in SITUATIONS for agent in AGENTS]
    trees = min(len(grown.get(key, [])) for key in published)
    parts = [
        f"{len(recipe.lessons()) * LESSONS:,} of {whole.games:,} games of self-play",
        f"{trees} of {whole.trees} trees for each agent and situation",
    ]
    for iterations in (*ITERATIONS, None):
        expected = len(AGENT_BOTS) * len(recipe.opponents)
        games = _fewest(results.get(recipe.game_table(iterations), {}), expected)
        clock = recipe.amounts.clock
        limit = (
            f"with {iterations:,} iterations a move"
            if iterations
            else f"with {clock.game:g} of {CLOCK.game:g} seconds a game"
        )
        parts.append(f"{games} of {whole.match_games} games against each opponent {limit}")
    return f"Done of the published work: {'; '.join(parts)}."


def _fewest(lists: dict[str, list[Any]], expected: int) -> int:
    """Return the length of the shortest list, 0 if some of the expected ones are missing."""
    return min(map(len, lists.values())) if len(lists) >= expected else 0


def _lessons(recipe: UctAdpRecipe) -> str:
    lessons = recipe.lessons()
    drawn, axes = figure("games", "mean absolute error")
    games = [LESSONS * (number + 1) for number in range(len(lessons))]
    axes.plot(means(games), means([lesson[2] for lesson in lessons]), label="error")
    other = axes.twinx()
    other.plot(means(games), means([entry[0] for entry in lessons]), color="tab:grey")
    other.set_ylabel("plies a game (grey)", color="tab:grey")
    other.tick_params(colors="tab:grey")
    return svg(drawn)


def _study(recipe: UctAdpRecipe) -> str:
    seeds: dict[str, list[list[float]]] = recipe.results.get(recipe.study_table, {})
    most = max(map(len, seeds.values()), default=0)
    if not most:
        return ""
    lines = [
        (
            name,
            *(score_interval(sum(one), len(one)).text(".2f") for one in found),
            *[""] * (most - len(found)),
            "used" if VARIANTS.get(name) == LessonSettings() else "",
        )
        for name, found in seeds.items()
        if found
    ]
    games = 2 * len(next(iter(seeds.values()))[0])
    return (
        f"<p>Points a game of each perceptron, one ply deep, in {games} games against the bot "
        "heuristic, with 95 % intervals.</p>"
        + table(["self-play", *(f"seed {seed}" for seed in SEEDS[:most]), ""], lines)
    )


def _board(situation: Situation, mlp: Mlp) -> str:
    """Return a picture of the position with ADP's chances, as in figures 6 and 8."""
    make = import_extra("matplotlib.figure", "train").Figure
    drawn = make(figsize=(5, 5), layout="constrained", facecolor="none")
    axes = drawn.add_subplot(aspect="equal")
    board = situation.board()
    draw_board(axes, board.size)
    found = AdpEvaluator(mlp).candidates(board)
    (xs, ys), chances = zip(*(move for move, _ in found), strict=True), [c for _, c in found]
    shown = axes.scatter(xs, ys, c=chances, cmap="coolwarm", s=90, vmin=0, vmax=1, zorder=2)
    bar = drawn.colorbar(shown, shrink=0.7)
    bar.set_label("ADP's chance for Black", color=INK)
    bar.ax.tick_params(colors=INK)
    for x, y, colour in board.stones():
        draw_stone(axes, x, y, colour == BLACK)
    _mark(axes, [max(found, key=lambda entry: entry[1])[0]], "red", "s", "ADP's best")
    _mark(axes, sorted(situation.right), "blue", "D", "wins")
    if situation.lure is not None:
        _mark(axes, [situation.lure], "green", "*", "lure")
    drawn.legend(loc="outside lower center", ncols=3, framealpha=0, labelcolor=INK)
    return f'<div style="max-width: 30em">{svg(drawn)}</div>'


def _mark(axes: Any, points: list[tuple[int, int]], colour: str, shape: str, label: str) -> None:
    xs, ys = zip(*points, strict=True)
    axes.scatter(
        xs, ys, marker=shape, s=200, facecolors="none", edgecolors=colour, linewidths=2,
        label=label, zorder=4,
    )  # fmt: skip


def _failures(recipe: UctAdpRecipe, situation: Situation) -> str:
    drawn, axes = figure("iterations", "failure rate")
    axes.set_xscale("log")
    points, lines = points_of(situation), []
    for agent in (*AGENTS, *UNSELECTED):
        trees = recipe.results.get(recipe.tree_table, {}).get(f"{situation.title}/{agent.name}")
        if not trees:
            continue
        failed = [score_interval(rate * len(trees), len(trees)) for rate in rates(trees)]
        _draw(axes, points, failed, agent.name)
        since = settled(trees, points)
        lines.append(
            (
                agent.name,
                len(trees),
                "no" if since is None else f"{since:,}",
                *(f"{rate.value:.2f}" for rate in failed),
            )
        )
    if not lines:
        return ""
    add_legend(axes)
    heads = ["agent", "trees", "right from", *(f"{point:,}" for point in points)]
    return svg(drawn) + table(heads, lines)


def _draw(axes: Any, xs: Sequence[float], ys: Sequence[Estimate], label: str) -> None:
    """Draw a curve with the intervals of its points."""
    values = [y.value for y in ys]
    lengths = [[y.value - y.low for y in ys], [y.high - y.value for y in ys]]
    axes.errorbar(xs, values, lengths, label=label, marker=".", capsize=2, elinewidth=0.7)


def _speeds(recipe: UctAdpRecipe) -> str:
    speeds: dict[str, list[list[float]]] = recipe.results.get(recipe.speed_table, {})
    if not any(speeds.values()):
        return ""
    drawn, axes = figure("seconds", "iterations")
    lines = []
    for name, measured in speeds.items():
        axes.plot([seconds for seconds, _ in measured], [done for _, done in measured], label=name)
        seconds, done = measured[-1]
        lines.append(
            (name, f"{seconds:g} s", f"{done:,}", f"{done / seconds:,.0f}",
             PAPER_SPEED.get(name, ""))
        )  # fmt: skip
    add_legend(axes)
    heads = ["agent", "time", "iterations", "a second", "the paper, in 20 s"]
    return svg(drawn) + table(heads, lines)


def _matches(recipe: UctAdpRecipe, iterations: int | None) -> str:
    games = {
        pair: points
        for pair, points in recipe.results.get(recipe.game_table(iterations), {}).items()
        if points
    }
    if not games:
        return ""
    names = list(dict.fromkeys(pair.split(" against ")[0] for pair in games))
    others = list(dict.fromkeys(pair.split(" against ")[1] for pair in games))
    ours = [
        (name, *(_score(games.get(f"{name} against {other}", [])) for other in others))
        for name in names
    ]
    total = scores(games)
    return table(["agent", *others], ours) + bar_chart(
        "points a game against all",
        {name: found.value for name, found in total.items()},
        {name: (found.low, found.high) for name, found in total.items()},
    )


def _paper_matches() -> str:
    heads = ["agent", "Mushroom", "PureRocky", "Valkyrie", "Pisq7"]
    return "<p>90 s a game, 15 s a move.</p>" + table(heads, PAPER_MATCHES)


def _score(points: Sequence[float]) -> str:
    return f"{sum(points):g}:{len(points) - sum(points):g}" if points else ""


def _ablation(recipe: UctAdpRecipe) -> str:
    played = {
        pair.removesuffix(f" against {RIVAL}"): points
        for pair, points in recipe.results.get(recipe.ablation_table, {}).items()
        if points
    }
    if not played:
        return ""
    found = {name: score_interval(sum(points), len(points)) for name, points in played.items()}
    drawn, axes = figure("points a game", "")
    values = [one.value for one in found.values()]
    lengths = [
        [one.value - one.low for one in found.values()],
        [one.high - one.value for one in found.values()],
    ]
    axes.barh(list(found), values, xerr=lengths, capsize=3, ecolor=INK)
    axes.invert_yaxis()
    lines = [
        (name, " ".join(ABLATION.get(name, ())), one.text(".2f")) for name, one in found.items()
    ]
    return (
        f"<p>Points a game at {ABLATION_ITERATIONS:,} iterations a move against ADP alone, one ply "
        "deep with the same perceptron; options of the bot uctadppb.</p>"
        + svg(drawn)
        + table(["variant", "options", "points a game (95 %)"], lines)
    )
