"""The page of the recipe `alphazero`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from training.papers.loop.alphazero_loop import entries_of, has_learnt
from training.papers.loop.estimates import Estimate, score_interval
from training.papers.loop.loop_settings import LoopSettings
from training.report.charts import curve_chart, curve_of, game_diagrams
from training.report.html_parts import (
    Finding,
    Verdict,
    bullet_list,
    findings_table,
    save_page,
    section,
    settings_table,
)

SHOWN = (100, 700, 1300)
"""Batches whose game records the paper shows."""

PAPER_LOSS = ((1, 4.5, "about 4.5"), (200, 3.5, "3.5"), (1200, 2.75, "around 2.75"))
NEAR, ROUGH = 0.1, 0.2
"""A loss within this share of the paper's is reproduced, or partly."""

PAPER_WINS = (
    (0, 400, "0.4 to 0.7", 0.4, 0.7),
    (401, 699, "growth through 0.9", 0.7, 1.0),
    (700, 1300, "nearly 1", 0.95, 1.0),
)
"""First and last batch, the paper's words, and the scores that agree with them."""

ENDINGS = {1.0: "Black, ours, wins", 0.5: "a draw", 0.0: "White, pure MCTS, wins"}

DIFFERENCES = (
    "Our root counts its own first visit in the square root of U, one more than the paper's sum.",
    "32 games are played at a time, so the net that begins a game may be some batches older.",
    "The paper gives no number of residual blocks, no noise and no L2: two blocks, and AlphaGo "
    "Zero's noise and L2, are our choice.",
    "The paper does not say how many steps are taken with a batch. The loss shown is that before "
    "the last step: in the first batches 5.1 with one step, and 4.4 with five, near the paper's.",
    "The paper's matches have ten games; ours have more, and their games have no openings: what "
    "varies is the opponent's random playouts. With a part of the budget a match has fewer games, "
    "and keeps them when the budget grows.",
    "The paper names three tasks for the future; Fukumi's own engine carries them all: boards of "
    "15x15 (any size from 5 to 22), forbidden moves (renju's, exact), and parallel search with "
    "virtual loss (one tree, many threads).",
)


def write_page(path: Path, folders: Sequence[Path], settings: LoopSettings, whole: int) -> None:
    """Write the page of the seeds' folders.

    Args:
        path: of the page.
        folders: of the seeds.
        settings: of all of them, except the seed.
        whole: batches of the whole.
    """
    learnt = {folder.name: entries_of(folder, "learn") for folder in folders}
    found = {folder.name: entries_of(folder, "match") for folder in folders}
    done = ", ".join(f"{len(entries):,}" for entries in learnt.values())
    known = {
        name: [_score(match) for match in matches] for name, matches in found.items() if matches
    }
    wins = {
        name: (curve_of(found[name], "score")[0], [s.value for s in scores])
        for name, scores in known.items()
    }
    save_page(
        path,
        "AlphaZero on 8x8",
        [
            f"<p>{done} of the paper's {whole:,} batches are learnt, each seed in a run of its "
            "own. The paper shows one run.</p>",
            section(
                "The paper's figures and ours",
                findings_table([*_loss_findings(learnt), *_win_findings(found, learnt)]),
            ),
            section(
                "Loss (figure 3)",
                curve_chart("batch", "loss", {n: curve_of(e, "loss") for n, e in learnt.items()}),
            ),
            section(
                "Points a game against pure MCTS (figure 4)",
                curve_chart(
                    "batch",
                    "points a game",
                    wins,
                    (0, 1),
                    {name: [(s.low, s.high) for s in scores] for name, scores in known.items()},
                ),
            ),
            section("Game records (figures 5 to 7)", _records(folders[0], settings.size)),
            section("Where ours differs", bullet_list(*DIFFERENCES)),
            section("Settings", settings_table(settings, {"match_games": "10"})),
        ],
    )


def _score(match: Mapping[str, Any]) -> Estimate:
    points = [game[1] for game in match["records"]]
    return score_interval(sum(points), len(points))


def _loss_findings(learnt: Mapping[str, list[dict[str, Any]]]) -> Iterator[Finding]:
    for at, paper, text in PAPER_LOSS:
        near = [
            entry["loss"]
            for entries in learnt.values()
            for entry in entries
            if abs(entry["step"] - at) <= 5
        ]
        if not near:
            yield Finding(f"loss at batch {at}", text, "-", Verdict.OPEN)
            continue
        mean = sum(near) / len(near)
        gap = abs(mean / paper - 1)
        verdict = (
            Verdict.REPRODUCED if gap <= NEAR else Verdict.PARTLY if gap <= ROUGH else Verdict.NOT
        )
        ours = f"{mean:.2f} ({min(near):.2f} to {max(near):.2f})"
        yield Finding(f"loss at batch {at}", text, ours, verdict)


def _win_findings(
    found: Mapping[str, list[dict[str, Any]]], learnt: Mapping[str, list[dict[str, Any]]]
) -> Iterator[Finding]:
    """Yield the points of each period; there is a verdict once every seed that has matches in it
    has learnt all of its batches."""
    for begin, end, text, low, high in PAPER_WINS:
        name = f"points a game, batches {begin} to {end}"
        by_seed = {
            seed: [game[1] for m in matches if begin <= m["step"] <= end for game in m["records"]]
            for seed, matches in found.items()
        }
        points = [point for seed in by_seed.values() for point in seed]
        if not points:
            yield Finding(name, text, "-", Verdict.OPEN)
            continue
        pooled = score_interval(sum(points), len(points))
        seeds = ", ".join(f"{sum(s) / len(s):.2f}" for s in by_seed.values() if s)
        over = all(has_learnt(learnt[seed], end) for seed in by_seed if by_seed[seed])
        verdict = _verdict_of_points(pooled, low, high) if over else Verdict.OPEN
        yield Finding(name, text, f"{pooled.text('.2f')}; by seed {seeds}", verdict)


def _verdict_of_points(pooled: Estimate, low: float, high: float) -> Verdict:
    """Return whether the points are between the paper's bounds, or their interval is near them."""
    if low <= pooled.value <= high:
        return Verdict.REPRODUCED
    is_near = pooled.high >= low - ROUGH and pooled.low <= high + ROUGH
    return Verdict.PARTLY if is_near else Verdict.NOT


def _records(folder: Path, size: int) -> str:
    """Return a game that our net began, from the match at each of the paper's batches; if the run
    has not reached one, from its last match."""
    matches = {entry["step"]: entry for entry in entries_of(folder, "match")}
    last = max(matches, default=0)
    shown = {}
    for step in sorted({min(step, last) for step in SHOWN} & set(matches)):
        _, points, moves = next(game for game in matches[step]["records"] if game[0])
        shown[f"batch {step}: {ENDINGS[points]}"] = moves
    return game_diagrams(size, shown)
