"""The page of the recipe `alphago-zero`."""

import itertools
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from training.papers.alphago_zero.ablation import (
    MATCHES,
    MEASURES,
    WIDE,
    WIDE_AGAINST,
    match_ratings,
    results,
)
from training.papers.alphago_zero.openings_over_time import shares_over_time
from training.papers.alphago_zero.round_robin import gain_by_search, ratings
from training.papers.loop.alphazero_loop import entries_of, games_of
from training.papers.loop.estimates import Estimate, elo, score_interval
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.resignation import ALLOWED, Wrong, resignations
from training.report.charts import bar_chart, curve_chart, curve_of
from training.report.html_parts import (
    Finding,
    Verdict,
    bullet_list,
    findings_table,
    save_page,
    section,
    settings_table,
)

DIFFERENCES = (
    "The game is Gomoku, the board as in the settings; the paper's numbers are of 19x19 Go, so "
    "only the order and the signs can be compared.",
    "The net sees own stones, the opponent's, the last move and the colour, not eight positions of "
    "history, which in Go are for ko.",
    "Where the paper predicts the moves and results of professionals, ours predicts the search's "
    "moves and the results of self-play games that were held out.",
    "The paper's searches have 5 seconds a move; ours have a number of playouts, and the four nets "
    "meet in equal time too.",
    "A fifth net, wide-res, is one residual trunk with 1.41 times as many filters, so as many "
    "weights as the two trunks of sep-res, the only net that it plays.",
    "A player resigns by the value of the root alone, not by that of its best child too.",
    "Adam replaces SGD with momentum; matches start from balanced openings instead of using noise.",
)
SCALE = {
    "size": "19, of Go",
    "shape": "20 and 40 residual blocks",
    "playouts": "1600",
    "batch": "2048, 700,000 times",
    "temperature_moves": "30",
    "alpha": "0.03",
    "window": "500,000 games",
    "match_every": "1,000",
    "match_games": "400",
}
PAPER = {
    "residual": "over +600 Elo, lower error",
    "dual": "about +600 Elo, lower value error, slightly lower accuracy",
    "wide": "not played: its two trunks have twice the weights of one",
}
PAPER_GAIN, PAPER_SEARCH = 600, 2130
"""The paper's Elo of residual layers or of one trunk, and of search over the raw net."""
PAIRS = {
    "residual": (("dual-res", "dual-conv"), ("sep-res", "sep-conv")),
    "dual": (("dual-res", "sep-res"), ("dual-conv", "sep-conv")),
    "wide": ((WIDE, WIDE_AGAINST),),
}
HEADS = {
    "residual": "residual over plain",
    "dual": "one trunk over two",
    "wide": "one trunk over two of as many weights",
}


def write_page(
    folder: Path,
    ablation: Path,
    settings: LoopSettings,
    deep: LoopSettings,
    steps: int,
    whole: int,
) -> None:
    """Write the page of the folders.

    Args:
        folder: of the run.
        ablation: of the deeper nets.
        settings: of the run.
        deep: of the paper's four nets.
        steps: batches of this budget.
        whole: batches of the whole.
    """
    learnt, nets = entries_of(folder, "learn"), results(ablation, deep)
    losses = {name: curve_of(learnt, name) for name in ("loss", "policy", "value")}
    games = list(games_of(folder))
    findings = [*run_findings(folder, steps), *_ablation_findings(ablation, nets)]
    rated = ratings(folder, steps)
    save_page(
        folder / "page.html",
        "AlphaGo Zero on Gomoku",
        [
            f"<p>{len(learnt):,} of {whole:,} batches of our scale are learnt, from "
            f"{len(games):,} games, and {len(nets['dual-res']['curve']):,} by each of five deeper "
            "nets. The paper's has 700,000 batches and 4.9 million games.</p>",
            section("The paper's figures and ours", findings_table(findings)),
            section("Elo over training (figure 3a)", _elo_over_training(folder, rated)),
            section("Loss", curve_chart("batch", "loss", losses)),
            section(
                "Openings of self-play (figure 5)",
                curve_chart("games", "share", shares_over_time(games, settings.size)),
            ),
            section(
                "With search and without (figure 6b)", _bars("Elo over the untrained net", rated)
            ),
            section("Five nets on the same games (figure 4)", *_ablation_pictures(nets)),
            section("Where ours differs", bullet_list(*DIFFERENCES)),
            section("Settings of the run", settings_table(settings, SCALE)),
            section("Settings of the paper's four nets", settings_table(deep, SCALE)),
        ],
    )


def _bars(unit: str, estimates: Mapping[str, Estimate]) -> str:
    values = {name: found.value for name, found in estimates.items()}
    return bar_chart(unit, values, {name: (e.low, e.high) for name, e in estimates.items()})


def _elo_over_training(folder: Path, rated: Mapping[str, Estimate]) -> str:
    """Return the curve by the round robin, together with the one that adds up the gates."""
    nets = [name for name in rated if name.startswith("net ")]
    steps = [int(name.split()[1]) for name in nets]
    kept = [rated[name] for name in nets]
    gates = entries_of(folder, "gate")
    added = _by_gates(gates)
    named = {
        "by a round robin": (steps, [found.value for found in kept]),
        "by adding up the gates": (list(added), list(added.values())),
    }
    ends = {"by a round robin": [(found.low, found.high) for found in kept]}
    accepted = sum(entry["accepted"] for entry in gates)
    return (
        f"<p>{accepted} of {len(gates)} nets were accepted. Gates compare a net with its "
        "predecessor only: their sum shows more than games against others do.</p>"
        + curve_chart("batch", "Elo over the untrained net", named, ends=ends)
    )


def _by_gates(gates: list[dict[str, Any]]) -> dict[int, float]:
    """Return by batch the Elo of accepted nets from the gates alone."""
    scores = {
        (str(gate["step"]), str(gate["against"])): (gate["score"] * gate["games"], gate["games"])
        for gate in gates
    }
    found = elo(scores, "0") if scores else {}
    accepted = [0, *(gate["step"] for gate in gates if gate["accepted"])]
    return {step: found[str(step)].value for step in accepted if str(step) in found}


def run_findings(folder: Path, steps: int) -> Iterator[Finding]:
    """Yield the paper's figures of the run itself, and ours."""
    rated = ratings(folder, steps)
    nets = [name for name in rated if name.startswith("net ")]
    if len(nets) > 1:
        last = rated[nets[-1]]
        falls = sum(
            rated[after].high < rated[before].low for before, after in itertools.pairwise(nets)
        )
        verdict = Verdict.REPRODUCED if last.low > 0 and not falls else Verdict.NOT
        ours = f"{last.text()} over the untrained net; {falls} falls beyond the error"
        yield Finding("Elo over training", "rises throughout", ours, verdict)
    else:
        yield Finding("Elo over training", "rises throughout", "-", Verdict.OPEN)
    gain = gain_by_search(folder, steps)
    yield Finding(
        "search over the raw net, by their match",
        "+2130 Elo (5185 over 3055)",
        "-" if gain is None else gain.text(),
        Verdict.OPEN if gain is None else _verdict_of_gain(gain.low, gain.high, PAPER_SEARCH),
    )
    yield _resignation_finding(folder)


def _resignation_finding(folder: Path) -> Finding:
    """Compare the share of wrong resignations, by the thresholds in force, with the aim."""
    resigned = wrong = 0
    for played in games_of(folder):
        if played.values is not None and played.threshold is not None:
            found: Wrong = resignations([played], played.threshold)
            resigned, wrong = resigned + found.resigned, wrong + found.wrong
    paper = f"below {ALLOWED:.0%}, in games played to the end"
    if not resigned:
        return Finding("wrong resignations", paper, "-", Verdict.OPEN)
    share = score_interval(wrong, resigned)
    verdict = (
        Verdict.NOT
        if share.low > ALLOWED
        else Verdict.REPRODUCED
        if share.value <= ALLOWED
        else Verdict.PARTLY
    )
    return Finding(
        "wrong resignations", paper, f"{share.text('.0%')}, {wrong} of {resigned}", verdict
    )


def _ablation_findings(ablation: Path, nets: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    for kind, pairs in PAIRS.items():
        for one, other in pairs:
            for match in MATCHES:
                name = f"{HEADS[kind]} ({one}, {other}), {match}"
                rated = match_ratings(ablation, match, other)
                if not rated:
                    yield Finding(name, PAPER[kind], "-", Verdict.OPEN)
                    continue
                gain = rated[one]
                heads = {head: nets[one][head].value - nets[other][head].value for head in MEASURES}
                ours = (
                    f"{gain.text()} Elo, value error {heads['error']:+.3f}, "
                    f"accuracy {heads['accuracy']:+.1%}"
                )
                verdict = (
                    Verdict.NONE
                    if kind == "wide"
                    else _verdict_of_gain(gain.low, gain.high, PAPER_GAIN)
                )
                yield Finding(name, PAPER[kind], ours, verdict)


def _verdict_of_gain(low: float, high: float, paper: float) -> Verdict:
    """Return whether an interval reaches the paper's gain, or is above zero at least; one without
    an upper bound shows the sign alone."""
    if low <= 0:
        return Verdict.NOT
    return Verdict.REPRODUCED if paper <= high < math.inf else Verdict.PARTLY


def _ablation_pictures(nets: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if all("seconds" in net for net in nets.values()):
        quickest = min(net["seconds"] for net in nets.values())
        yield bullet_list(
            *(
                f"{name}: a search takes {net['seconds'] / quickest:.2f} times that of the quickest"
                for name, net in nets.items()
            )
        )
    for loss in ("policy", "value"):
        curves = {name: curve_of(net["curve"], loss) for name, net in nets.items()}
        yield curve_chart("batch", loss, curves)
    for match in MATCHES:
        rated = {name: net[match] for name, net in nets.items() if match in net}
        yield _bars(f"Elo over sep-conv, {match}", rated)
    for measure, unit in zip(MEASURES, ("moves predicted", "value error"), strict=True):
        yield _bars(unit, {name: net[measure] for name, net in nets.items() if measure in net})
