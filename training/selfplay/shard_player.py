"""Player of shards: games of one net on one board size, as samples."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.eval.evaluate import Evaluator
from core.eval.net_loader import load
from core.game.rules import Rule
from core.search.search_settings import DEFAULTS, for_equal_priors
from training.selfplay.samples import MOVES, PADDING, Shard, ShardError
from training.selfplay.selfplay_game import Sample, SelfPlayer, SelfplayGame


def play_shard(
    net: Path | None, rule: str, size: int, games: int, seed: int, visits: int, generation: int
) -> Shard:
    """Play some games, and leave out those with values that no sample can have.

    Args:
        net: the net that plays; without one, all moves get equal priors and all positions an even
            value, so that only the solvers' proofs tell them apart.
        rule: label of a rule.
        size: edge of the board.
        games: number of games.
        seed: decides the games.
        visits: mean visits a move.
        generation: of the net.

    Raises:
        NetError: the net cannot be used.
        ShardError: none of the games can be kept.
    """
    if net is None:
        evaluator, settings = Evaluator(), for_equal_priors(size)
    else:
        evaluator, settings = load(net), DEFAULTS
    player = SelfPlayer(evaluator, settings, size, Rule.parse(rule), seed)
    played = [player.play(visits) for _ in range(games)]
    return shard_of(played, size, rule, generation)


def shard_of(games: list[SelfplayGame], size: int, rule: str, generation: int) -> Shard:
    """Return the games as a shard; games that fail its checks are left out and counted.

    Raises:
        ShardError: all of them fail.
    """
    kept, faults = [], []
    for game in games:
        try:
            as_shard([game], size, rule, generation).check()
            kept.append(game)
        except ShardError as error:
            faults.append(error)
    if faults and not kept:
        raise ShardError(f"none of {len(games)} games can be kept: {faults[0]}")
    return replace(as_shard(kept, size, rule, generation), refused=len(faults))


def as_shard(games: list[SelfplayGame], size: int, rule: str, generation: int) -> Shard:
    """Return the samples of games as arrays, unchecked."""
    samples = [(number, sample) for number, game in enumerate(games) for sample in game.samples]
    results = np.array([game.result for game in games], np.int8)
    black = np.array([sample.black for _, sample in samples], np.bool_)
    owner = np.array([number for number, _ in samples], np.uint32)
    for_black = results[owner.astype(np.intp)]
    moves, shares = _targets([sample for _, sample in samples], size)
    return Shard(
        size=size,
        rule=rule,
        generation=generation,
        cells=np.frombuffer(b"".join(sample.cells for _, sample in samples), np.uint8).reshape(
            -1, size * size
        ),
        moves=moves,
        shares=shares,
        outcome=np.where(black, for_black, -for_black).astype(np.int8),
        value=np.clip(np.array([sample.value for _, sample in samples]), -1, 1).astype(np.float16),
        weight=np.array([sample.weight for _, sample in samples], np.float16),
        black=black,
        ply=np.array([sample.ply for _, sample in samples], np.uint16),
        game=owner,
        lengths=np.array([game.plies for game in games], np.uint16),
        results=results,
        proved=np.array([game.proved for game in games], np.bool_),
    )


def _targets(samples: list[Sample], size: int) -> tuple[NDArray[np.uint16], NDArray[np.float16]]:
    moves = np.full((len(samples), MOVES), PADDING, np.uint16)
    shares = np.zeros((len(samples), MOVES), np.float16)
    for at, sample in enumerate(samples):
        for k, ((x, y), share) in enumerate(sample.policy):
            moves[at, k] = y * size + x
            shares[at, k] = share
    return moves, shares
