"""Recipe `sizes`: "The implement of a Five-in-row program based on self-play" (2018).

Four boards, each with a net of its own. Details missing in the thesis (c of PUCT, buffer, batch,
target divergence) are taken from the tutorial it builds on, its reference 12.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from core.game.board import Board
from training.papers.loop.alphazero_loop import LoopRun, open_run
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.gomoku_game import Gomoku, PureMcts
from training.papers.loop.loop_learner import PositionLearner
from training.papers.loop.loop_settings import LoopSettings, share
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import NetShape, asker
from training.papers.loop.player_match import play_match, score
from training.papers.loop.recipe_parts import run_parts
from training.papers.sizes.sizes_page import write_page

SIZES = (6, 7, 8, 9)
GAMES = 4000

PUBLISHED = LoopSettings(
    size=9,
    shape=NetShape(
        (32, 64, 128), residual=False, normed=False, policy_filters=4, value_filters=4, hidden=64
    ),
    playouts=400,
    exploration=5.0,
    temperature_moves=81,
    window=10_000,
    batch=512,
    rate=2e-3,
    passes=5,
    kl_target=0.02,
    match_every=100,
    match_games=10,
)
SEEDS = {9: 1}
"""Seeds other than 0. On 9x9 the net of seed 0 is lost within ten batches: the rate rises tenfold
while the policy is still even, and the filters before the policy end at zero for all positions."""
FIRST_PLAYOUTS = 1000
MORE_PLAYOUTS = 1000
"""Playouts of the opponent at first, and added whenever it loses every game (2.3.2)."""


class Ladder(NamedTuple):
    """The opponent's playouts, the best score against it, and the batch of the best net, 0 before
    there is one."""

    playouts: int
    best: float
    best_step: int


def ladder(matches: Sequence[dict[str, Any]]) -> Ladder:
    """Return where the matches so far lead (2.3.2).

    A net with a higher score than any before becomes the best; one that wins every game also
    raises the opponent, and the best score is zero again.
    """
    playouts, best, best_step = FIRST_PLAYOUTS, 0.0, 0
    for match in matches:
        if match["score"] > best:
            best, best_step = match["score"], match["step"]
            if best == 1.0:
                playouts, best = playouts + MORE_PLAYOUTS, 0.0
    return Ladder(playouts, best, best_step)


def run(folder: Path, budget: float, jobs: int) -> None:
    """Train a net for every size, then write the page.

    Raises:
        TrainingError: the folder holds another run, or is in use.
    """
    folders = {size: folder / f"{size}x{size}" for size in SIZES}
    parts = [partial(train, size, path, budget) for size, path in reversed(folders.items())]
    for size in run_parts(parts, jobs):
        click.echo(f"{size}x{size} is trained")
        write_page(folder / "page.html", folders, PUBLISHED, GAMES)


def train(size: int, folder: Path, budget: float) -> int:
    """Train the net of a size in a folder; return the size.

    The best net is in best.pt, and for the bots in best.net; before there is one, the last net.
    """
    settings = replace(PUBLISHED, size=size, temperature_moves=size * size, seed=SEEDS.get(size, 0))
    with open_run(folder, Gomoku(size), settings) as running:
        running.train(share(GAMES, budget), lambda: _climb(running))
        best = PositionLearner(settings.shape.net(running.game.shape, size * size), settings)
        path = folder / "best.pt"
        best.resume(path if path.exists() else folder / "state.pt")
        write_bot_net(best.net, running.game.shape, folder / "best.net")
    return size


def _climb(run: LoopRun[Board]) -> None:
    """Play the opponent if a match is due, and keep the net if it is the best so far."""
    steps, settings = run.steps, run.settings
    if steps == 0 or steps % settings.match_every:
        return
    done = run.entries("match")
    if not any(match["step"] == steps for match in done):
        playouts = ladder(done).playouts
        run.bars.doing(f"match against pure MCTS of {playouts} playouts")
        ours = SearchPlayer(run.game, asker(run.playing), settings.playouts, settings.exploration)
        games = play_match(run.game, ours, PureMcts(playouts, steps), settings.match_games)
        points, ties = score(games), sum(game.points == 0.5 for game in games)
        run.note("match", score=points, ties=ties, games=len(games), playouts=playouts)
        name = f"{settings.size}x{settings.size}, game {run.games}"
        run.bars.note(f"{name}: {points:.2f} against {playouts} playouts")
    if ladder(run.entries("match")).best_step == steps:
        run.learner.save(run.folder / "best.pt")
