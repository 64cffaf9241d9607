"""`fukumi train report`: the history of a run as one self-contained HTML page."""

import dataclasses
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from core.system.annotations import fits
from training import net_records
from training.config import RunConfig
from training.gating.collapse_check import HIGHEST, SHORTEST
from training.net_records import NetRecord
from training.report.charts import add_legend, curve_chart, curve_of, figure, means, svg
from training.report.html_parts import save_page, section, table
from training.report.metrics import read_metrics
from training.run_folder import RunFolder

Entry = dict[str, Any]


def write_report(folder: RunFolder, target: Path) -> None:
    """Write the page.

    Raises:
        UserError: matplotlib is not installed.
    """
    entries = list(read_metrics(folder.metrics))
    games = _of_stage(entries, "selfplay", "games", "samples", "size", "length", "first_score")
    steps = _of_stage(entries, "learn")
    records = net_records.records(folder)
    config = RunConfig.read(folder)
    elo = f"Elo over {'the parent' if folder.parent.exists() else 'no net'}"
    parts = [
        _summary(games, steps, records, elo),
        section("Loss", _losses(steps)),
        *_teaching(entries),
        section("Game length", _of_games(games, "length", "plies", SHORTEST)),
        section("First player's score", _of_games(games, "first_score", "score", HIGHEST)),
        section("Elo", _elo(records, elo)),
        section("Score against the panel", _panel(records)),
        _nets(records),
        section("Settings", table([], _settings(config))),
    ]
    title = f"Training run {folder.path.resolve().name}: {config.rule}"
    save_page(target, title, parts)


def _of_stage(entries: list[Entry], stage: str, *numbers: str) -> list[Entry]:
    """Return the entries of a stage that have these numbers, which a damaged line may lack."""
    return [
        entry
        for entry in entries
        if entry["stage"] == stage and all(fits(entry.get(name), float) for name in numbers)
    ]


def _summary(games: list[Entry], steps: list[Entry], records: list[NetRecord], elo: str) -> str:
    best = max(
        (r for r in records if r.accepted), key=lambda r: r.generation, default=net_records.NONE
    )
    refusing = [entry for entry in games if fits(entry.get("refused"), float)]
    # `step` counts all games of the folder, `games` those of the shard.
    earlier = games[0]["step"] - games[0]["games"] if games else 0
    not_counted = [("games taken over from an earlier run, not counted below", f"{earlier:,}")]
    return table(
        [],
        [
            *(not_counted if earlier > 0 else []),
            ("games", f"{sum(entry['games'] for entry in games):,}"),
            ("samples", f"{sum(entry['samples'] for entry in games):,}"),
            ("games left out", f"{sum(entry['refused'] for entry in refusing):,}"),
            ("steps learnt", f"{steps[-1]['step'] if steps else 0:,}"),
            ("nets", f"{len(records)}, best {best.generation}"),
            (elo, f"{best.rating:+z.0f} ± {_rating_errors(records)[best.generation]:.0f}"),
            ("hours of self-play", f"{_hours(games):.2f}"),
        ],
    )


def _hours(entries: list[Entry]) -> float:
    """Return the hours between entries, without gaps of more than ten minutes, when nothing ran."""
    times = [float(entry["time"]) for entry in entries]
    gaps = (after - before for before, after in pairwise(times))
    return sum(gap for gap in gaps if gap < 600) / 3600


def _teaching(entries: list[Entry]) -> Iterator[str]:
    """Yield the sections of a run that has a teacher."""
    for stage, title in (("teach", "The teacher's loss"), ("distil", "Loss under the teacher")):
        steps = _of_stage(entries, stage)
        if steps:
            yield section(title, _losses(steps))


def _losses(entries: list[Entry]) -> str:
    names = sorted({name for entry in entries for name in entry if "loss" in name})
    return curve_chart(
        "steps",
        "loss",
        {
            name.replace("_", " "): curve_of(
                [entry for entry in entries if fits(entry.get(name), float)], name
            )
            for name in names
        },
    )


def _of_games(entries: list[Entry], name: str, unit: str, bound: float) -> str:
    """Return a curve over the games for each board size, and the bound of the collapse check."""
    if not entries:
        return ""
    drawn, axes = figure("games", unit)
    for size in sorted({entry["size"] for entry in entries}):
        known = [entry for entry in entries if entry["size"] == size]
        axes.plot(
            means([entry["step"] for entry in known]),
            means([entry[name] for entry in known]),
            label=f"{size}x{size}",
        )
    axes.axhline(bound, color="grey", linestyle=":", label="collapse check")
    add_legend(axes)
    return svg(drawn)


def _rating_errors(records: list[NetRecord]) -> dict[int, float]:
    """Return half the width of the 95 % interval of each net's rating, by generation.

    A rating adds up the gates from generation 0 on, so its error does, too.
    """
    errors = {0: 0.0}
    for record in records:
        if record.against is not None:
            errors[record.generation] = math.hypot(errors.get(record.against, 0.0), record.error)
    return errors


def _elo(records: list[NetRecord], label: str) -> str:
    gated = [record for record in records if record.against is not None]
    if not gated:
        return ""
    errors = _rating_errors(records)
    drawn, axes = figure("games", label)
    for accepted, colour, name in ((True, "tab:blue", "accepted"), (False, "tab:red", "refused")):
        some = [record for record in gated if record.accepted is accepted]
        axes.errorbar(
            [record.games for record in some],
            [record.rating for record in some],
            [errors[record.generation] for record in some],
            fmt="o-" if accepted else "x",
            color=colour,
            capsize=3,
            label=name,
        )
    add_legend(axes)
    return svg(drawn)


def _panel(records: list[NetRecord]) -> str:
    """Return a curve for each opponent of the panel."""
    names = sorted({name for record in records for name in record.panel})
    if not names:
        return ""
    drawn, axes = figure("games", "score")
    for name in names:
        met = [(record.games, *record.panel[name]) for record in records if name in record.panel]
        games, scores, errors = zip(*met, strict=True)
        axes.errorbar(games, scores, errors, fmt="o-", capsize=3, label=name)
    axes.set_ylim(0, 1)
    add_legend(axes)
    return svg(drawn)


def _nets(records: list[NetRecord]) -> str:
    heads = [
        "net",
        "games",
        "samples",
        "steps",
        "against",
        "pairs",
        "score",
        "Elo",
        "rating",
        "panel",
        "accepted",
    ]
    lines = [
        (
            record.generation,
            f"{record.games:,}",
            f"{record.samples:,}",
            f"{record.steps:,}",
            record.against,
            record.pairs,
            f"{record.score:.1%}",
            f"{record.elo:+z.0f} ± {record.error:.0f}",
            f"{record.rating:+z.0f}",
            ", ".join(f"{name} {score:.3f}" for name, (score, _) in record.panel.items()),
            "yes" if record.accepted else "",
        )
        for record in records
        if record.against is not None
    ]
    return section("Nets", table(heads, lines))


def _settings(config: RunConfig) -> Iterator[tuple[str, object]]:
    for field in dataclasses.fields(config):
        if field.name != "phases":
            yield field.name, getattr(config, field.name)
    for phase in config.phases:
        sizes = ", ".join(f"{size}:{weight:g}" for size, weight in phase.sizes.items())
        yield "phase", f"from game {phase.games}: {phase.visits} visits, sizes {sizes}"
