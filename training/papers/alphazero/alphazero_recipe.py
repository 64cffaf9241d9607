"""Recipe `alphazero`: "A Gomoku Agent Based on AlphaZero Algorithm" (2025), 8x8 freestyle.

Three runs of different seeds, in folders of their own. Details missing in the paper are taken from
AlphaGo Zero (noise, L2) or are the smallest that fit its words ("multiple residual blocks": two).
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from core.game.board import Board
from training.papers.alphazero.alphazero_page import write_page
from training.papers.loop.alphazero_loop import LoopRun, open_run
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.gomoku_game import Gomoku, PureMcts
from training.papers.loop.loop_settings import LoopSettings, share, share_of_games
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import NetShape, asker
from training.papers.loop.player_match import play_match, score
from training.papers.loop.recipe_parts import run_parts

STEPS = 1300
SEEDS = 3

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
    match_games=40,
)
"""The paper's, except for the games of a match: it has ten, with an error of 0.3."""

FEWEST_GAMES = 10
OPPONENT_PLAYOUTS = 1000


def run(folder: Path, budget: float, jobs: int, passes: int) -> None:
    """Train until the budget's batches are learnt with every seed, then write the page.

    Args:
        folder: of the runs.
        budget: share of the batches, and of the games of a match.
        jobs: seeds to train at a time.
        passes: steps of the optimiser with each batch.

    Raises:
        TrainingError: the folder holds another run, or is in use.
    """
    settings = replace(PUBLISHED, passes=passes)
    folders = {seed: folder / f"seed-{seed}" for seed in range(SEEDS)}
    parts = [
        partial(train, path, replace(settings, seed=seed), budget) for seed, path in folders.items()
    ]
    for path in run_parts(parts, jobs):
        click.echo(f"{path.name} is trained")
        write_page(folder / "page.html", list(folders.values()), settings, STEPS)


def train(folder: Path, settings: LoopSettings, budget: float) -> Path:
    """Train with one seed in a folder; return it."""
    games = share_of_games(settings.match_games, budget, FEWEST_GAMES)
    with open_run(folder, Gomoku(settings.size), settings) as running:
        running.train(share(STEPS, budget), lambda: _evaluate(running, games))
        write_bot_net(running.playing, running.game.shape, folder / "playing.net")
    return folder


def _evaluate(run: LoopRun[Board], games: int) -> None:
    """Play pure MCTS if a match is due."""
    steps, settings = run.steps, run.settings
    if steps % settings.match_every or any(
        entry["step"] == steps for entry in run.entries("match")
    ):
        return
    run.bars.doing(f"match against pure MCTS of {OPPONENT_PLAYOUTS} playouts")
    ours = SearchPlayer(run.game, asker(run.playing), settings.playouts, settings.exploration)
    theirs = PureMcts(OPPONENT_PLAYOUTS, seed=steps)
    played = play_match(run.game, ours, theirs, games)
    points = score(played)
    run.note("match", score=points, records=[[g.began, g.points, g.moves] for g in played])
    run.bars.note(f"batch {steps}: {points:.2f} against pure MCTS")
