"""Recipe `alphago-zero`: "Mastering the game of Go without human knowledge" (2017), on Gomoku.

A net plays itself until another one, learning from its games, beats it with 55 %; hopeless games
are resigned. At the end the nets that were kept, the last of them without search, and pure MCTS
play a round robin, and five deeper nets learn from the games of the run.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import click
import torch

from core.game.board import Board
from core.game.rules import Rule
from core.match.balanced_openings import balanced_opening
from training.papers.alphago_zero import alphago_zero_page
from training.papers.alphago_zero.ablation import Ablation, AblationSettings
from training.papers.alphago_zero.round_robin import RoundRobin, keep_net
from training.papers.loop.alphazero_loop import LoopRun, newest_games, open_run
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.loop_learner import PositionLearner
from training.papers.loop.loop_settings import LoopSettings, share, share_of_games
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import NetShape, asker
from training.papers.loop.player_match import play_match, score
from training.run_folder import hold_recipe

ACCEPT = 0.55
"""Score from which a net takes over self-play."""
OPENINGS = 50
"""Enough that no two games of a match are the same: nets with search always move alike."""

FEWEST_GAMES = 8
ROUND_ROBIN_GAMES = 20
LADDER_GAMES = 40
"""Games of each pair: of kept nets; of the last net, the same without search, and pure MCTS."""
ABLATION_GAMES = 100
"""Games of each pair of the deeper nets."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Amounts of a run.

    Attributes:
        settings: of the run.
        deep: the shape of the paper's four nets.
        steps: batches of the run, and of each deeper net.
        positions: the newest ones of self-play, from which the deeper nets learn.
    """

    settings: LoopSettings
    deep: NetShape
    steps: int = 2000
    positions: int = 40_000


GOMOKU = LoopSettings(
    size=7,
    shape=NetShape((32,) * 5, True, True, policy_filters=2, value_filters=1, hidden=32),
    playouts=200,
    exploration=5.0,
    temperature_moves=8,
    window=40_000,
    batch=256,
    rate=2e-3,
    match_every=50,
    match_games=40,
    resigns=True,
)
TWELVE_BLOCKS = NetShape((16,) * 25, True, True, policy_filters=2, value_filters=1, hidden=32)

SCALES = {
    "small": Scale(GOMOKU, TWELVE_BLOCKS),
    "large": Scale(
        replace(
            GOMOKU,
            size=9,
            shape=replace(GOMOKU.shape, filters=(64,) * 11),  # type: ignore[type-var]
            playouts=400,
            temperature_moves=12,
            window=160_000,
        ),
        replace(TWELVE_BLOCKS, filters=(32,) * 39),
        8000,
        160_000,
    ),
}
"""The paper's scale is that of 64 machines for days; ours are of an hour or two on one core, and of
about two days for the second, larger run (figure 6)."""


def run(folder: Path, budget: float, jobs: int, scale: str = "small") -> None:
    """Train, rank, compare the deeper nets, and write the page.

    Raises:
        TrainingError: the folder holds another run, or is in use.
    """
    chosen = SCALES[scale]
    settings, steps = chosen.settings, share(chosen.steps, budget)
    ablation = folder / f"ablation-{steps}"
    deep = replace(settings, shape=chosen.deep, resigns=False)

    def write_page() -> None:
        alphago_zero_page.write_page(folder, ablation, settings, deep, steps, chosen.steps)

    with open_run(folder, Gomoku(settings.size), settings) as running:
        running.train(steps, PromotionEvaluator(running).judge)
        write_bot_net(running.playing, running.game.shape, folder / "playing.net")
    write_page()
    lines = openings(settings.size)
    with hold_recipe(folder):
        RoundRobin(folder, settings, lines).run(
            steps,
            share_of_games(ROUND_ROBIN_GAMES, budget, FEWEST_GAMES),
            share_of_games(LADDER_GAMES, budget, FEWEST_GAMES),
            jobs,
            click.echo,
        )
        write_page()
        games = share_of_games(ABLATION_GAMES, budget, FEWEST_GAMES)
        contest = AblationSettings(deep, steps, games, lines)
        newest = tuple(newest_games(folder, chosen.positions))
        Ablation(ablation, Gomoku(settings.size), contest, newest).run(jobs, click.echo)
        write_page()


def openings(size: int) -> tuple[tuple[int, ...], ...]:
    """Return balanced openings, as cells; without them, nets without noise would repeat one
    game."""
    found = (balanced_opening(size, Rule.FREESTYLE, seed) for seed in range(OPENINGS))
    return tuple(tuple(y * size + x for x, y in opening) for opening in found)


class PromotionEvaluator:
    """The paper's evaluator: a net takes over self-play if it beats the one that plays.

    The net that plays is kept in playing.pt; at the beginning it is the untrained one. Every net
    that took over is kept in kept/.
    """

    def __init__(self, run: LoopRun[Board]) -> None:
        self._run = run
        self._path = run.folder / "playing.pt"
        self._openings = openings(run.settings.size)
        torch.manual_seed(run.settings.seed)
        net = run.settings.shape.net(run.game.shape, run.game.actions)
        self._playing = PositionLearner(net, run.settings)
        self._playing.resume(self._path)
        run.playing = self._playing.net

    def judge(self) -> None:
        """Play the match that is due, and promote the net if it won."""
        run = self._run
        if run.steps == 0 or run.steps % run.settings.match_every:
            return
        judged = [entry for entry in run.entries("gate") if entry["step"] == run.steps]
        accepted = judged[-1]["accepted"] if judged else self._match()
        if accepted and self._playing.steps != run.steps:
            keep_net(run.folder, run.steps, run.learner.net)
            run.learner.save(self._path)
            self._playing.resume(self._path)

    def _match(self) -> bool:
        """Play the net that learns against the net that plays; return whether it won."""
        run, settings = self._run, self._run.settings
        run.bars.doing(f"net {run.steps} against net {self._playing.steps}")
        ours, theirs = (
            SearchPlayer(run.game, asker(net), settings.playouts, settings.exploration)
            for net in (run.learner.net, self._playing.net)
        )
        points = score(play_match(run.game, ours, theirs, settings.match_games, self._openings))
        run.note(
            "gate",
            against=self._playing.steps,
            score=points,
            games=settings.match_games,
            accepted=points >= ACCEPT,
        )
        run.bars.note(f"batch {run.steps}: {points:.2f} against net {self._playing.steps}")
        return points >= ACCEPT
