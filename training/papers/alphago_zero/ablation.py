"""AlphaGo Zero's figure 4 on Gomoku: four nets learn from the same games, then play each other."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from training.papers.loop.alphazero_loop import entries_of
from training.papers.loop.game_protocol import Position, SearchableGame
from training.papers.loop.loop_learner import PositionLearner
from training.papers.loop.loop_settings import LoopSettings, keep_settings
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import NetShape, asker
from training.papers.loop.parallel_selfplay import PlayedGame
from training.papers.loop.player_match import elo, play_match, score
from training.papers.loop.position_window import PositionBatch, PositionWindow, samples_of, stacked
from training.report.metrics import Metrics
from training.report.progress import Bars

HELD_OUT = 10
"""One game in this many is held out from learning, to measure the nets on."""

PREDICTED = 512
"""Held-out positions predicted at a time."""


@dataclass(frozen=True, slots=True)
class AblationSettings:
    """Settings of the four nets' training and matches.

    Attributes:
        settings: of the learning.
        steps: batches of each net.
        games: for each of the six pairs.
        openings: that the pairs play, each from both sides.
    """

    settings: LoopSettings
    steps: int
    games: int
    openings: tuple[tuple[int, ...], ...]


def shapes(settings: LoopSettings) -> dict[str, LoopSettings]:
    """Return the settings by the paper's name of the net: one trunk or two, with skips or
    without."""
    shape = settings.shape
    assert isinstance(shape, NetShape)
    return {
        f"{'dual' if shared else 'sep'}-{'res' if residual else 'conv'}": replace(
            settings, shape=replace(shape, shared=shared, residual=residual)
        )
        for shared, residual in itertools.product((True, False), repeat=2)
    }


class Ablation(Generic[Position]):
    """Four nets in a folder; finished parts are not repeated.

    Args:
        folder: each net's state and curve are in a folder of its name below it.
        games: all nets learn from them.
    """

    def __init__(
        self,
        folder: Path,
        game: SearchableGame[Position],
        contest: AblationSettings,
        games: Sequence[PlayedGame],
        bars: Bars,
    ) -> None:
        self._folder = folder
        self._game = game
        self._contest = contest
        self._bars = bars
        learnt = [played for n, played in enumerate(games) if n % HELD_OUT]
        self._window = PositionWindow(game, contest.settings.window)
        for played in learnt:
            self._window.add(played)
        self._held_out = [
            sample for played in games[::HELD_OUT] for sample in samples_of(game, played)
        ]

    def run(self) -> None:
        """Train all nets, measure them, and play their matches."""
        nets = {
            name: self._learn(name, own) for name, own in shapes(self._contest.settings).items()
        }
        for one, other in itertools.combinations(nets, 2):
            self._meet((one, nets[one]), (other, nets[other]))

    def _learn(self, name: str, settings: LoopSettings) -> nn.Module:
        folder = self._folder / name
        folder.mkdir(parents=True, exist_ok=True)
        keep_settings(settings, folder / "settings.json")
        torch.manual_seed(settings.seed)
        net = settings.shape.net(self._game.shape, self._game.actions)
        learner = PositionLearner(net, settings)
        learner.resume(folder / "state.pt")
        self._bars.doing(f"{name} learns from the same games")
        with Metrics(folder / "metrics.jsonl") as notes:
            while learner.steps < self._contest.steps:
                rng = np.random.default_rng([settings.seed, learner.steps])
                losses = learner.learn(self._window.draw(settings.batch, rng))
                learner.save(folder / "state.pt")
                notes.write("learn", learner.steps, **losses)
                self._bars.learnt(learner.steps, self._contest.steps)
            if not entries_of(folder, "held-out"):
                notes.write("held-out", learner.steps, **self._measured(learner.net))
        return learner.net

    def _measured(self, net: nn.Module) -> dict[str, float]:
        """Return how often the search's move is predicted, and the mean square error of the result,
        scaled to 0 to 1 as in the paper, on the held-out games."""
        hits, error = 0.0, 0.0
        net.eval()
        for batch in self._batches():
            with torch.inference_mode():
                logits, values = net(torch.from_numpy(batch.planes).float())
            best = torch.from_numpy(batch.policies).argmax(dim=1)
            hits += float((logits.argmax(dim=1) == best).sum())
            error += float(F.mse_loss(values, torch.from_numpy(batch.results), reduction="sum"))
        samples = len(self._held_out)
        return {"accuracy": hits / samples, "error": error / samples / 4}

    def _batches(self) -> Iterator[PositionBatch]:
        for begin in range(0, len(self._held_out), PREDICTED):
            yield stacked(self._held_out[begin : begin + PREDICTED])

    def _meet(self, one: tuple[str, nn.Module], other: tuple[str, nn.Module]) -> None:
        pair = f"{one[0]} {other[0]}"
        if entries_of(self._folder, pair):
            return
        self._bars.doing(f"{one[0]} meets {other[0]}")
        settings, contest = self._contest.settings, self._contest
        ours, theirs = (
            SearchPlayer(self._game, asker(net), settings.playouts, settings.exploration)
            for _, net in (one, other)
        )
        points = score(play_match(self._game, ours, theirs, contest.games, contest.openings))
        with Metrics(self._folder / "metrics.jsonl") as notes:
            notes.write(pair, contest.steps, score=points, games=contest.games)
        self._bars.note(f"{one[0]} against {other[0]}: {points:.2f}")


def results(folder: Path, settings: LoopSettings) -> dict[str, dict[str, Any]]:
    """Return by net: `curve` (its batches), `accuracy` and `error` on the held-out games, and, once
    all have met, `elo` over the plain net with two trunks, and the number of `games` behind it."""
    found: dict[str, dict[str, Any]] = {}
    for name in shapes(settings):
        held_out = entries_of(folder / name, "held-out")
        found[name] = {
            "curve": entries_of(folder / name, "learn"),
            **(held_out[-1] if held_out else {}),
        }
    scores = {}
    for one, other in itertools.combinations(found, 2):
        for entry in entries_of(folder, f"{one} {other}"):
            scores[one, other] = entry["score"] * entry["games"], entry["games"]
    if len(scores) == 6:
        for name, rating in elo(scores, "sep-conv").items():
            found[name]["elo"] = rating
            found[name]["games"] = sum(n for pair, (_, n) in scores.items() if name in pair)
    return found
