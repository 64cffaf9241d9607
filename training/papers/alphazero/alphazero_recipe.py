"""Recipe `alphazero`: "A Gomoku Agent Based on AlphaZero Algorithm" (2025), 8x8 freestyle.

Details missing in the paper are taken from AlphaGo Zero (noise, L2) or are the smallest that fit
its words ("multiple residual blocks": two).
"""

from pathlib import Path

from core.game.board import Board
from training.papers.loop.alphazero_loop import LoopRun, entries_of, open_run
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.gomoku_game import Gomoku, PureMcts
from training.papers.loop.loop_settings import LoopSettings, share
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import NetShape, asker
from training.papers.loop.player_match import play_match, score
from training.report.charts import Curve, curve_chart, curve_of, game_diagrams, value_at
from training.report.html_parts import (
    bullet_list,
    comparison_table,
    save_page,
    section,
    settings_table,
)

STEPS = 1300

PUBLISHED = LoopSettings(
    size=8,
    shape=NetShape(
        (64,) * 5, residual=True, normed=True, policy_filters=4, value_filters=2, hidden=64
    ),
    playouts=400,
    exploration=5.0,
    temperature_moves=64,
    window=10_000,
    batch=512,
    rate=2e-3,
    match_every=50,
    match_games=10,
)
OPPONENT_PLAYOUTS = 1000
SHOWN = (100, 700, 1300)
"""Batches whose game records the paper shows."""

PAPER_LOSS = ((1, "about 4.5"), (200, "3.5"), (1200, "around 2.75"))
PAPER_WINS = (
    (0, 400, "0.4 to 0.7"),
    (401, 699, "growth through 0.9"),
    (700, 1300, "nearly 1"),
)
ENDINGS = {1.0: "Black, ours, wins", 0.5: "a draw", 0.0: "White, pure MCTS, wins"}

DIFFERENCES = (
    "Our root counts its own first visit in the square root of U, one more than the paper's sum.",
    "Eight games are played at a time, so the net that begins a game may be a few batches older.",
    "The paper gives no number of residual blocks, no noise and no L2: two blocks, and AlphaGo "
    "Zero's noise and L2, are our choice.",
)
FUTURE = (
    "The paper names three tasks for the future; Fukumi's own engine carries them all: boards of "
    "15x15 (any size from 5 to 22), forbidden moves (renju's, exact), and parallel search with "
    "virtual loss (one tree, many threads)."
)


def run(folder: Path, budget: float) -> None:
    """Train until the budget's batches are learnt, then write the page.

    Raises:
        TrainingError: the folder holds another run, or is in use.
    """
    with open_run(folder, Gomoku(PUBLISHED.size), PUBLISHED) as running:
        running.train(share(STEPS, budget), lambda: _evaluate(running))
        write_bot_net(running.playing, running.game.shape, folder / "playing.net")
        write_page(folder)


def _evaluate(run: LoopRun[Board]) -> None:
    """Play pure MCTS if a match is due, and write a page of the progress."""
    steps, settings = run.steps, run.settings
    if steps % settings.match_every or any(
        entry["step"] == steps for entry in run.entries("match")
    ):
        return
    run.bars.doing(f"match against pure MCTS of {OPPONENT_PLAYOUTS} playouts")
    ours = SearchPlayer(run.game, asker(run.playing), settings.playouts, settings.exploration)
    theirs = PureMcts(OPPONENT_PLAYOUTS, seed=steps)
    games = play_match(run.game, ours, theirs, settings.match_games)
    wins = score(games)
    run.note("match", score=wins, records=[[g.began, g.points, g.moves] for g in games])
    run.bars.note(f"batch {steps}: {wins:.2f} against pure MCTS")
    write_page(run.folder)


def write_page(folder: Path) -> None:
    """Write the page of a folder."""
    learnt, matches = entries_of(folder, "learn"), entries_of(folder, "match")
    parts = {name: curve_of(learnt, name) for name in ("loss", "policy", "value")}
    wins = curve_of(matches, "score")
    save_page(
        folder / "page.html",
        "AlphaZero on 8x8",
        [
            section(
                "The paper's figures and ours",
                _comparison(parts["loss"], wins),
                bullet_list("Figures 3 and 4 as the paper's text gives them.", *DIFFERENCES),
            ),
            section("Loss (figure 3)", curve_chart("batch", "loss", parts)),
            section(
                "Win rate against pure MCTS (figure 4)",
                curve_chart("batch", "points a game", {"ours": wins}, (0, 1)),
            ),
            section("Game records (figures 5 to 7)", _records(folder)),
            section("The paper's future work", bullet_list(FUTURE)),
            section("LoopSettings", settings_table(PUBLISHED, {})),
        ],
    )


def _comparison(loss: Curve, wins: Curve) -> str:
    rows = [(f"loss at batch {at}", text, value_at(loss, at, 5)) for at, text in PAPER_LOSS]
    for begin, end, text in PAPER_WINS:
        ours = value_at(wins, (begin + end) / 2, (end - begin) / 2)
        rows.append((f"win rate, batches {begin} to {end}", text, ours))
    return comparison_table(rows)


def _records(folder: Path) -> str:
    """Return a game that our net began, from the match at each of the paper's batches; if the run
    has not reached one, from its last match."""
    matches = {entry["step"]: entry for entry in entries_of(folder, "match")}
    last = max(matches, default=0)
    shown = {}
    for step in sorted({min(step, last) for step in SHOWN} & set(matches)):
        _, points, moves = next(game for game in matches[step]["records"] if game[0])
        shown[f"batch {step}: {ENDINGS[points]}"] = moves
    return game_diagrams(PUBLISHED.size, shown)
