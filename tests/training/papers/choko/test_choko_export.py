"""The players without torch against the agents that they come from."""

from pathlib import Path
from random import Random

import pytest
import torch

from core.eval.netfile import read_net
from core.papers.choko_net import ChokoNet
from core.papers.choko_players import Actor, GuidedSearch, Minimax, bundled_net, captures, chances
from core.papers.choko_rules import ChokoPosition, describe
from tests.core.papers.test_choko_rules import by_name, drawn
from training.papers.choko import agents, experiments
from training.papers.choko.choko_export import write_choko_net
from training.papers.choko.choko_game import ChokoGame
from training.papers.choko.choko_nets import ActorCritic
from training.papers.choko.observation import legal_of, observe, planes_of

GAME = ChokoGame()
CHOKO = experiments.choko()


def positions() -> list[ChokoPosition]:
    """Return the positions of a random game, without the last."""
    rng, found = Random(5), [ChokoPosition()]
    while not found[-1].over:
        found.append(found[-1].play(rng.choice(found[-1].legal())))
    return found[:-1]


@pytest.fixture
def nets(tmp_path: Path) -> tuple[ActorCritic, ChokoNet]:
    """Return an untrained net of V3, and the same from its file."""
    torch.manual_seed(3)
    net = CHOKO.versions[2].net()
    assert isinstance(net, ActorCritic)
    write_choko_net(net, 7, tmp_path / "choko.net")
    file = read_net(tmp_path / "choko.net")
    assert file.header["iterations"] == 7
    return net, ChokoNet(file)


def test_the_exported_net_judges_as_the_net(nets: tuple[ActorCritic, ChokoNet]) -> None:
    net, exported = nets
    for position in positions():
        seen = [observe(GAME, position)]
        logits, values = net(planes_of(seen), legal_of(seen))
        found, value = exported.judge(position)
        assert found == pytest.approx(logits[0].tolist(), abs=1e-5)
        assert value == pytest.approx(values.item(), abs=1e-5)
        assert chances(exported, position) == pytest.approx(
            logits.softmax(-1)[0].tolist(), abs=1e-5
        )


def test_guided_search_is_that_of_the_recipe(nets: tuple[ActorCritic, ChokoNet]) -> None:
    net, exported = nets
    widths = (5, 3, 2)
    ours, theirs = GuidedSearch(exported, widths), agents.GuidedPlayer(CHOKO, net, widths)
    found = positions()[::5]
    assert [ours.choose(position) for position in found] == theirs.choose(found)


def test_minimax_is_that_of_the_recipe() -> None:
    found = positions()[20::8]
    assert [Minimax(Random(2)).choose(position) for position in found] == [
        agents.MinimaxPlayer(GAME, Random(2)).choose([position])[0] for position in found
    ]


def test_the_actor_draws_by_its_chances(nets: tuple[ActorCritic, ChokoNet]) -> None:
    _, exported = nets
    position = drawn("b.... ..... ..... ..... ....r", hands=(0, 0))
    actor = Actor(exported, Random(1))
    drawn_actions = [actor.choose(position) for _ in range(1000)]
    shares = [drawn_actions.count(action) / 1000 for action in position.legal()]
    assert shares == pytest.approx(chances(exported, position), abs=0.06)


# ---- the paper's positions: its pictures are not in its text, so these have the pieces it names --


SKIRMISH_1 = drawn("..... ..... .rb.. ..... b....", to_move=-1)
"""Figure 5, from Red's side: Blue threatens to jump over B3; Red evades by B3 to B4."""

SKIRMISH_2 = drawn("b.... r.b.. ..... ..br. .....", to_move=-1)
"""Figure 6: A2 is under threat from A1, and D4 can take C4. The best is to take A1 too."""

MOVE_22 = drawn("..... ....b rb..b br... .b...", to_move=-1)
"""Figure 7: A3 can jump over B3; B4 is then threatened by A4 and B5."""


def gain_within_two(position: ChokoPosition) -> float:
    """Return the pieces that the mover takes less those it loses at once after that."""
    return captures(position, 2, -float("inf"), float("inf"))


def test_a_secure_capture_takes_what_threatens_it() -> None:
    """Figure 4: Red jumps from B1 to D1 and takes E1, which could take it back."""
    secure = drawn(".rb.b ..... ..... ..... b....", to_move=-1)
    chosen = Minimax(Random(0)).choose(secure)
    assert describe(chosen) == "jump B1 right, taking E1 too"


def test_pgts_with_the_bundled_net_finds_what_the_paper_calls_right() -> None:
    """Figures 4 and 6: both extra captures remove the piece that threatens."""
    search = GuidedSearch(bundled_net())
    secure = drawn(".rb.b ..... ..... ..... b....", to_move=-1)
    assert describe(search.choose(secure)) == "jump B1 right, taking E1 too"
    assert describe(search.choose(SKIRMISH_2)) == "jump D4 left, taking A1 too"


def test_minimax_sees_the_best_of_skirmish_2() -> None:
    """Both captures take two pieces; only one of them saves A2."""
    names = by_name(SKIRMISH_2)
    best, worse = names["jump D4 left, taking A1 too"], names["jump D4 left, taking C2 too"]
    assert Minimax(Random(0)).choose(SKIRMISH_2) == best
    assert SKIRMISH_2.play(best).taken == SKIRMISH_2.play(worse).taken == 2
    assert gain_within_two(SKIRMISH_2.play(best)) < gain_within_two(SKIRMISH_2.play(worse))


def test_a_threatened_piece_can_evade() -> None:
    """Figure 5: C3 could jump over B3 to A3; after B3 down, it cannot."""
    threat = drawn("..... ..... .rb.. ..... b....", to_move=1)
    assert any(name.startswith("jump C3 left") for name in by_name(threat))
    evaded = SKIRMISH_1.play(by_name(SKIRMISH_1)["move B3 down"])
    assert not any(name.startswith("jump") for name in by_name(evaded))


def test_in_figure_7_no_single_extra_capture_saves_b4() -> None:
    """A3 takes B3; whichever of A4 and B5 goes with it, the other still takes B4."""
    names = by_name(MOVE_22)
    for extra in ("A4", "B5"):
        after = MOVE_22.play(names[f"jump A3 right, taking {extra} too"])
        assert any("jump" in name for name in by_name(after)), extra
    sacrifice = MOVE_22.play(names["jump A3 right, taking E3 too"])
    assert sacrifice.taken == 2
