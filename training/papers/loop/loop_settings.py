"""Settings of a run of the AlphaZero loop."""

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from core.system.files import write_whole
from training.papers.loop.networks import Architecture
from training.training_error import TrainingError


@dataclass(frozen=True, slots=True)
class LoopSettings:
    """Settings of self-play and learning.

    Attributes:
        size: of the board.
        shape: of the net.
        games_a_step: self-play games for each batch learnt.
        slots: self-play games played at once, so that the net gets positions in batches.
        playouts: of the search, for a move.
        exploration: c of PUCT.
        temperature_moves: moves at the start of a game that are drawn by their visits (temperature
            1); the later ones are the most visited.
        noise, alpha: share and parameter of the Dirichlet noise in the root's priors.
        window: positions to learn from, each image under a symmetry counted as one.
        batch: positions of a batch.
        passes: steps of the optimiser with each batch.
        rate: Adam's learning rate.
        decay: L2.
        legal_only: the policy is that of the legal actions alone, in the loss as in the search.
        kl_target: desired change of the policy by a batch, to which the rate is adapted.
        resigns: whether hopeless games of self-play are resigned.
        match_every: batches between matches, for recipes that play any.
        match_games: in each.
        seed: of all randomness.
    """

    size: int
    shape: Architecture
    playouts: int
    exploration: float
    temperature_moves: int
    window: int
    batch: int
    rate: float
    match_every: int
    match_games: int
    games_a_step: int = 1
    slots: int = 32
    noise: float = 0.25
    alpha: float = 0.3
    passes: int = 1
    decay: float = 1e-4
    legal_only: bool = False
    resigns: bool = False
    kl_target: float | None = None
    seed: int = 0


def share(published: int, budget: float) -> int:
    """Return the part of a published number that a budget (0 to 1) allows, at least 1."""
    return max(1, round(published * budget))


def share_of_games(published: int, budget: float, fewest: int) -> int:
    """Return the even part of a published number of games that a budget allows, at least
    `fewest`."""
    return max(fewest, 2 * round(published * budget / 2))


def keep_settings(settings: object, path: Path, reason: str = "") -> None:
    """Write the settings (a dataclass) of a new run, or check that an old one has the same.

    Args:
        settings: of the run.
        path: of their file.
        reason: why a run cannot go on with others, if that is not obvious.

    Raises:
        TrainingError: it has others.
    """
    text = json.dumps(dataclasses.asdict(settings), indent=2) + "\n"  # type: ignore[call-overload]
    if not path.exists():
        write_whole(path, text.encode())
    elif path.read_bytes() != text.encode():
        why = f" ({reason})" if reason else ""
        raise TrainingError(f"{path} has other settings{why}: choose another --out")
