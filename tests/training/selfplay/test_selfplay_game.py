"""Samples of self-play: legal targets, results from the mover's view, repeatable games."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.eval.evaluate import LinesEvaluator
from core.eval.net import Net, NetEvaluator
from core.eval.net_loader import WEIGHTS
from core.game.rules import Rule
from core.search.candidate import RootEdge
from core.search.search_settings import DEFAULTS
from tests.training.trained_nets import lively_net, rule_net
from training.learning.net_export import net_file, write_net
from training.selfplay.samples import PADDING, ShardError
from training.selfplay.selfplay_game import SelfPlayer, SelfplayGame
from training.selfplay.shard_player import play_shard, shard_of


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro"])
def test_a_shard_holds_what_the_games_showed(rule: str) -> None:
    shard = play_shard(None, rule, 9, 12, 3, 16, 0)
    shard.check()
    assert len(shard.lengths) == 12
    for cells, moves, shares in zip(shard.cells, shard.moves, shard.shares, strict=True):
        meant = moves[moves != PADDING]
        assert len(meant) == len(set(meant.tolist())) > 0
        assert (cells[meant] == 0).all()
        assert shares.sum() == pytest.approx(1.0, abs=0.01)
    stones = (shard.cells > 0).sum(axis=1)
    assert (stones == shard.ply).all()
    for_black = np.where(shard.black, shard.outcome, -shard.outcome)
    assert (for_black == shard.results[shard.game]).all()
    assert shard.proved.any()
    assert set(shard.results.tolist()) >= {-1, 1}


class Judged:
    """A search whose root moves have proofs: already, or (`late`) once they are searched."""

    root_proof = 0

    def __init__(self, *proofs: int, late: bool = False) -> None:
        self._proofs, self._late = proofs, late
        self.visited: set[int] = set()

    def edges(self) -> list[RootEdge]:
        seen = [not self._late or x in self.visited for x in range(len(self._proofs))]
        proofs = [proof * known for proof, known in zip(self._proofs, seen, strict=True)]
        return [RootEdge((x, 0), 0.5, 9, 0.0, proof) for x, proof in enumerate(proofs)]

    def run_through(self, edge: int, _visits: int) -> None:
        self.visited.add(edge)


def test_a_move_that_is_proved_to_lose_is_not_played_while_there_is_another() -> None:
    player: Any = SelfPlayer(LinesEvaluator(), DEFAULTS, 9, Rule.FREESTYLE, 1)
    player._search = Judged(-4, 0)
    assert player._halve([9.0, 0.0], 16) == 1
    assert player._search.visited == {1}
    player._search = Judged(-4, -2)
    assert player._halve([9.0, 0.0], 16) == 0


def test_another_move_is_played_if_all_that_were_considered_are_refuted() -> None:
    player: Any = SelfPlayer(LinesEvaluator(), DEFAULTS, 9, Rule.FREESTYLE, 1)
    player._search = Judged(*[-4] * 20, 0, -4, late=True)
    assert player._halve([float(-x) for x in range(22)], 64) == 20
    player._search = Judged(*[-4] * 22, late=True)
    assert player._halve([float(-x) for x in range(22)], 64) in range(22)


def test_the_same_seed_plays_the_same_games() -> None:
    net = Net(net_file(lively_net(1), {}))
    one, other = (
        SelfPlayer(NetEvaluator(net), DEFAULTS, 9, Rule.FREESTYLE, 5).play(16) for _ in range(2)
    )
    assert one == other
    assert one != SelfPlayer(NetEvaluator(net), DEFAULTS, 9, Rule.FREESTYLE, 6).play(16)


def test_a_net_from_a_file_plays(tmp_path: Path) -> None:
    write_net(rule_net(lively_net(2)), tmp_path / "some.net", {"rule": "freestyle"})
    shard = play_shard(tmp_path / "some.net", "freestyle", 11, 2, 1, 16, 7)
    shard.check()
    assert shard.generation == 7
    assert (np.abs(shard.value) <= 1).all()


@pytest.mark.slow
def test_openings_vary_and_the_first_player_does_not_always_win() -> None:
    player = SelfPlayer(
        NetEvaluator(Net(net_file(lively_net(1), {}))), DEFAULTS, 13, Rule.FREESTYLE, 5
    )
    games = [player.play(8) for _ in range(40)]
    first = {game.samples[0].cells for game in games if game.samples}
    assert len(first) > 15
    assert {-1, 1} <= {game.result for game in games}


def test_a_position_that_is_proved_ends_the_game_with_its_result() -> None:
    player = SelfPlayer(
        NetEvaluator(Net(net_file(lively_net(1), {}))), DEFAULTS, 11, Rule.FREESTYLE, 2
    )
    proved = [game for game in (player.play(16) for _ in range(12)) if game.proved]
    assert proved
    for game in proved:
        last = game.samples[-1]
        assert abs(last.value) == 1.0
        assert game.result == (last.value if last.black else -last.value)
        assert last.weight < 1


def test_where_all_moves_are_alike_the_target_is_no_corner() -> None:
    shard = play_shard(None, "freestyle", 15, 6, 1, 16, 0)
    quiet = shard.value == 0
    rows = np.where(shard.moves != PADDING, shard.moves // 15, 7)[quiet]
    assert 5 < rows.mean() < 9


def test_every_move_is_learnt_from_until_the_game_ends() -> None:
    player = SelfPlayer(
        NetEvaluator(Net(net_file(lively_net(1), {}))), DEFAULTS, 11, Rule.FREESTYLE, 3
    )
    for game in (player.play(16) for _ in range(12)):
        plies = [sample.ply for sample in game.samples]
        end = game.plies + 1 if game.proved else game.plies
        assert plies == list(range(end - len(plies), end))


def sure_net(wins: bool) -> Net:
    net = lively_net(1)
    with torch.no_grad():
        net.outcome.weight.zero_()
        net.outcome.bias.copy_(torch.tensor([8.0, 0.0, 0.0] if wins else [0.0, 0.0, 8.0]))
    return Net(net_file(net, {}))


def test_a_settled_game_goes_on_with_samples_of_less_weight() -> None:
    evaluator = NetEvaluator(sure_net(True), for_white=sure_net(False))
    player = SelfPlayer(evaluator, DEFAULTS, 11, Rule.FREESTYLE, 3)
    samples = max((player.play(16) for _ in range(10)), key=lambda game: game.plies).samples
    assert len(samples) > 10
    settled = [sample.weight for sample in samples if 10 <= sample.ply - samples[0].ply < 20]
    assert settled
    assert max(settled) <= 0.3 < samples[0].weight


@pytest.mark.slow
def test_a_game_whose_moves_all_lose_makes_a_whole_shard() -> None:
    """Shard 6 of `fukumi train run` with the freestyle net as the parent and seed 0."""
    shard = play_shard(WEIGHTS / "freestyle.net", "freestyle", 15, 32, 1967300431637594113, 64, 0)
    shard.check()
    assert (len(shard.lengths), shard.refused) == (32, 0)
    assert shard.weight.max() <= 3


def played(**changed: Any) -> SelfplayGame:
    """Return a game; `changed` values replace those of its first sample."""
    player = SelfPlayer(LinesEvaluator(), DEFAULTS, 9, Rule.FREESTYLE, 1)
    game = player.play(16)
    first, *others = game.samples
    return replace(game, samples=(replace(first, **changed), *others))


BAD: list[dict[str, Any]] = [
    {"weight": -5.18},
    {"weight": math.inf},
    {"value": math.nan},
    {"policy": (((4, 4), math.nan),)},
    {"policy": (((4, 4), -0.5), ((4, 5), 1.5))},
]


@pytest.mark.parametrize("changed", BAD)
def test_a_bad_game_is_left_out_and_counted(changed: dict[str, Any]) -> None:
    good = played()
    shard = shard_of([good, played(**changed), good], 9, "freestyle", 3)
    shard.pack()
    assert (len(shard.lengths), shard.count, shard.refused) == (2, 2 * len(good.samples), 1)
    assert set(shard.game.tolist()) == {0, 1}


def test_a_shard_of_bad_games_alone_is_refused() -> None:
    with pytest.raises(ShardError, match=r"none of 2 games.*weight"):
        shard_of([played(weight=-1.0), played(value=math.nan)], 9, "freestyle", 0)
