"""The page of the recipe `choko`: the paper's table and figures next to ours."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from training.papers.choko.agent_settings import EVALUATED_EVERY, EVALUATION_GAMES
from training.papers.choko.alphazero_agent import ZeroRun
from training.papers.choko.choko_nets import WIDTH
from training.papers.choko.choko_recipe import ChokoRecipe
from training.papers.choko.ppo import CLIP, DISCOUNT, SMOOTHING
from training.papers.choko.train_agents import Curve
from training.report.charts import curve_chart, curve_of, figure, svg
from training.report.html_parts import bullet_list, save_page, section, table

PAPER_TABLE = (
    ("PGTS", "-", "0%", "5%", "0%", "0%"),
    ("PPO V3", "50%", "-", "35%", "25%", "50%"),
    ("PPO V2", "25%", "40%", "-", "20%", "65%"),
    ("PPO V1", "30%", "40%", "35%", "-", "100%"),
    ("MinimaxPlayer", "15%", "0%", "0%", "0%", "-"),
)
PAPER_DQN = (("PPO V1", "30%", "35%", "35%"), ("PPO V2", "20%", "30%", "50%"))
IN_TABLE = tuple(line[0] for line in PAPER_TABLE)
AGAINST_DQN = tuple(line[0] for line in PAPER_DQN)
AGAINST_ZERO = (*IN_TABLE, "DQN")
PAPER_STATEMENTS = {
    "PPO V1": "The paper (figure 1): wins stay ahead of losses but fall steadily, and draws rise; "
    "3.41% of the ratios are clipped.",
    "PPO V2": "The paper (figure 2): wins rise slightly; at the end 140% more are won than lost; "
    "4.1% of the ratios are clipped.",
    "PPO V3": "The paper (figure 3): wins rise from a quarter of the training on and level off "
    "after half; 44% and 42% at the end.",
}
DIFFERENCES = (
    f"gamma, lambda and epsilon of PPO are not given; ours are {DISCOUNT:g}, {SMOOTHING:g} and "
    f"{CLIP:g}. Nor are epsilon of DQN, how often its frozen net is renewed, and the number of "
    f"games of an evaluation ({EVALUATION_GAMES} here).",
    "Nets see the board from the side of the player to move, so that one net plays both; the paper "
    "does not say how its nets know whose turn it is.",
    f"The paper's 180,738 weights of V3 are met by a trunk of three layers of {WIDTH}; its text "
    "alone would have two.",
    "The schedule of V3's reward for captures is 0.1 - 0.2 i / 4000, which ends at half of the "
    "training as the text says; the formula in print, with 0.05, never does.",
    "Tree search assumes the opponent's best answer, where the text has the largest value for "
    "both.",
    "Minimax uses alpha-beta pruning, which does not change its values.",
)


def write_page(recipe: ChokoRecipe[Any], out: Path) -> Path:
    """Write the page; return its path."""
    published = recipe.experiment.name == "choko"
    parts = [f"<p>Budget: {recipe.budget:.2%} of the iterations below.</p>"]
    for chosen in recipe.experiment.versions:
        curve = recipe.ppo[chosen.name].curve
        clipped = sum(entry["clipped"] for entry in curve) / len(curve)
        ours = (
            f"<p>Ours: {len(curve):,} of {chosen.iterations:,} iterations, {clipped:.2%} of the "
            "ratios clipped.</p>"
        )
        said = f"<p>{PAPER_STATEMENTS[chosen.name]}</p>" if published else ""
        parts.append(section(chosen.name, said, _rates(curve), ours))
    parts.append(section("DQN", _rates(recipe.dqn.curve), _dqn(recipe, published)))
    heading = "Matches (table 1): wins of the column over the row"
    parts.append(section(heading, _tables(recipe, published)))
    if recipe.zero is not None:
        parts.append(section("AlphaZero's loop (not in the paper)", _zero(recipe, recipe.zero)))
    if published:
        parts.append(section("Where ours differs", bullet_list(*DIFFERENCES)))
    target = out / "page.html"
    title = f"ChokoZero (Francisco, Wirth and Kannan){'' if published else ' on Gomoku'}"
    save_page(target, title, parts)
    return target


def _rates(curve: Curve) -> str:
    """Return a picture of wins and draws against the net of the evaluation before."""
    known = [entry for entry in curve if "win" in entry]
    if not known:
        ppo, dqn = EVALUATED_EVERY["PPO"], EVALUATED_EVERY["DQN"]
        return f"<p>Too short for an evaluation, every {ppo} iterations of PPO, {dqn} of DQN.</p>"
    drawn, axes = figure("iterations", "share of games")
    for name in ("win", "draw"):
        axes.plot([e["at"] for e in known], [e[name] for e in known], "o-", label=name)
    axes.set_ylim(0, 1)
    axes.legend()
    return svg(drawn)


def _dqn(recipe: ChokoRecipe[Any], published: bool) -> str:
    heads = _heads("DQN")
    paper = f"<p>The paper's:</p>{table(heads, PAPER_DQN)}" if published else ""
    return f"<p>Ours:</p>{table(heads, _outcomes(recipe, 'DQN', AGAINST_DQN))}{paper}"


def _zero(recipe: ChokoRecipe[Any], zero: ZeroRun[Any]) -> str:
    learnt, loop = zero.curve, zero.chosen.loop
    losses = {name: curve_of(learnt, name) for name in ("loss", "policy", "value")}
    return (
        f"<p>The settings are ours: V3's net, {loop.playouts} playouts a move, and a batch of "
        f"{loop.batch:,} after each game; {len(learnt):,} of {zero.chosen.steps:,} batches.</p>"
        f"{curve_chart('batch', 'loss', losses)}"
        f"{table(_heads('AlphaZero'), _outcomes(recipe, 'AlphaZero', AGAINST_ZERO))}"
    )


def _heads(player: str) -> list[str]:
    return [f"{player} against", "won", "drawn", "lost"]


def _outcomes(
    recipe: ChokoRecipe[Any], player: str, others: Sequence[str]
) -> list[tuple[str, ...]]:
    """Return the shares of games a player won, drew and lost against others listed before it."""
    rows = []
    for name in others:
        results = [-result for result in recipe.matches[f"{name}/{player}"]]
        rows.append((name, *(f"{results.count(r) / len(results):.0%}" for r in (1, 0, -1))))
    return rows


def _tables(recipe: ChokoRecipe[Any], published: bool) -> str:
    heads = ["", *IN_TABLE]
    ours = [(row, *(_wins(recipe, column, row) for column in IN_TABLE)) for row in IN_TABLE]
    paper = f"<p>The paper's:</p>{table(heads, PAPER_TABLE)}" if published else ""
    return f"<p>Ours, {recipe.games} games each:</p>{table(heads, ours)}{paper}"


def _wins(recipe: ChokoRecipe[Any], player: str, other: str) -> str:
    """Return the share of games a player won against another."""
    if player == other:
        return "-"
    results = recipe.matches.get(f"{player}/{other}")
    if results is None:
        results = [-result for result in recipe.matches[f"{other}/{player}"]]
    return f"{results.count(1) / len(results):.0%}"
