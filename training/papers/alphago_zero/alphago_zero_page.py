"""The page of the recipe `alphago-zero`."""

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from training.papers.alphago_zero.ablation import results
from training.papers.loop.alphazero_loop import entries_of
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.player_match import elo, uncertainty
from training.report.charts import bar_chart, curve_chart, curve_of
from training.report.html_parts import (
    bullet_list,
    comparison_table,
    save_page,
    section,
    settings_table,
)

PLAYERS = ("search", "raw net", "pure MCTS")
DIFFERENCES = (
    "The game is Gomoku, the board as in the settings; the paper's numbers are of 19x19 Go, so "
    "only the order and the signs can be compared.",
    "The net sees own stones, the opponent's, the last move and the colour, not eight positions of "
    "history, which in Go are for ko.",
    "Where the paper predicts the moves and results of professionals, ours predicts the search's "
    "moves and the results of self-play games that were held out.",
    "Search is bounded by playouts, not by seconds, so a net's speed does not count.",
    "Adam replaces SGD with momentum; matches start from balanced openings instead of using noise.",
)
SCALE = {
    "size": "19, of Go",
    "shape": "20 and 40 residual blocks",
    "playouts": "1600",
    "batch": "2048, 700,000 times",
}
PAPER = {
    "residual": "over +600 Elo, lower error",
    "dual": "about +600 Elo, lower value error, slightly lower accuracy",
}


def write_page(folder: Path, ablation: Path, settings: LoopSettings) -> None:
    """Write the page of the folders."""
    learnt, nets = entries_of(folder, "learn"), results(ablation, settings)
    losses = {name: curve_of(learnt, name) for name in ("loss", "policy", "value")}
    save_page(
        folder / "page.html",
        "AlphaGo Zero on Gomoku",
        [
            section(
                "The paper's figures and ours",
                comparison_table([*_ladder_rows(folder), *_ablation_rows(nets)]),
                bullet_list(*DIFFERENCES, *_doubts(nets)),
            ),
            section("Elo over training (figure 3a)", _elo_over_training(folder)),
            section("Loss", curve_chart("batch", "loss", losses)),
            section("With search and without (figure 6b)", bar_chart("Elo", ladder(folder))),
            section("Four nets on the same games (figure 4)", *_ablation_pictures(nets)),
            section("LoopSettings", settings_table(settings, SCALE)),
        ],
    )


def gate_ratings(folder: Path) -> dict[str, float]:
    """Return by batch the Elo, over the untrained net, of every net that met the evaluator."""
    scores = {
        (str(entry["step"]), str(entry["against"])): (
            entry["score"] * entry["games"],
            entry["games"],
        )
        for entry in entries_of(folder, "gate")
    }
    return elo(scores, "0") if scores else {}


def _elo_over_training(folder: Path) -> str:
    ratings = {int(name): rating for name, rating in gate_ratings(folder).items()}
    refused = [entry["step"] for entry in entries_of(folder, "gate") if not entry["accepted"]]
    kept = sorted(step for step in ratings if step not in refused)
    named = {"accepted": (kept, [ratings[step] for step in kept])}
    if refused:
        named["refused"] = (refused, [ratings[step] for step in refused])
    return curve_chart("batch", "Elo over the untrained net", named)


def ladder(folder: Path) -> dict[str, float]:
    """Return the Elo of the three players, pure MCTS being 0; empty until all have met."""
    scores = {}
    for one, other in itertools.combinations(PLAYERS, 2):
        for entry in entries_of(folder, f"{one}, {other}"):
            scores[one, other] = entry["score"] * entry["games"], entry["games"]
    return elo(scores, "pure MCTS") if len(scores) == 3 else {}


def _ladder_rows(folder: Path) -> list[tuple[str, str, str]]:
    ratings = ladder(folder)
    if not ratings:
        return []
    gain = ratings["search"] - ratings["raw net"]
    return [("search over the raw net", "+2130 Elo (5185 over 3055)", f"{gain:+.0f} Elo")]


def _ablation_rows(nets: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    if not all("elo" in net for net in nets.values()):
        return []
    pairs = {
        "residual": (("dual-res", "dual-conv"), ("sep-res", "sep-conv")),
        "dual": (("dual-res", "sep-res"), ("dual-conv", "sep-conv")),
    }
    heads = {"residual": "residual over plain", "dual": "dual over separate"}
    return [
        (f"{heads[kind]} ({one}, {other})", PAPER[kind], _gain(nets[one], nets[other]))
        for kind, found in pairs.items()
        for one, other in found
    ]


def _doubts(nets: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return a sentence on the uncertainty of the four nets' Elo."""
    games = nets["sep-conv"].get("games")
    if games is None:
        return []
    return [
        f"The Elo of the four nets rests on {games} games each, and is uncertain by "
        f"{uncertainty(games):.0f} at 95 %."
    ]


def _gain(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    gains = {name: one[name] - other[name] for name in ("elo", "error", "accuracy")}
    return (
        f"{gains['elo']:+.0f} Elo, value error {gains['error']:+.3f}, "
        f"accuracy {gains['accuracy']:+.1%}"
    )


def _ablation_pictures(nets: Mapping[str, Mapping[str, Any]]) -> list[str]:
    pictures = [
        curve_chart(
            "batch",
            loss,
            {name: curve_of(net["curve"], loss) for name, net in nets.items()},
        )
        for loss in ("policy", "value")
    ]
    for measure, unit in (
        ("elo", "Elo over sep-conv"),
        ("accuracy", "moves predicted"),
        ("error", "value error"),
    ):
        values = {name: net[measure] for name, net in nets.items() if measure in net}
        pictures.append(bar_chart(unit, values))
    return pictures
