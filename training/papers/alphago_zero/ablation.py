"""AlphaGo Zero's figure 4 on Gomoku: four nets learn from the same games, then play each other.

They play twice: with equal playouts, as a net of two trunks would like it, and in equal time. A
fifth net shows how much of the two trunks' gain is that of their number of weights.
"""

import itertools
import math
import time
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from training.papers.loop.alphazero_loop import entries_of
from training.papers.loop.estimates import Estimate, elo, mean_by_groups
from training.papers.loop.game_protocol import Position, SearchableGame
from training.papers.loop.loop_learner import PositionLearner
from training.papers.loop.loop_settings import LoopSettings, keep_settings
from training.papers.loop.match_players import SearchPlayer
from training.papers.loop.networks import NetShape, asker
from training.papers.loop.parallel_selfplay import PlayedGame
from training.papers.loop.player_match import play_match, score
from training.papers.loop.position_window import (
    PositionWindow,
    samples_of,
    stacked,
)
from training.papers.loop.recipe_parts import run_parts
from training.report.metrics import Metrics
from training.report.progress import Bars

HELD_OUT = 10
"""One game in this many is held out from learning, to measure the nets on."""

HELD_OUT_STAGE = "held-out games"
MEASURES = ("accuracy", "error")
"""The stage of `metrics.jsonl` that has a net's measures on the held-out games, and their names."""

TIMES_STAGE = "search seconds"
TIMINGS = 5
"""Times that each net's search is timed; the quickest counts."""

MATCHES = ("equal playouts", "equal time")

PAPER_NETS = ("dual-res", "dual-conv", "sep-res", "sep-conv")
"""The paper's names: one trunk or two, with skips or without."""

WIDE, WIDE_AGAINST = "wide-res", "sep-res"
"""One trunk with skips and as many weights as the two trunks that it plays against."""

NETS = (*PAPER_NETS, WIDE)
PAIRS = (*itertools.combinations(PAPER_NETS, 2), (WIDE, WIDE_AGAINST))

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class AblationSettings:
    """Settings of the nets' training and matches.

    Attributes:
        settings: of the learning.
        steps: batches of each net.
        games: for each pair, with equal playouts and again in equal time.
        openings: that the pairs play, each from both sides.
    """

    settings: LoopSettings
    steps: int
    games: int
    openings: tuple[tuple[int, ...], ...]


def shapes(settings: LoopSettings) -> dict[str, LoopSettings]:
    """Return the settings by the name of the net."""
    shape = settings.shape
    assert isinstance(shape, NetShape)
    wide = tuple(round(filters * math.sqrt(2)) for filters in shape.filters)
    nets = {
        name: replace(shape, shared=name.startswith("dual"), residual=name.endswith("res"))
        for name in PAPER_NETS
    }
    nets[WIDE] = replace(shape, filters=wide, shared=True, residual=True)
    return {name: replace(settings, shape=net) for name, net in nets.items()}


@dataclass(frozen=True)
class Ablation(Generic[Position]):
    """The nets in a folder; finished parts are not repeated.

    Attributes:
        folder: each net's state and curve are in a folder of its name below it.
        game: that they play.
        contest: the settings.
        games: all nets learn from them, from every position under all its symmetries.
    """

    folder: Path
    game: SearchableGame[Position]
    contest: AblationSettings
    games: tuple[PlayedGame, ...]

    def run(self, jobs: int, say: Say) -> None:
        """Train all nets, measure them, and play their matches, `jobs` at a time."""
        for name in run_parts([partial(self.learn, name) for name in NETS], jobs):
            say(f"{name} has learnt")
        playouts = dict.fromkeys(NETS, self.contest.settings.playouts)
        budgets = {"equal playouts": playouts, "equal time": self.playouts_in_equal_time()}
        due = [
            partial(self.meet, one, other, kind, budgets[kind])
            for kind in MATCHES
            for one, other in PAIRS
            if not entries_of(self.folder, f"{one} {other}, {kind}")
        ]
        with Metrics(self.folder / "metrics.jsonl") as notes:
            for stage, points in run_parts(due, jobs):
                games = self.contest.games
                notes.write(stage, self.contest.steps, score=points, games=games)
                say(f"{stage}: {points:.2f}")

    def window(self) -> PositionWindow[Position]:
        """Return all positions of the games to learn from."""
        window = PositionWindow(self.game, None)
        for number, played in enumerate(self.games):
            if number % HELD_OUT:
                window.add(played)
        return window

    def learn(self, name: str) -> str:
        """Train and measure a net; return its name."""
        settings, folder = shapes(self.contest.settings)[name], self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        keep_settings(settings, folder / "settings.json")
        learner = self._learner(name)
        if learner.steps == self.contest.steps and entries_of(folder, HELD_OUT_STAGE):
            return name
        window = self.window()
        with Metrics(folder / "metrics.jsonl") as notes, Bars() as bars:
            bars.doing(f"{name} learns from the same games")
            while learner.steps < self.contest.steps:
                rng = np.random.default_rng([settings.seed, learner.steps])
                losses = learner.learn(window.draw(settings.batch, rng))
                notes.write("learn", learner.steps, **losses)
                learner.save(folder / "state.pt")
                bars.learnt(learner.steps, self.contest.steps)
            notes.write(HELD_OUT_STAGE, learner.steps, **self._measured(learner.net))
        return name

    def _learner(self, name: str) -> PositionLearner:
        """Return a net as far as it has learnt."""
        settings = shapes(self.contest.settings)[name]
        torch.manual_seed(settings.seed)
        learner = PositionLearner(settings.shape.net(self.game.shape, self.game.actions), settings)
        learner.resume(self.folder / name / "state.pt")
        return learner

    def _measured(self, net: nn.Module) -> dict[str, tuple[float, ...]]:
        """Return how often the search's move is predicted, and the mean square error of the result,
        scaled to 0 to 1 as in the paper, on the held-out games, as the fields of `Estimate`."""
        hits, errors, samples = [], [], []
        net.eval()
        for played in self.games[::HELD_OUT]:
            batch = stacked(list(samples_of(self.game, played)))
            with torch.inference_mode():
                logits, values = net(torch.from_numpy(batch.planes).float())
            best = torch.from_numpy(batch.policies).argmax(dim=1)
            hits.append(float((logits.argmax(dim=1) == best).sum()))
            results = torch.from_numpy(batch.results)
            errors.append(float(F.mse_loss(values, results, reduction="sum")) / 4)
            samples.append(len(results))
        return {
            measure: astuple(mean_by_groups(sums, samples))
            for measure, sums in zip(MEASURES, (hits, errors), strict=True)
        }

    def _player(self, name: str, playouts: int) -> SearchPlayer[Position]:
        exploration = self.contest.settings.exploration
        return SearchPlayer(self.game, asker(self._learner(name).net), playouts, exploration)

    def playouts_in_equal_time(self) -> dict[str, int]:
        """Return the playouts that each net's search does in the time in which the quickest does
        the settings' number. The searches are timed by turns, once for a folder, in seconds of the
        processor, so that other programs change nothing."""
        found = entries_of(self.folder, TIMES_STAGE)
        if not found:
            players = {name: self._player(name, 10) for name in NETS}
            seconds = dict.fromkeys(NETS, float("inf"))
            openings = self.contest.openings
            positions = [self._after(openings[i % len(openings)]) for i in range(20)]
            for name in NETS * TIMINGS:
                began = time.thread_time()
                players[name].choose(positions)
                seconds[name] = min(seconds[name], time.thread_time() - began)
            with Metrics(self.folder / "metrics.jsonl") as notes:
                notes.write(TIMES_STAGE, self.contest.steps, **seconds)
            found = entries_of(self.folder, TIMES_STAGE)
        quickest = min(found[-1][name] for name in NETS)
        playouts = self.contest.settings.playouts
        return {name: max(1, round(playouts * quickest / found[-1][name])) for name in NETS}

    def _after(self, opening: tuple[int, ...]) -> Position:
        position = self.game.start()
        for action in opening:
            position = self.game.play(position, action)
        return position

    def meet(self, one: str, other: str, kind: str, playouts: dict[str, int]) -> tuple[str, float]:
        """Play a match of two nets; return its name and the points a game of the first."""
        ours, theirs = (self._player(name, playouts[name]) for name in (one, other))
        played = play_match(self.game, ours, theirs, self.contest.games, self.contest.openings)
        return f"{one} {other}, {kind}", score(played)


def results(folder: Path, settings: LoopSettings) -> dict[str, dict[str, Any]]:
    """Return what is known of each net.

    `curve` is its batches, `accuracy` and `error` those on the held-out games (`Estimate`),
    `seconds` the time of its search, and, once all have met, `equal playouts` and `equal time` its
    Elo over the plain net with two trunks (`Estimate`).
    """
    found: dict[str, dict[str, Any]] = {}
    times = entries_of(folder, TIMES_STAGE)
    for name in shapes(settings):
        held_out = entries_of(folder / name, HELD_OUT_STAGE)
        measured = held_out[-1] if held_out else {}
        found[name] = {
            "curve": entries_of(folder / name, "learn"),
            **{of: Estimate(*measured[of]) for of in MEASURES if of in measured},
            **({"seconds": times[-1][name]} if times else {}),
        }
    for kind in MATCHES:
        for name, rating in match_ratings(folder, kind, "sep-conv").items():
            found[name][kind] = rating
    return found


def match_ratings(folder: Path, kind: str, anchor: str) -> dict[str, Estimate]:
    """Return the Elo of each net over the anchor, by all matches of this kind; empty until all have
    met. A difference of two nets is the rating of one with the other as the anchor: its interval
    counts that both ratings come from the same games."""
    scores = {
        (one, other): (entry["score"] * entry["games"], entry["games"])
        for one, other in PAIRS
        for entry in entries_of(folder, f"{one} {other}, {kind}")
    }
    return elo(scores, anchor) if len(scores) == len(PAIRS) else {}
