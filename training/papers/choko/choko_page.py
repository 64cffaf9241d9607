"""The page of the recipe `choko`: the paper's table and figures next to ours."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from training.papers.choko.agent_settings import EVALUATED_EVERY, EVALUATION_GAMES
from training.papers.choko.alphazero_agent import ZeroRun
from training.papers.choko.choko_nets import WIDTH
from training.papers.choko.choko_recipe import DEEP_PGTS, MINIMAX, ChokoRecipe
from training.papers.choko.dqn import EXPLORATION
from training.papers.choko.ppo import CLIP, DISCOUNT, SMOOTHING
from training.papers.choko.train_agents import Curve
from training.papers.loop.estimates import score_interval
from training.report.charts import curve_chart, curve_of, equal_parts, groups
from training.report.html_parts import (
    Finding,
    Verdict,
    bullet_list,
    findings_table,
    save_page,
    section,
    table,
)

MOST_POINTS = 40
"""Points of a curve: more cannot be told apart, and make a page of megabytes."""

IN_TABLE = ("PGTS", "PPO V3", "PPO V2", "PPO V1", MINIMAX)
PAPER_GAMES = {
    ("PGTS", "PPO V3"): (50, 0),
    ("PGTS", "PPO V2"): (25, 5),
    ("PGTS", "PPO V1"): (30, 0),
    ("PGTS", MINIMAX): (15, 0),
    ("PPO V3", "PPO V2"): (40, 35),
    ("PPO V3", "PPO V1"): (40, 25),
    ("PPO V3", MINIMAX): (0, 50),
    ("PPO V2", "PPO V1"): (35, 20),
    ("PPO V2", MINIMAX): (0, 65),
    ("PPO V1", MINIMAX): (0, 100),
    ("PPO V1", "DQN"): (35, 30),
    ("PPO V2", "DQN"): (50, 20),
}
"""The percentages of 20 games that each of a pair won: table 1, and section 4.1 on DQN."""

CLIPPED = {"PPO V1": 3.41, "PPO V2": 4.1}
"""Percentages of clipped ratios (section 4.2)."""

PAPER_FIGURES = {
    "PPO V1": "wins stay ahead of losses but fall steadily, and draws rise",
    "PPO V2": "wins rise slightly; at the end 140% more are won than lost",
    "PPO V3": "wins rise from a quarter of the training on and level off after half; 44% won and "
    "42% lost at the end",
}
"""Figures 1 to 3: games against the net of ten iterations before."""
DIFFERENCES = (
    f"gamma, lambda and epsilon of PPO are not given; ours are {DISCOUNT:g}, {SMOOTHING:g} and "
    f"{CLIP:g}. Nor are epsilon of DQN, how often its frozen net is renewed, and the number of "
    f"games of an evaluation ({EVALUATION_GAMES} here).",
    "Nets see the board from the side of the player to move, so that one net plays both; the paper "
    "does not say how its nets know whose turn it is.",
    f"The paper's 180,738 weights of V3 are met by a trunk of three layers of {WIDTH}; its text "
    "alone would have two.",
    "The first ancestor of V2 and V3 is frozen before the training, the last one 500 iterations "
    "before its end; in the paper the first may be that of iteration 500.",
    "The schedule of V3's reward for captures is 0.1 - 0.2 i / 4000, which ends at half of the "
    "training as the text says; the formula in print, with 0.05, never does. A smaller budget "
    "shortens this schedule, and the time between two ancestors, in proportion.",
    "Tree search assumes the opponent's best answer, where the text has the largest value for "
    "both.",
    "A rollout of PPO ends with a whole game, so that it holds a few experiences more than the "
    "paper's.",
    "Minimax uses alpha-beta pruning, which does not change its values, but its time.",
    f"DQN plays {EXPLORATION:.0%} of its actions at random in the table too, and games of PGTS "
    "against AlphaZero begin with two random drops: players without chance would repeat one game.",
    "A jump must capture a second piece if the enemy has one left; the paper does not say whether "
    "it may decline.",
)


def write_page(recipe: ChokoRecipe[Any], out: Path) -> Path:
    """Write the page; return its path."""
    published = recipe.experiment.name == "choko"
    done = ", ".join(
        f"{len(recipe.ppo[chosen.name].curve):,} of {chosen.iterations:,} iterations of "
        f"{chosen.name}"
        for chosen in recipe.experiment.versions
    )
    matches = [len(results) for results in recipe.matches.values()]
    parts = [
        f"<p>Done: {done}, {recipe.dqn.steps:,} steps of DQN, and {sum(matches):,} games in "
        f"{len(matches)} matches, with {recipe.budget:.3g} of the published amounts.</p>"
    ]
    if published:
        findings = [
            *_figure_findings(recipe),
            *_game_findings(recipe),
            *_clip_findings(recipe),
            _time_finding(recipe),
        ]
        parts.append(section("The paper's figures and ours", findings_table(findings)))
    for chosen in recipe.experiment.versions:
        said = f"<p>The paper: {PAPER_FIGURES[chosen.name]}.</p>" if published else ""
        parts.append(
            section(chosen.name, said, _rates("iterations", recipe.ppo[chosen.name].curve))
        )
    parts.append(
        section(
            "DQN",
            _rates("steps", recipe.dqn.curve),
            _outcomes(recipe, "DQN", ("PPO V1", "PPO V2")),
        )
    )
    parts.append(section("Matches (table 1): wins of the column over the row", _tables(recipe)))
    if recipe.zero is not None:
        parts.append(section("AlphaZero's loop (not in the paper)", _zero(recipe, recipe.zero)))
    if published:
        parts.append(section("Where ours differs", bullet_list(*DIFFERENCES)))
    target = out / "page.html"
    title = f"ChokoZero (Francisco, Wirth and Kannan){'' if published else ' on Gomoku'}"
    save_page(target, title, parts)
    return target


def _figure_findings(recipe: ChokoRecipe[Any]) -> Iterator[Finding]:
    for number, (version, paper) in enumerate(PAPER_FIGURES.items(), 1):
        name = f"figure {number}: {version}"
        known = [entry for entry in recipe.ppo[version].curve if "win" in entry]
        if len(known) < 8:
            yield Finding(name, paper, "-", Verdict.OPEN)
            continue
        eighths = [_shares(part) for part in equal_parts(known, 8)]
        (won, drawn), (won_last, drawn_last) = eighths[0], eighths[-1]
        ahead = [won > 1 - won - drawn for won, drawn in eighths]
        claims = {
            "PPO V1": (all(ahead), won_last < won, drawn_last > drawn),
            "PPO V2": (won_last > won, ahead[-1]),
            "PPO V3": (eighths[4][0] > eighths[1][0], ahead[-1]),
        }[version]
        ours = (
            f"from the first to the last eighth wins {won:.0%} to {won_last:.0%}, losses "
            f"{1 - won - drawn:.0%} to {1 - won_last - drawn_last:.0%}, draws {drawn:.0%} to "
            f"{drawn_last:.0%}; more won than lost in {sum(ahead)} of 8"
        )
        verdict = (
            Verdict.REPRODUCED if all(claims) else Verdict.PARTLY if any(claims) else Verdict.NOT
        )
        yield Finding(name, paper, ours, verdict)


def _shares(evaluations: Sequence[Mapping[str, float]]) -> tuple[float, float]:
    """Return the shares of games won and drawn in some evaluations."""
    won, drawn = (
        sum(entry[name] for entry in evaluations) / len(evaluations) for name in ("win", "draw")
    )
    return won, drawn


def _game_findings(recipe: ChokoRecipe[Any]) -> Iterator[Finding]:
    for (one, other), paper in PAPER_GAMES.items():
        yield _game_finding(f"{one} against {other}", paper, _results(recipe, one, other))
    yield _game_finding(
        f"{DEEP_PGTS} against {MINIMAX}", None, _results(recipe, DEEP_PGTS, MINIMAX)
    )


def _game_finding(name: str, paper: tuple[int, int] | None, results: list[int]) -> Finding:
    said = "-" if paper is None else f"{paper[0]}% won, {paper[1]}% lost"
    if not results:
        return Finding(name, said, "-", Verdict.OPEN)
    won, lost = (score_interval(results.count(point), len(results)) for point in (1, -1))
    ours = f"{won.text('.0%')} won, {lost.text('.0%')} lost"
    if paper is None:
        return Finding(name, said, ours, Verdict.NONE)
    agrees = all(
        found.low <= share / 100 <= found.high
        for found, share in zip((won, lost), paper, strict=True)
    )
    same_winner = (won.value - lost.value) * (paper[0] - paper[1]) > 0
    verdict = Verdict.REPRODUCED if agrees else Verdict.PARTLY if same_winner else Verdict.NOT
    return Finding(name, said, ours, verdict)


def _clip_findings(recipe: ChokoRecipe[Any]) -> Iterator[Finding]:
    for version, paper in CLIPPED.items():
        curve = recipe.ppo[version].curve
        name, said = f"clipped ratios of {version}", f"{paper}%"
        if not curve:
            yield Finding(name, said, "-", Verdict.OPEN)
            continue
        share = 100 * sum(entry["clipped"] for entry in curve) / len(curve)
        near = paper / 2 <= share <= paper * 2
        verdict = Verdict.REPRODUCED if abs(share / paper - 1) < 0.25 else Verdict.PARTLY
        yield Finding(name, said, f"{share:.2f}%", verdict if near else Verdict.NOT)


def _time_finding(recipe: ChokoRecipe[Any]) -> Finding:
    name, said = f"time of {DEEP_PGTS} and {MINIMAX} of 3", "both about 3 s a move"
    times = recipe.seconds
    if not times:
        return Finding(name, said, "-", Verdict.OPEN)
    ours = {player: sum(found) / len(found) for player, found in times.items()}
    text = ", ".join(f"{player} {1000 * mean:.1f} ms" for player, mean in ours.items())
    near = ours[DEEP_PGTS] <= ours[MINIMAX] * 1.2
    return Finding(name, said, text, Verdict.REPRODUCED if near else Verdict.NOT)


def _rates(across: str, curve: Curve) -> str:
    """Return a picture of wins and draws against the net of the evaluation before, over the
    iterations or steps `across`.

    Where there are many evaluations, each point is the mean of several in a row.
    """
    known = [entry for entry in curve if "win" in entry]
    if not known:
        ppo, dqn = EVALUATED_EVERY["PPO"], EVALUATED_EVERY["DQN"]
        return f"<p>Too short for an evaluation, every {ppo} iterations of PPO, {dqn} of DQN.</p>"
    parts = groups(known, MOST_POINTS)
    named, ends = {}, {}
    for name in ("win", "draw"):
        games = [len(part) * EVALUATION_GAMES for part in parts]
        wins = [sum(entry[name] for entry in part) * EVALUATION_GAMES for part in parts]
        shares = [score_interval(*pair) for pair in zip(wins, games, strict=True)]
        named[name] = [part[-1]["at"] for part in parts], [share.value for share in shares]
        ends[name] = [(share.low, share.high) for share in shares]
    return curve_chart(across, "share of games", named, (0, 1), ends)


def _zero(recipe: ChokoRecipe[Any], zero: ZeroRun[Any]) -> str:
    learnt, loop = zero.curve, zero.chosen.loop
    losses = {name: curve_of(learnt, name) for name in ("loss", "policy", "value")}
    return (
        f"<p>The settings are ours: V3's layers, which see hands and ply too, {loop.playouts} "
        f"playouts a move, and a batch of {loop.batch:,} after each game; {len(learnt):,} of "
        f"{zero.chosen.steps:,} batches.</p>"
        f"{curve_chart('batch', 'loss', losses)}"
        f"{_outcomes(recipe, 'AlphaZero', (*IN_TABLE, 'DQN'))}"
    )


def _outcomes(recipe: ChokoRecipe[Any], player: str, others: Sequence[str]) -> str:
    """Return a table of the shares of games that a player won, drew and lost."""
    rows = []
    for name in others:
        results = _results(recipe, player, name)
        if results:
            shares = (score_interval(results.count(r), len(results)) for r in (1, 0, -1))
            rows.append((name, *(share.text(".0%") for share in shares)))
    return table([f"{player} against", "won", "drawn", "lost"], rows)


def _results(recipe: ChokoRecipe[Any], one: str, other: str) -> list[int]:
    """Return the results of a pair for the first; empty if it has not met."""
    if f"{one}/{other}" in recipe.matches:
        return recipe.matches[f"{one}/{other}"]
    return [-result for result in recipe.matches.get(f"{other}/{one}", [])]


def _tables(recipe: ChokoRecipe[Any]) -> str:
    rows = [(row, *(_wins(recipe, column, row) for column in IN_TABLE)) for row in IN_TABLE]
    return f"<p>{recipe.games} games each:</p>{table(['', *IN_TABLE], rows)}"


def _wins(recipe: ChokoRecipe[Any], player: str, other: str) -> str:
    """Return the share of games that a player won against another, with its interval."""
    results = _results(recipe, player, other)
    return score_interval(results.count(1), len(results)).text(".0%") if results else "-"
