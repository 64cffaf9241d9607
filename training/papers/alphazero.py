"""Recipe `alphazero`: "A Gomoku Agent Based on AlphaZero Algorithm" (2025), 8x8 freestyle.

What the paper leaves open is taken from AlphaGo Zero (noise, L2) or the smallest that fits its
words ("multiple residual blocks": two).
"""

from dataclasses import replace
from pathlib import Path

from core.board import Board
from training.papers import page
from training.papers.gomoku import Gomoku, PureMcts
from training.papers.loop import Run, noted, opened
from training.papers.match import play_match, score
from training.papers.networks import Shape, asker
from training.papers.players import Searcher
from training.papers.settings import Settings

PUBLISHED = Settings(
    size=8,
    shape=Shape(
        (64,) * 5, residual=True, normed=True, policy_filters=4, value_filters=2, hidden=64
    ),
    steps=1300,
    playouts=400,
    exploration=5.0,
    hot_plies=64,
    window=10_000,
    batch=512,
    rate=2e-3,
    match_every=50,
    match_games=10,
)
BUDGETS = {
    "published": PUBLISHED,
    "small": replace(PUBLISHED, steps=325, playouts=64, batch=256, match_every=25),
}
OPPONENT_PLAYOUTS = 1000
SHOWN = (100 / 1300, 700 / 1300, 1.0)
"""Where in a run its game records are shown: the paper's batches 100, 700 and 1300."""

PAPER_LOSS = ((1, "about 4.5"), (200, "3.5"), (1200, "around 2.75"))
PAPER_WINS = (
    (0, 400, "0.4 to 0.7"),
    (401, 699, "growth through 0.9"),
    (700, 1300, "nearly 1"),
)
DIFFERENCES = (
    "Our root counts its own first visit in the square root of U: one more than the paper's sum.",
    "Eight games are played at a time, so a game may be begun by a net a few batches older.",
    "The paper gives no number of residual blocks, no noise and no L2: two blocks, and AlphaGo "
    "Zero's noise and L2, are our choice.",
)
FUTURE = (
    "The paper names three tasks for the future; Fukumi's own engine carries them all: boards of "
    "15x15 (any size from 5 to 22), forbidden moves (renju's, exact), and parallel search with "
    "virtual loss (one tree, many threads)."
)


def run(folder: Path, budget: str) -> None:
    """Trains until the budget's batches are learnt, then draws the page.

    Raises:
        TrainingError: the folder holds something else, or is in use.
    """
    settings = BUDGETS[budget]
    with opened(folder, Gomoku(settings.size), settings) as running:
        running.go(lambda: _evaluate(running))
        write_page(folder, settings)


def _evaluate(run: Run[Board]) -> None:
    """Plays pure MCTS where a match is due; a page shows how far it is."""
    steps, settings = run.steps, run.settings
    if steps % settings.match_every or any(entry["step"] == steps for entry in run.noted("match")):
        return
    run.bars.doing(f"match against pure MCTS of {OPPONENT_PLAYOUTS} playouts")
    ours = Searcher(run.game, asker(run.playing), settings.playouts, settings.exploration)
    theirs = PureMcts(OPPONENT_PLAYOUTS, seed=steps)
    games = play_match(run.game, ours, theirs, settings.match_games)
    wins = score(games)
    run.note("match", score=wins, records=[[g.began, g.points, g.moves] for g in games])
    run.bars.note(f"batch {steps}: {wins:.2f} against pure MCTS")
    write_page(run.folder, settings)


def write_page(folder: Path, settings: Settings) -> None:
    """Draws what the folder holds."""
    learnt, matches = noted(folder, "learn"), noted(folder, "match")
    loss, wins = page.curve_of(learnt, "loss"), page.curve_of(matches, "score")
    scale = settings.steps / PUBLISHED.steps
    rows = [
        (f"loss at batch {at}", text, page.value_at(loss, max(1, at * scale), 5))
        for at, text in PAPER_LOSS
    ]
    for begin, end, text in PAPER_WINS:
        middle, half = (begin + end) / 2 * scale, (end - begin) / 2 * scale
        ours = page.value_at(wins, middle, half)
        rows.append((f"win rate, batches {begin} to {end}", text, ours))
    note = "" if scale == 1 else f" Ours are taken at {scale:.3g} times the batch."
    parts = {name: page.curve_of(learnt, name) for name in ("loss", "policy", "value")}
    page.write(
        folder / "page.html",
        "AlphaZero on 8x8",
        [
            page.section(
                "The paper's figures beside ours",
                page.beside(rows),
                page.said(
                    f"The curves of figures 3 and 4 as the paper's text gives them.{note}",
                    *DIFFERENCES,
                ),
            ),
            page.section("Loss (figure 3)", page.curves("batch", "loss", parts)),
            page.section(
                "Win rate against pure MCTS (figure 4)",
                page.curves("batch", "points a game", {"ours": wins}, (0, 1)),
            ),
            page.section("Game records (figures 5 to 7)", _records(folder, settings)),
            page.section("The paper's future work", page.said(FUTURE)),
            page.section("Settings", page.settings_of(settings, PUBLISHED)),
        ],
    )


def _records(folder: Path, settings: Settings) -> str:
    """A game that our net began, from the matches nearest to the paper's batches."""
    matches = noted(folder, "match")
    shown = {}
    for share in SHOWN:
        due = share * settings.steps
        near = [entry for entry in matches if entry["step"] <= max(due, settings.match_every)]
        if near and near[-1]["step"]:
            _, points, moves = next(game for game in near[-1]["records"] if game[0])
            ending = {1.0: "Black, ours, wins", 0.5: "a draw", 0.0: "White, pure MCTS, wins"}
            shown[f"batch {near[-1]['step']}: {ending[points]}"] = moves
    return page.records(settings.size, shown)
