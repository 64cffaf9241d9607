"""The round robin of AlphaGo Zero's nets, from which their Elo comes (figures 3a and 6b)."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import nn

from core.game.board import Board
from training.learning.checkpoint import naming_checkpoint, read_checkpoint, write_checkpoint
from training.papers.loop.alphazero_loop import entries_of
from training.papers.loop.estimates import Estimate, elo, elo_of_match
from training.papers.loop.gomoku_game import Gomoku, PureMcts
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.match_players import GamePlayer, RawNet, SearchPlayer
from training.papers.loop.networks import asker
from training.papers.loop.player_match import play_match, score
from training.papers.loop.recipe_parts import run_parts
from training.report.metrics import Metrics

RATED = 6
"""Nets that meet, besides the untrained one, from equal parts of the training."""

OPPONENT_PLAYOUTS = 1000
MCTS = "pure MCTS"

Say = Callable[[str], None]


def keep_net(folder: Path, step: int, net: nn.Module) -> None:
    """Keep the weights of a net that took over self-play after this batch."""
    path = folder / "kept" / f"{step}.pt"
    path.parent.mkdir(exist_ok=True)
    write_checkpoint(path, {"net": net.state_dict()})


def kept_net(folder: Path, settings: LoopSettings, step: int) -> nn.Module:
    """Return a net that was kept; the one of batch 0 is untrained.

    Raises:
        TrainingError: its file cannot be read.
    """
    game = Gomoku(settings.size)
    torch.manual_seed(settings.seed)
    net = settings.shape.net(game.shape, game.actions)
    if step:
        path = folder / "kept" / f"{step}.pt"
        state = read_checkpoint(path)
        with naming_checkpoint(path):
            net.load_state_dict(state["net"])
    return net


def rated_steps(folder: Path, steps: int) -> list[int]:
    """Return the batches of the nets that played at equal intervals of a run of `steps`."""
    accepted = [0, *(e["step"] for e in entries_of(folder, "gate") if e["accepted"])]
    return sorted(
        {
            max(step for step in accepted if step <= steps * part // RATED)
            for part in range(RATED + 1)
        }
    )


@dataclass(frozen=True)
class RoundRobin:
    """A round robin of kept nets with search, the last net without search, and pure MCTS.

    Attributes:
        folder: of the run.
        settings: of the run.
        openings: each is played from both sides.
    """

    folder: Path
    settings: LoopSettings
    openings: tuple[tuple[int, ...], ...]

    def run(self, steps: int, games: int, more_games: int, jobs: int, say: Say) -> None:
        """Play what is missing after `steps` batches.

        Args:
            steps: of the run.
            games: of each pair.
            more_games: of each pair of the last net, the same without search, and pure MCTS.
            jobs: matches at a time.
            say: called with a line about each.
        """
        players = rated_players(self.folder, steps)
        ladder = players[-3:]
        due = []
        for one, other in itertools.combinations(players, 2):
            needed = more_games if one in ladder and other in ladder else games
            played = entries_of(self.folder, f"{one}, {other}")
            if not played or played[-1]["games"] < needed:
                due.append(partial(self.meet, one, other, needed))
        with Metrics(self.folder / "metrics.jsonl") as notes:
            for stage, points, count in run_parts(due, jobs):
                notes.write(stage, steps, score=points, games=count)
                say(f"{stage}: {points:.2f} in {count} games")

    def meet(self, one: str, other: str, games: int) -> tuple[str, float, int]:
        """Play a match; return its name, the points a game of the first, and the games."""
        ours, theirs = self._player(one), self._player(other)
        played = play_match(Gomoku(self.settings.size), ours, theirs, games, self.openings)
        return f"{one}, {other}", score(played), games

    def _player(self, name: str) -> GamePlayer[Board]:
        if name == MCTS:
            return PureMcts(OPPONENT_PLAYOUTS, self.settings.seed)
        kind, _, step = name.rpartition(" ")
        ask = asker(kept_net(self.folder, self.settings, int(step)))
        game, settings = Gomoku(self.settings.size), self.settings
        if kind == "raw net":
            return RawNet(game, ask)
        return SearchPlayer(game, ask, settings.playouts, settings.exploration)


def rated_players(folder: Path, steps: int) -> list[str]:
    """Return the players of the round robin after `steps` batches, the earliest net first."""
    nets = rated_steps(folder, steps)
    return [*(f"net {step}" for step in nets), f"raw net {nets[-1]}", MCTS]


def matches(folder: Path, steps: int) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the matches played of the nets that are rated after `steps` batches."""
    found = {
        pair: entries_of(folder, ", ".join(pair))
        for pair in itertools.combinations(rated_players(folder, steps), 2)
    }
    return {pair: entries[-1] for pair, entries in found.items() if entries}


def ratings(folder: Path, steps: int) -> dict[str, Estimate]:
    """Return the Elo of all players over the untrained net, in the order of `rated_players`.

    Empty until the untrained net has met one.
    """
    scores = {
        pair: (entry["score"] * entry["games"], entry["games"])
        for pair, entry in matches(folder, steps).items()
    }
    if not any("net 0" in pair for pair in scores):
        return {}
    rated = elo(scores, "net 0")
    return {name: rated[name] for name in rated_players(folder, steps) if name in rated}


def gain_by_search(folder: Path, steps: int) -> Estimate | None:
    """Return the Elo of the last net with search over the same without, by their match."""
    last = rated_steps(folder, steps)[-1]
    entry = matches(folder, steps).get((f"net {last}", f"raw net {last}"))
    return None if entry is None else elo_of_match(entry["score"] * entry["games"], entry["games"])
