"""The page of the recipe `uct-adp`: the paper's figures and numbers next to ours."""

from pathlib import Path
from typing import Any

from core.eval.netfile import read_net
from core.game.board import BLACK
from core.papers.adp import AdpEvaluator, Mlp
from core.system.extras import import_extra
from training.papers.uct_adp.convergence import points_of, rates
from training.papers.uct_adp.situations import SITUATIONS, Situation
from training.papers.uct_adp.temporal_difference import FIRST_RATE, HALVED_AFTER
from training.papers.uct_adp.uct_adp_agents import AGENTS, BIAS
from training.papers.uct_adp.uct_adp_recipe import LESSONS, UctAdpRecipe
from training.report.charts import draw_board, draw_stone, figure, means, svg
from training.report.html_parts import bullet_list, save_page, section, table

PAPER_STATEMENTS = {
    SITUATIONS[0].title: (
        "The paper (figure 7): UCT-ADP and UCT-ADP-PB find the move within 200 iterations, the "
        "baselines need many more."
    ),
    SITUATIONS[-1].title: (
        "The paper (figure 9): UCT-ADP is wrong for the first 20,000 iterations, then right; the "
        "agents without ADP are not right after 100,000."
    ),
}
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
    f"k2, the learning rate and the exploration of self-play are not given; ours are {BIAS:g}, "
    f"{FIRST_RATE:g} at first and half of that after {HALVED_AFTER:,} games, and one move in ten.",
    "The text of the paper does not give its two positions; ours are of the kinds it describes.",
    "Simulations here are compiled and random over the whole board, so that they cost about as "
    "much as an evaluation, where the paper's cost forty times as much.",
    "The Gomocup programs of the paper's table II are not available here; other opponents "
    "replace them, so that only the order of the agents can be compared.",
)


def write_page(recipe: UctAdpRecipe, out: Path) -> Path:
    """Write the page; return its path."""
    mlp = Mlp(read_net(out / "adp.net"))
    target = out / "page.html"
    save_page(
        target,
        "UCT-ADP with progressive bias (Cao and Lin)",
        [
            section("Self-play of ADP", _lessons(recipe)),
            *(
                section(
                    f"Situation {situation.title}",
                    f"<p>{PAPER_STATEMENTS[situation.title]}</p>",
                    _board(situation, mlp),
                    _failures(recipe, situation),
                )
                for situation in SITUATIONS
            ),
            section("Iterations against time (figure 10)", _speeds(recipe)),
            section("Matches (table II)", _matches(recipe)),
            section("Where ours differs", bullet_list(*DIFFERENCES)),
        ],
    )
    return target


def _lessons(recipe: UctAdpRecipe) -> str:
    lessons = recipe.lessons()
    drawn, axes = figure("games", "mean absolute error")
    games = [LESSONS * (number + 1) for number in range(len(lessons))]
    axes.plot(means(games), means([lesson[2] for lesson in lessons]), label="error")
    other = axes.twinx()
    other.plot(means(games), means([entry[0] for entry in lessons]), color="tab:grey")
    other.set_ylabel("plies a game (grey)")
    return (
        f"<p>{games[-1]:,} games. The paper: it takes over 10,000 for the perceptron to "
        "converge.</p>" + svg(drawn)
    )


def _board(situation: Situation, mlp: Mlp) -> str:
    """Return a picture of the position with ADP's chances, as in figures 6 and 8."""
    make = import_extra("matplotlib.figure", "train").Figure
    drawn = make(figsize=(5, 5), layout="constrained")
    axes = drawn.add_subplot(aspect="equal")
    board = situation.board()
    draw_board(axes, board.size)
    found = AdpEvaluator(mlp).candidates(board)
    (xs, ys), chances = zip(*(move for move, _ in found), strict=True), [c for _, c in found]
    shown = axes.scatter(xs, ys, c=chances, cmap="coolwarm", s=90, vmin=0, vmax=1, zorder=2)
    drawn.colorbar(shown, label="ADP's chance for Black", shrink=0.7)
    for x, y, colour in board.stones():
        draw_stone(axes, x, y, colour == BLACK)
    _mark(axes, [max(found, key=lambda entry: entry[1])[0]], "red", "s", "ADP's best")
    _mark(axes, sorted(situation.right), "blue", "D", "wins")
    if situation.lure is not None:
        _mark(axes, [situation.lure], "green", "*", "lure")
    drawn.legend(loc="outside lower center", ncols=3)
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
    for agent in AGENTS:
        trees = recipe.results["trees"][f"{situation.title}/{agent.name}"]
        failed = list(rates(trees))
        axes.plot(points, failed, "o-", label=agent.name)
        lines.append((agent.name, len(trees), *(f"{rate:.2f}" for rate in failed)))
    axes.legend()
    return svg(drawn) + table(["agent", "trees", *(f"{point:,}" for point in points)], lines)


def _speeds(recipe: UctAdpRecipe) -> str:
    drawn, axes = figure("seconds", "iterations")
    lines = []
    for name, measured in recipe.results[recipe.speed_table].items():
        axes.plot([seconds for seconds, _ in measured], [done for _, done in measured], label=name)
        seconds, done = measured[-1]
        lines.append(
            (name, f"{seconds:g} s", f"{done:,}", f"{done / seconds:,.0f}",
             PAPER_SPEED.get(name, ""))
        )  # fmt: skip
    axes.legend()
    heads = ["agent", "time", "iterations", "a second", "the paper, in 20 s"]
    return svg(drawn) + table(heads, lines)


def _matches(recipe: UctAdpRecipe) -> str:
    games: dict[str, list[float]] = recipe.results[recipe.game_table]
    names = list(dict.fromkeys(key.split("/")[0] for key in games))
    others = list(dict.fromkeys(key.split("/")[1] for key in games))
    ours = [(name, *(_score(games[f"{name}/{other}"]) for other in others)) for name in names]
    clock = recipe.amounts.clock
    return (
        f"<p>Ours, {clock.game:g} s a game and {clock.turn:g} s a move:</p>"
        + table(["agent", *others], ours)
        + "<p>The paper's, 90 s a game and 15 s a move:</p>"
        + table(["agent", "Mushroom", "PureRocky", "Valkyrie", "Pisq7"], PAPER_MATCHES)
    )


def _score(points: list[float]) -> str:
    won = sum(points)
    return f"{won:g}:{len(points) - won:g}"
