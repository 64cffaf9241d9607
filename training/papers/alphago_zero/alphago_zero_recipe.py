"""Recipe `alphago-zero`: "Mastering the game of Go without human knowledge" (2017), on Gomoku.

A net plays itself until another one, learning from its games, beats it with 55 %. At the end the
net with search, the net alone and pure MCTS play each other, and four nets learn from the games of
the run.
"""

import itertools
from pathlib import Path

import torch
from torch import nn

from core.game.board import Board
from core.game.rules import Rule
from core.match.balanced_openings import balanced_opening
from training.papers.alphago_zero import alphago_zero_page
from training.papers.alphago_zero.ablation import Ablation, AblationSettings
from training.papers.loop.alphazero_loop import LoopRun, newest_games, open_run
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.gomoku_game import Gomoku, PureMcts
from training.papers.loop.loop_learner import PositionLearner
from training.papers.loop.loop_settings import LoopSettings, share
from training.papers.loop.match_players import GamePlayer, RawNet, SearchPlayer
from training.papers.loop.networks import NetShape, asker
from training.papers.loop.player_match import play_match, score

ACCEPT = 0.55
"""Score from which a net takes over self-play."""
OPPONENT_PLAYOUTS = 1000
OPENINGS = 20

STEPS = 2000
ABLATION_STEPS = 2000
"""Batches of the run, and of each of the four nets."""

LADDER_GAMES = 40
"""Games of each pair of the three players, and of the four nets."""

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
    slots=32,
)
"""The paper's scale is that of 64 machines for days; this one is of half an hour on one core."""


def run(folder: Path, budget: float) -> None:
    """Train, rank, compare the four nets, and write the page.

    Raises:
        TrainingError: the folder holds another run, or is in use.
    """
    with open_run(folder, Gomoku(GOMOKU.size), GOMOKU) as running:
        running.train(share(STEPS, budget), PromotionEvaluator(running).judge)
        write_bot_net(running.playing, running.game.shape, folder / "playing.net")
        rank(running, LADDER_GAMES)
        steps = share(ABLATION_STEPS, budget)
        contest = AblationSettings(GOMOKU, steps, LADDER_GAMES, openings(GOMOKU.size))
        games = newest_games(folder, GOMOKU.window)
        Ablation(folder / f"ablation-{steps}", running.game, contest, games, running.bars).run()
        alphago_zero_page.write_page(folder, folder / f"ablation-{steps}", GOMOKU)


def openings(size: int) -> tuple[tuple[int, ...], ...]:
    """Return balanced openings, as cells; without them, nets without noise would repeat one
    game."""
    found = (balanced_opening(size, Rule.FREESTYLE, seed) for seed in range(OPENINGS))
    return tuple(tuple(y * size + x for x, y in opening) for opening in found)


class PromotionEvaluator:
    """The paper's evaluator: a net takes over self-play if it beats the one that plays.

    The net that plays is kept in playing.pt; at the beginning it is the untrained one.
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
        entries_of = [entry for entry in run.entries("gate") if entry["step"] == run.steps]
        accepted = entries_of[-1]["accepted"] if entries_of else self._match()
        if accepted and self._playing.steps != run.steps:
            run.learner.save(self._path)
            self._playing.resume(self._path)

    def _match(self) -> bool:
        """Play the net that learns against the net that plays; return whether it won."""
        run, settings = self._run, self._run.settings
        run.bars.doing(f"net {run.steps} against net {self._playing.steps}")
        points = score(
            play_match(
                run.game,
                searcher(run, run.learner.net),
                searcher(run, self._playing.net),
                settings.match_games,
                self._openings,
            )
        )
        run.note(
            "gate",
            against=self._playing.steps,
            score=points,
            games=settings.match_games,
            accepted=points >= ACCEPT,
        )
        run.bars.note(f"batch {run.steps}: {points:.2f} against net {self._playing.steps}")
        return points >= ACCEPT


def searcher(run: LoopRun[Board], net: nn.Module) -> SearchPlayer[Board]:
    """Return a net with the search of the run."""
    return SearchPlayer(run.game, asker(net), run.settings.playouts, run.settings.exploration)


def rank(run: LoopRun[Board], games: int) -> None:
    """Play the matches of the net with search, the net alone and pure MCTS (the paper's figure
    6b)."""
    players: dict[str, GamePlayer[Board]] = {
        "search": searcher(run, run.playing),
        "raw net": RawNet(run.game, asker(run.playing)),
        "pure MCTS": PureMcts(OPPONENT_PLAYOUTS, run.settings.seed),
    }
    lines = openings(run.settings.size)
    for one, other in itertools.combinations(players, 2):
        if any(entry["step"] == run.steps for entry in run.entries(f"{one}, {other}")):
            continue
        run.bars.doing(f"{one} against {other}")
        points = score(play_match(run.game, players[one], players[other], games, lines))
        run.note(f"{one}, {other}", score=points, games=games)
        run.bars.note(f"{one} against {other}: {points:.2f}")
