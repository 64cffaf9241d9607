"""The page of the recipe `sizes`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from training.papers.loop.alphazero_loop import entries_of, games_of, has_learnt
from training.papers.loop.estimates import score_interval
from training.papers.loop.loop_settings import LoopSettings
from training.report.charts import Ends, curve_chart, curve_of, equal_parts
from training.report.html_parts import (
    Finding,
    Verdict,
    bullet_list,
    findings_table,
    save_page,
    section,
    settings_table,
)

PERIODS = 10
"""Parts of a run whose games are counted together."""

HALF = (-0.35, -0.65)
"""Falls that count as nearly half."""

QUICK = 0.75
"""Share of a fall whose batches tell how fast it is."""

SMOOTHED = 80
"""Parts of a run over each of which the loss is a mean, before its fall is timed."""

DIFFERENCES = (
    "The thesis has its net play the pure MCTS player to make the training games in one place and "
    "itself in another; ours plays itself, as the abstract and the conclusion say. The net that "
    "plays is the one that learns; the best one is kept.",
    "The convolution before the policy has 4 filters; the thesis writes 4 times the number of "
    "cells, which would be the size of its output.",
    "The learner is Adam; the thesis names stochastic gradient descent, without its settings.",
    "The thesis shows its numbers only as pictures, so its statements are compared with ours.",
    "The board is shown to the net as planes for both colours and the last move, as in the "
    "tutorial, not as one plane of -1, 0 and 1.",
    "The root has noise (see the settings), the net learns from the sixth batch of positions on, "
    "and 32 games are played at a time, so that a game may begin with a net some batches older.",
    "On 9x9 the random numbers are those of seed 1. With seed 0 the rate rises tenfold while the "
    "policy is still even, and within ten batches the filters before the policy give zero for "
    "every position: the net stays at the loss that it began with.",
)


def write_page(path: Path, folders: Mapping[int, Path], settings: LoopSettings, whole: int) -> None:
    """Write the page.

    Args:
        path: of the page.
        folders: of the runs, by size.
        settings: of all of them, except the size.
        whole: games of each size in the thesis.
    """
    learnt = {size: entries_of(folder, "learn") for size, folder in folders.items()}
    ties = {size: _ties(folder) for size, folder in folders.items()}
    done = ", ".join(f"{len(entries):,} on {s}x{s}" for s, entries in learnt.items())
    parts = [
        f"<p>Batches learnt, one for each game of the thesis's {whole:,}: {done}.</p>",
        section(
            "The thesis's statements and ours",
            findings_table(
                [
                    *_falls(learnt, whole),
                    *_tie_findings(ties, learnt, whole),
                    *_matches(folders, learnt, whole),
                ]
            ),
        ),
        section(
            "Ties in self-play",
            curve_chart(
                "games",
                "share of ties",
                {f"{s}x{s}": (xs, ys) for s, (xs, ys, _) in ties.items()},
                (0, 1),
                {f"{s}x{s}": ends for s, (_, _, ends) in ties.items()},
            ),
        ),
    ]
    for size in sorted(folders, reverse=True):
        named = {name: curve_of(learnt[size], name, "games") for name in ("loss", "entropy")}
        parts.append(
            section(f"{size}x{size}: loss and entropy", curve_chart("games", "nats", named))
        )
    ladders = {f"{size}x{size}": entries_of(folder, "match") for size, folder in folders.items()}
    parts += [
        section(
            "Playouts of the opponent",
            curve_chart("batch", "playouts", _curves(ladders, "playouts")),
        ),
        section(
            "Points against the opponent",
            curve_chart(
                "batch",
                "points a game",
                _curves(ladders, "score"),
                (0, 1),
                {name: [_score_ends(match) for match in found] for name, found in ladders.items()},
            ),
        ),
        section("Where ours differs", bullet_list(*DIFFERENCES)),
        section("Settings of 9x9 (temperature_moves: its cells)", settings_table(settings, {})),
    ]
    save_page(path, "Self-play on 6x6 to 9x9", parts)


def _curves(
    ladders: Mapping[str, list[dict[str, Any]]], name: str
) -> dict[str, tuple[Sequence[float], Sequence[float]]]:
    return {size: curve_of(found, name) for size, found in ladders.items()}


def _score_ends(match: Mapping[str, Any]) -> Ends:
    found = score_interval(match["score"] * match["games"], match["games"])
    return found.low, found.high


def _ties(folder: Path) -> tuple[list[float], list[float], list[Ends]]:
    """Return by period the last game, the share of ties, and the ends of its interval."""
    results = [played.result for played in games_of(folder)]
    curve: tuple[list[float], list[float], list[Ends]] = ([], [], [])
    games = 0
    for part in equal_parts(results, PERIODS):
        games += len(part)
        if part:
            found = score_interval(part.count(0), len(part))
            curve[0].append(games)
            curve[1].append(found.value)
            curve[2].append((found.low, found.high))
    return curve


class _Fall(NamedTuple):
    """The fall of a loss from its first batch to the mean of the last tenth of the batches."""

    first: float
    last: float
    batches: int
    """Batches until three quarters of the fall are done."""

    @property
    def share(self) -> float:
        return self.last / self.first - 1


def _fall(values: Sequence[float]) -> _Fall | None:
    """Return the fall of a loss; None without one."""
    if not values or values[0] <= 0:
        return None
    smooth = np.convolve(values, np.full(width := max(1, len(values) // SMOOTHED), 1 / width))
    means = smooth[width - 1 : len(values)]
    first, last = values[0], float(np.mean(values[-max(1, len(values) // PERIODS) :]))
    done = np.flatnonzero(means <= first + QUICK * (last - first))
    return _Fall(first, last, int(done[0]) + width if done.size else len(values))


def _falls(learnt: Mapping[int, list[dict[str, Any]]], whole: int) -> Iterator[Finding]:
    """Yield the falls of loss and entropy; a verdict compares whole runs only."""
    largest = max(learnt)
    faster = f"falls faster than on {largest}x{largest}"
    for name in ("loss", "entropy"):
        falls = {size: _fall([entry[name] for entry in found]) for size, found in learnt.items()}
        slowest = falls[largest]
        for size, fall in falls.items():
            paper = "falls nearly by half" if size == largest else faster
            if fall is None or slowest is None:
                yield Finding(f"{name}, {size}x{size}", paper, "-", Verdict.OPEN)
                continue
            is_half = HALF[1] <= fall.share <= HALF[0]
            agrees = is_half if size == largest else fall.batches < slowest.batches
            ours = (
                f"{fall.first:.2f} to {fall.last:.2f} ({fall.share:+.0%}), three quarters of it "
                f"within {fall.batches:,} batches"
            )
            over = all(has_learnt(learnt[one], whole) for one in (size, largest))
            verdict = Verdict.OPEN if not over else Verdict.REPRODUCED if agrees else Verdict.NOT
            yield Finding(f"{name}, {size}x{size}", paper, ours, verdict)


def _tie_findings(
    ties: Mapping[int, tuple[list[float], list[float], list[Ends]]],
    learnt: Mapping[int, list[dict[str, Any]]],
    whole: int,
) -> Iterator[Finding]:
    """Yield the ties at the end; the smallest board is to have more than the largest."""
    smallest, largest = min(ties), max(ties)
    over = all(has_learnt(learnt[size], whole) for size in (smallest, largest))
    for size, (_, shares, ends) in ties.items():
        paper = "many" if size == smallest else "-"
        if not shares:
            yield Finding(f"ties in self-play, {size}x{size}", paper, "-", Verdict.OPEN)
            continue
        ours = f"{shares[-1]:.0%} at the end ({ends[-1][0]:.0%} to {ends[-1][1]:.0%})"
        verdict = Verdict.NONE
        if size == smallest:
            verdict = Verdict.OPEN
            if over and ties[largest][1]:
                more = ends[-1][0] > ties[largest][1][-1]
                verdict = Verdict.REPRODUCED if more else Verdict.NOT
        yield Finding(f"ties in self-play, {size}x{size}", paper, ours, verdict)


def _matches(
    folders: Mapping[int, Path], learnt: Mapping[int, list[dict[str, Any]]], whole: int
) -> Iterator[Finding]:
    """Compare the opponents: on 9x9 the thesis's net gets no better against its own after days."""
    largest = max(folders)
    for size, folder in folders.items():
        found = entries_of(folder, "match")
        paper = "cannot update the best policy" if size == largest else "-"
        name = f"against pure MCTS, {size}x{size}"
        if not found:
            yield Finding(name, paper, "-", Verdict.OPEN)
            continue
        last = found[-1]
        low, high = _score_ends(last)
        ours = (
            f"{last['score']:.2f} ({low:.2f} to {high:.2f}) of {last['playouts']:,} playouts, "
            f"{last['ties']} of {last['games']} tied"
        )
        verdict = Verdict.NONE
        if size == largest:
            verdict = _stays(found) if has_learnt(learnt[size], whole) else Verdict.OPEN
        yield Finding(name, paper, ours, verdict)


def _stays(found: Sequence[Mapping[str, Any]]) -> Verdict:
    """Return the verdict on the claim that the best policy stays what it was: no higher opponent,
    nor a higher score against the same one, in the second half of the matches."""
    reached = [(match["playouts"], match["score"]) for match in found]
    half = len(reached) // 2
    if not half:
        return Verdict.OPEN
    return Verdict.NOT if max(reached[half:]) > max(reached[:half]) else Verdict.REPRODUCED
