"""The state of a tournament in its folder: progress, standings and the test that may end it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from core.system.text import shown
from tournaments.cli.ladder_file import ladder_anchors
from tournaments.model import GameRecord, Result
from tournaments.play import machine_load
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.play.store import Store
from tournaments.ratings.pairs import PairCounter, pair_score
from tournaments.ratings.sprt import Sprt
from tournaments.report.report_data import standings
from tournaments.report.table import print_result


def pair_counts(plan: TournamentPlan, records: Iterable[GameRecord]) -> Sequence[int]:
    """Return the pairs of an SPRT's games by their points, 0 to 2, of the first engine."""
    return pair_score(records, *plan.names).counts


class RunningTest:
    """The SPRT of two engines while its games are played."""

    def __init__(self, sprt: Sprt, names: Sequence[str], before: Iterable[GameRecord]) -> None:
        self._sprt = sprt
        self._pairs = PairCounter(*names)
        for record in before:
            self.add(record)

    def add(self, record: GameRecord) -> None:
        """Count a finished game."""
        self._pairs.add(record)

    @property
    def decided(self) -> bool:
        """True once the test has come to its end."""
        return self._sprt.verdict(self._pairs.score.counts) is not None

    def describe(self) -> str:
        """Describe in one line the state of the test."""
        return self._sprt.describe(self._pairs.score.counts, ended=False)


def decided(plan: TournamentPlan, records: Iterable[GameRecord]) -> bool:
    """Return whether the SPRT, if there is one, has come to its end."""
    return plan.sprt is not None and RunningTest(plan.sprt, plan.names, records).decided


def state_values(store: Store) -> dict[str, Any]:
    """Return the standings, the progress and, with an SPRT, the state of the test."""
    plan, records = store.plan, store.records()
    test = None
    if plan.sprt:
        pairs = pair_counts(plan, records)
        test = {
            "llr": plan.sprt.llr(pairs),
            "bounds": [plan.sprt.lower, plan.sprt.upper],
            "verdict": plan.sprt.verdict(pairs),
            "pairs": pairs,
            "expected_pairs": plan.sprt.expected_pairs(pairs),
        }
    return {
        "league": plan.league,
        "format": plan.format.value,
        "rule": plan.rule.label,
        "boardsize": plan.size,
        "state": state(store, records),
        "games": _finished(records),
        "total": plan.total,
        "damaged": list(store.damaged),
        "adjudication": str(plan.adjudication) if plan.adjudication else None,
        "sprt": test,
        **standings(records, ladder_anchors(store, records)),
    }


def state(store: Store, records: Sequence[GameRecord]) -> str:
    """Return whether the tournament is complete, being played or not being played, in words."""
    ladder = store.plan.format is Format.LADDER
    if (_finished(records) == store.plan.total and not ladder) or decided(store.plan, records):
        return "complete"
    return "being played" if store.in_use else "not being played"


def _finished(records: Sequence[GameRecord]) -> int:
    """Return the number of games that are not void; `run` plays those again."""
    return sum(record.result is not Result.VOID for record in records)


def print_state(store: Store) -> None:
    """Print the tables, the progress and, with an SPRT, the state of the test."""
    plan, records = store.plan, [record.abridged() for record in store.each_record()]
    print_result(records, plan.names, anchors=ladder_anchors(store, records))
    if store.damaged:
        damaged = ", ".join(map(str, store.damaged))
        click.echo(f"Damaged and left out: game {damaged}; `run` plays what is missing again.")
    busy = machine_load.load_warning(records)
    if busy:
        click.echo(busy)
    click.echo(f"{headline(store.folder, plan, _finished(records))}, {state(store, records)}")
    if plan.adjudication:
        count = sum(record.reason.is_adjudicated for record in records)
        click.echo(f"{count} of {len(records)} games were adjudicated ({plan.adjudication})")
    if plan.sprt:
        ended = _finished(records) == plan.total
        click.echo(plan.sprt.describe(pair_counts(plan, records), ended=ended))


def headline(folder: Path, plan: TournamentPlan, count: int) -> str:
    """Return one line that says what is played, and how many games are finished."""
    total = f" of {'at most ' if plan.sprt else ''}{plan.total}"
    done = f"{count}{'' if plan.format is Format.LADDER else total} games"
    kind = plan.league or plan.format.value
    return f"{shown(str(folder))}: {kind}, {plan.rule.label} {plan.size}x{plan.size}, {done}"
