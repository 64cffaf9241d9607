"""The recipes from the command to the page, with settings that take a moment."""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from fukumi.command_line import main
from fukumi.papers_command import RECIPES
from tests.training.papers.tiny import SETTINGS, SHAPE
from tests.training.report.test_run_report import Page
from tournaments.bots.exported import ExportedNet
from training.papers.alphago_zero import (
    ablation,
    alphago_zero_page,
    alphago_zero_recipe,
    round_robin,
)
from training.papers.alphago_zero.openings_over_time import opening_of
from training.papers.alphazero import alphazero_page, alphazero_recipe
from training.papers.loop.alphazero_loop import entries_of
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.networks import NetShape
from training.papers.loop.parallel_selfplay import PlayedGame
from training.papers.loop.recipe_folder import claim_folder
from training.papers.sizes import sizes_page, sizes_recipe
from training.report.html_parts import Verdict
from training.report.metrics import Metrics

SMALL = replace(SETTINGS, size=6)
DEEP = replace(SHAPE, filters=(3,) * 5)
OPENINGS = ((14, 15, 20), (21, 8))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use weak opponents, small boards, and no search for openings."""
    monkeypatch.setattr(alphazero_recipe, "OPPONENT_PLAYOUTS", 30)
    monkeypatch.setattr(sizes_recipe, "FIRST_PLAYOUTS", 2)
    monkeypatch.setattr(round_robin, "OPPONENT_PLAYOUTS", 30)
    monkeypatch.setattr(alphago_zero_recipe, "openings", lambda _: OPENINGS)
    monkeypatch.setattr(sizes_recipe, "SIZES", (5, 6))
    monkeypatch.setattr(alphazero_recipe, "PUBLISHED", SMALL)
    monkeypatch.setattr(sizes_recipe, "PUBLISHED", SETTINGS)
    scale = alphago_zero_recipe.Scale(replace(SMALL, resigns=True), DEEP, 8, 10_000)
    monkeypatch.setitem(alphago_zero_recipe.SCALES, "small", scale)
    monkeypatch.setattr(alphago_zero_recipe, "FEWEST_GAMES", 2)
    for name in ("ROUND_ROBIN_GAMES", "LADDER_GAMES", "ABLATION_GAMES"):
        monkeypatch.setattr(alphago_zero_recipe, name, 2)
    monkeypatch.setattr(alphazero_recipe, "FEWEST_GAMES", 2)
    monkeypatch.setattr(alphazero_recipe, "SEEDS", 2)
    monkeypatch.setattr(alphazero_recipe, "STEPS", 8)
    monkeypatch.setattr(sizes_recipe, "GAMES", 8)


def run(recipe: str, folder: Path, budget: str = "0.5") -> Page:
    """Run a recipe's command, and return its page."""
    done = CliRunner().invoke(
        main, ["papers", recipe, *f"--budget {budget} --jobs 1 --out".split(), str(folder)]
    )
    assert done.exit_code == 0, done.output
    assert f"Page: {folder / 'page.html'}" in done.stdout
    return Page(folder / "page.html")


@pytest.mark.parametrize(
    ("published", "expected"),
    [
        (alphazero_recipe.PUBLISHED, (8, 400, 5.0, 10_000, 512, 2e-3, 50)),
        (sizes_recipe.PUBLISHED, (9, 400, 5.0, 10_000, 512, 2e-3, 100)),
    ],
)
def test_the_published_settings_are_the_papers(
    published: LoopSettings, expected: tuple[float, ...]
) -> None:
    found = published
    assert expected == (
        found.size,
        found.playouts,
        found.exploration,
        found.window,
        found.batch,
        found.rate,
        found.match_every,
    )


@pytest.mark.slow
def test_alphazero_draws_its_figures_and_its_games(tmp_path: Path) -> None:
    page = run("alphazero", tmp_path)
    assert page.tags.count("svg") == 3
    seeds = [tmp_path / "seed-0", tmp_path / "seed-1"]
    for seed in seeds:
        assert [entry["step"] for entry in entries_of(seed, "match")] == [0, 2, 4]
    assert entries_of(seeds[0], "learn") != entries_of(seeds[1], "learn")
    assert "Nothing yet." not in page.texts
    assert any("0.4 to 0.7" in text for text in page.texts)
    for match in entries_of(seeds[0], "match"):
        assert [game[0] for game in match["records"]] == [True, False]
    # a finished recipe only writes its page
    before = {path: path.read_bytes() for path in tmp_path.glob("*/*.jsonl")}
    assert len(before) == 4
    run("alphazero", tmp_path)
    assert before == {path: path.read_bytes() for path in before}
    # and a larger budget resumes it
    run("alphazero", tmp_path, "0.75")
    assert [entry["step"] for entry in entries_of(seeds[1], "match")] == [0, 2, 4, 6]


def test_the_points_of_a_period_are_judged_once_it_is_over() -> None:
    def verdicts(learnt: dict[str, int]) -> list[Verdict]:
        found = {
            seed: [
                {"step": step, "records": [[True, 0.5, []]]}
                for step in (0, 50, 450)
                if step <= last
            ]
            for seed, last in learnt.items()
        }
        batches = {seed: [{"step": last}] if last else [] for seed, last in learnt.items()}
        return [one.verdict for one in alphazero_page._win_findings(found, batches)]

    open_ones = [Verdict.OPEN] * 3
    assert verdicts({"seed-0": 0}) == verdicts({"seed-0": 399}) == open_ones
    assert verdicts({"seed-0": 400}) == [Verdict.REPRODUCED, *open_ones[1:]]
    assert verdicts({"seed-0": 500, "seed-1": 300}) == open_ones
    assert verdicts({"seed-0": 699, "seed-1": 400})[1] is Verdict.PARTLY


@pytest.mark.slow
def test_other_passes_are_another_run(tmp_path: Path) -> None:
    options = ["papers", "alphazero", "--budget", "0.1", "--jobs", "1", "--out", str(tmp_path)]
    assert CliRunner().invoke(main, options).exit_code == 0
    done = CliRunner().invoke(main, [*options, "--passes", "2"])
    assert done.exit_code != 0
    assert "has other settings" in done.output


@pytest.mark.slow
def test_sizes_trains_a_net_for_each(tmp_path: Path) -> None:
    page = run("sizes", tmp_path)
    assert page.tags.count("svg") == 5
    for size in (5, 6):
        folder = tmp_path / f"{size}x{size}"
        assert [entry["step"] for entry in entries_of(folder, "learn")] == [1, 2, 3, 4]
        first = entries_of(folder, "match")[0]
        assert first["playouts"] == 2
        assert 0 <= first["ties"] <= first["games"] == 2
        assert ExportedNet(folder / "best.net").size == size
        best = sizes_recipe.ladder(entries_of(folder, "match")).best_step
        assert (folder / "best.pt").exists() is (best > 0)


def test_ties_are_judged_once_both_boards_have_all_their_games() -> None:
    def verdicts(smallest: int, largest: int) -> list[Verdict]:
        ties = {6: ([8.0], [0.9], [(0.6, 1.0)]), 9: ([8.0], [0.1], [(0.0, 0.4)])}
        learnt = {size: [{"step": n}] for size, n in ((6, smallest), (9, largest))}
        return [one.verdict for one in sizes_page._tie_findings(ties, learnt, 8)]

    assert verdicts(8, 7) == verdicts(7, 8) == [Verdict.OPEN, Verdict.NONE]
    assert verdicts(8, 8) == [Verdict.REPRODUCED, Verdict.NONE]


def test_the_falls_of_the_loss_are_compared_once_both_boards_have_all_their_games() -> None:
    def verdicts(small: int, large: int) -> list[Verdict]:
        learnt = {
            size: [
                {"step": n, "loss": max(5.0, 9.0 - n / slowness), "entropy": 9.0}
                for n in range(1, last + 1)
            ]
            for size, last, slowness in ((6, small, 1), (9, large, 2))
        }
        return [one.verdict for one in sizes_page._falls(learnt, 10)][:2]

    assert verdicts(10, 5) == verdicts(5, 5) == [Verdict.OPEN] * 2
    assert verdicts(5, 10) == [Verdict.OPEN, Verdict.REPRODUCED]
    assert verdicts(10, 10) == [Verdict.REPRODUCED, Verdict.REPRODUCED]


def test_a_fall_is_told_from_the_first_batch_on_and_timed_on_smoothed_values() -> None:
    fall = sizes_page._fall([8.0] + [6.0] * 399 + [4.0] * 400)
    assert fall is not None
    assert (fall.first, fall.last, fall.share) == (8.0, 4.0, -0.5)
    assert 400 < fall.batches <= 410
    noisy = sizes_page._fall([8.0, 3.0] + [8.0] * 398 + [4.0] * 400)
    assert noisy is not None
    assert 400 < noisy.batches <= 410
    assert sizes_page._fall([]) is sizes_page._fall([0.0, 1.0]) is None


def test_the_best_net_and_its_opponent_are_as_published() -> None:
    """A higher score makes a net the best; when it wins every game, the opponent gets a thousand
    playouts more and the best score is zero again."""
    matches = [
        {"step": step, "score": score}
        for step, score in ((100, 0.0), (200, 0.4), (300, 0.4), (400, 1.0), (500, 0.2), (600, 0.1))
    ]
    found = [sizes_recipe.ladder(matches[:count])[1:] for count in range(7)]
    assert found == [(0, 0), (0, 0), (0.4, 200), (0.4, 200), (0, 400), (0.2, 500), (0.2, 500)]
    playouts = [sizes_recipe.ladder(matches[:count]).playouts for count in range(7)]
    more = sizes_recipe.FIRST_PLAYOUTS + sizes_recipe.MORE_PLAYOUTS
    assert playouts == [sizes_recipe.FIRST_PLAYOUTS] * 4 + [more] * 3


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        ([0.5], Verdict.OPEN),
        ([0.5, 0.7, 0.4, 0.6], Verdict.REPRODUCED),
        ([0.5, 0.6, 0.4, 0.8], Verdict.NOT),
    ],
)
def test_the_best_net_of_9x9_stays_only_if_no_later_one_does_better(
    scores: list[float], verdict: Verdict
) -> None:
    assert sizes_page._stays([{"playouts": 1000, "score": score} for score in scores]) is verdict


@pytest.mark.slow
def test_alphago_zero_ranks_its_players_and_its_nets(tmp_path: Path) -> None:
    page = run("alphago-zero", tmp_path)
    gates = entries_of(tmp_path, "gate")
    assert [entry["step"] for entry in gates] == [2, 4]
    assert gates[0]["against"] == 0
    for entry in gates:
        assert entry["accepted"] is (entry["score"] >= 0.55)
        assert (tmp_path / "kept" / f"{entry['step']}.pt").exists() is entry["accepted"]
    rated = round_robin.ratings(tmp_path, 4)
    assert {"net 0", "pure MCTS"} < set(rated)
    assert round_robin.gain_by_search(tmp_path, 4) is not None
    settings = replace(SMALL, shape=DEEP)
    nets = ablation.results(tmp_path / "ablation-4", settings)
    assert list(nets) == ["dual-res", "dual-conv", "sep-res", "sep-conv", "wide-res"]
    for net in nets.values():
        assert len(net["curve"]) == 4
        assert 0 <= net["accuracy"].value <= 1
        assert 0 <= net["error"].value <= 1
        assert net["seconds"] > 0
        assert {"equal playouts", "equal time"} <= set(net)
    assert nets["sep-conv"]["equal time"].value == 0
    assert any("+2130 Elo" in text for text in page.texts)
    assert "Nothing yet." not in page.texts
    # a finished recipe only writes its page
    before = (tmp_path / "metrics.jsonl").read_bytes()
    run("alphago-zero", tmp_path)
    assert (tmp_path / "metrics.jsonl").read_bytes() == before


def test_elo_over_training_is_that_of_the_last_net_whatever_its_name(tmp_path: Path) -> None:
    """Net 1000 comes after net 250, though its name does not in the alphabet."""
    steps = [0, 250, 500, 750, 1000, 1250, 1500]
    with Metrics(tmp_path / "metrics.jsonl") as notes:
        for step in steps[1:]:
            notes.write("gate", step, against=step - 250, score=0.6, games=40, accepted=True)
        for one, other in itertools.combinations(steps, 2):
            notes.write(f"net {one}, net {other}", 1500, score=0.25, games=40)
    rated = round_robin.ratings(tmp_path, 1500)
    assert list(rated) == [f"net {step}" for step in steps]
    finding = next(alphago_zero_page.run_findings(tmp_path, 1500))
    assert finding.verdict is Verdict.REPRODUCED
    assert finding.ours.startswith(f"{rated['net 1500'].text()} over the untrained net; 0 falls")


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (-1.0, 700.0, Verdict.NOT),
        (1.0, 599.0, Verdict.PARTLY),
        (1.0, 600.0, Verdict.REPRODUCED),
        (1.0, float("inf"), Verdict.PARTLY),
    ],
)
def test_a_gain_is_reproduced_if_its_interval_reaches_the_papers(
    low: float, high: float, verdict: Verdict
) -> None:
    assert alphago_zero_page._verdict_of_gain(low, high, 600) is verdict


def test_the_four_nets_learn_from_every_image_of_every_game(tmp_path: Path) -> None:
    """Whatever the window of the run, which counts images, not positions."""
    game = Gomoku(5)
    visits = tuple([(move, 1)] for move in range(9))
    played = tuple(PlayedGame(tuple(range(9)), visits, 0) for _ in range(20))
    settings = replace(SETTINGS, window=16)
    contest = ablation.AblationSettings(settings, 1, 2, OPENINGS)
    assert len(ablation.Ablation(tmp_path, game, contest, played).window()) == 18 * 9 * 8


def test_the_slower_net_gets_fewer_playouts_in_equal_time(tmp_path: Path) -> None:
    contest = ablation.AblationSettings(replace(SETTINGS, playouts=100), 1, 2, OPENINGS)
    nets = ablation.Ablation(tmp_path, Gomoku(6), contest, ())
    with Metrics(tmp_path / "metrics.jsonl") as notes:
        seconds = dict(zip(ablation.NETS, (0.5, 0.4, 1.0, 0.8, 0.5), strict=True))
        notes.write(ablation.TIMES_STAGE, 1, **seconds)
    assert list(nets.playouts_in_equal_time().values()) == [80, 100, 40, 50, 80]


def test_the_wide_net_has_the_weights_of_two_trunks() -> None:
    shape = NetShape((16,) * 25, True, True, policy_filters=2, value_filters=1, hidden=32)
    nets = ablation.shapes(replace(SETTINGS, shape=shape))
    game = Gomoku(7)
    weights = {
        name: sum(of.numel() for of in nets[name].shape.net(game.shape, game.actions).parameters())
        for name in ("dual-res", "sep-res", "wide-res")
    }
    assert weights["wide-res"] == pytest.approx(weights["sep-res"], rel=0.05)
    assert weights["wide-res"] > 1.8 * weights["dual-res"]


def test_the_gap_of_two_nets_is_known_better_than_their_gaps_to_a_third(tmp_path: Path) -> None:
    with Metrics(tmp_path / "metrics.jsonl") as notes:
        for one, other in ablation.PAIRS:
            games = 400 if (one, other) == ("dual-res", "dual-conv") else 20
            notes.write(f"{one} {other}, equal time", 1, score=0.6, games=games)
    over_third = ablation.match_ratings(tmp_path, "equal time", "sep-conv")["dual-res"]
    gap = ablation.match_ratings(tmp_path, "equal time", "dual-conv")["dual-res"]
    assert gap.high - gap.low < (over_third.high - over_third.low) / 2
    assert ablation.match_ratings(tmp_path, "equal playouts", "sep-conv") == {}


def test_openings_are_counted_without_regard_to_symmetry() -> None:
    first = opening_of([0, 1, 8, 30], 7)
    assert first == opening_of([6, 5, 12], 7) == opening_of([48, 41, 40], 7)
    assert first != opening_of([0, 1, 9], 7)


@pytest.mark.slow
def test_a_net_that_wins_takes_over_and_one_that_does_not_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = iter([0.55, 0.5])
    monkeypatch.setattr(alphago_zero_recipe, "score", lambda _: next(scores, 0.5))
    monkeypatch.setattr(ablation.Ablation, "run", lambda *_: None)
    run("alphago-zero", tmp_path)
    gates = entries_of(tmp_path, "gate")
    assert [(entry["against"], entry["accepted"]) for entry in gates] == [(0, True), (2, False)]
    assert round_robin.rated_steps(tmp_path, 4) == [0, 2]


@pytest.mark.parametrize("recipe", sorted(RECIPES))
def test_the_folder_of_another_recipe_is_refused(recipe: str, tmp_path: Path) -> None:
    other = "sizes" if recipe == "choko" else "choko"
    claim_folder(tmp_path, other)
    done = CliRunner().invoke(main, ["papers", recipe, "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert f"the folder of another recipe, `fukumi papers {other}`: choose" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["recipe.txt"]


def test_every_recipe_can_be_asked_for_help() -> None:
    assert {"alphazero", "alphago-zero", "sizes"} <= set(RECIPES)
    for name in RECIPES:
        done = CliRunner().invoke(main, ["papers", name, "--help"])
        assert done.exit_code == 0
        assert "--budget" in done.stdout
