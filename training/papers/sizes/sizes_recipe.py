"""Recipe `sizes`: "The implement of a Five-in-row program based on self-play" (2018).

Four boards, each with a net of its own. Details missing in the thesis (c of PUCT, buffer, batch,
target divergence) are taken from the tutorial it builds on, its reference 12.
"""

from dataclasses import replace
from pathlib import Path

from core.game.board import Board
from training.papers.loop.alphazero_loop import LoopRun, entries_of, open_run
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.gomoku_game import Gomoku, PureMcts
from training.papers.loop.loop_settings import LoopSettings, share
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import NetShape, asker
from training.papers.loop.player_match import play_match, score
from training.report.charts import curve_chart, curve_of
from training.report.html_parts import (
    bullet_list,
    comparison_table,
    save_page,
    section,
    settings_table,
)

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
FIRST_PLAYOUTS = 1000
MORE_PLAYOUTS = 1000
"""Playouts of the opponent at first, and added whenever it loses every game."""

DIFFERENCES = (
    "The thesis has its net play the pure MCTS player to make the training games in one place and "
    "itself in another; ours plays itself, as the abstract and the conclusion say.",
    "The thesis shows its numbers only as pictures, so its statements are compared with ours.",
    "The board is shown to the net as planes for both colours and the last move, as in the "
    "tutorial, not as one plane of -1, 0 and 1.",
)


def run(folder: Path, budget: float) -> None:
    """Train a net for every size, then write the page.

    Raises:
        TrainingError: the folder holds another run, or is in use.
    """
    for size in SIZES:
        settings = replace(PUBLISHED, size=size, temperature_moves=size * size)
        with open_run(_folder(folder, size), Gomoku(size), settings) as running:
            running.train(share(GAMES, budget), lambda running=running: _climb(running))  # type: ignore[misc]
            write_bot_net(
                running.playing, running.game.shape, _folder(folder, size) / "playing.net"
            )
        write_page(folder)


def _folder(folder: Path, size: int) -> Path:
    return folder / f"{size}x{size}"


def _climb(run: LoopRun[Board]) -> None:
    """Play the opponent if a match is due; after losing every game it gets more playouts."""
    steps, settings, done = run.steps, run.settings, run.entries("match")
    if steps == 0 or steps % settings.match_every or any(m["step"] == steps for m in done):
        return
    playouts = next_playouts(done[-1]["playouts"], done[-1]["score"]) if done else FIRST_PLAYOUTS
    run.bars.doing(f"match against pure MCTS of {playouts} playouts")
    ours = SearchPlayer(run.game, asker(run.playing), settings.playouts, settings.exploration)
    theirs = PureMcts(playouts, seed=steps)
    points = score(play_match(run.game, ours, theirs, settings.match_games))
    run.note("match", score=points, playouts=playouts)
    run.bars.note(f"{settings.size}x{settings.size}, game {run.games}: {points:.2f} of {playouts}")


def next_playouts(playouts: int, points: float) -> int:
    """Return the opponent's playouts after a match in which we scored these points a game."""
    return playouts + MORE_PLAYOUTS if points == 1.0 else playouts


def write_page(folder: Path) -> None:
    """Write the page of a folder."""
    parts = [
        section("The thesis's statements and ours", _comparison(folder), bullet_list(*DIFFERENCES))
    ]
    for size in reversed(SIZES):
        learnt = entries_of(_folder(folder, size), "learn")
        named = {name: curve_of(learnt, name, "games") for name in ("loss", "entropy")}
        parts.append(
            section(f"{size}x{size}: loss and entropy", curve_chart("games", "nats", named))
        )
    ladders = {f"{size}x{size}": entries_of(_folder(folder, size), "match") for size in SIZES}
    climbs = {name: curve_of(found, "playouts") for name, found in ladders.items()}
    scores = {name: curve_of(found, "score") for name, found in ladders.items()}
    parts += [
        section("Playouts of the opponent", curve_chart("batch", "playouts", climbs)),
        section(
            "Points against the opponent",
            curve_chart("batch", "points a game", scores, (0, 1)),
        ),
        section("Settings (except the size)", settings_table(PUBLISHED, {})),
    ]
    save_page(folder / "page.html", "Self-play on 6x6 to 9x9", parts)


def _comparison(folder: Path) -> str:
    rows = []
    for size in SIZES:
        learnt = entries_of(_folder(folder, size), "learn")
        for name in ("loss", "entropy"):
            first, last = _ends([entry[name] for entry in learnt])
            paper = "falls nearly by half" if size == 9 else "falls faster than on 9x9"
            fall = f"{first:.2f} to {last:.2f} ({last / first - 1:+.0%})" if learnt else "not yet"
            rows.append((f"{name}, {size}x{size}", paper, fall))
    return comparison_table(rows)


def _ends(values: list[float]) -> tuple[float, float]:
    """Return the means of the first and of the last tenth."""
    width = max(1, len(values) // 10)
    first, last = values[:width], values[-width:]
    return sum(first) / max(len(first), 1), sum(last) / max(len(last), 1)
