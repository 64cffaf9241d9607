"""`fukumi ab`: the search against itself with other constants, until a sequential test decides.

The measured effects noted with the constants in `core.search.search_settings` come from it.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import click

from core.eval.net_loader import shipped_net
from core.eval.netfile import read_net
from core.game.rules import Rule
from core.match.elo import mean_with_error
from core.match.engine_match import EngineMatch, EngineSide, play_pairs
from core.search.search_settings import CONSTANTS, with_constants
from tournaments.cli.shared_options import (
    SECONDS,
    boardsize_option,
    concurrency_option,
    rule_option,
)
from tournaments.ratings.sprt import PAIR_SCORES, Sprt
from tournaments.records.score_folder import ScoreFolder

LINES = "lines"
"""The value of `net=` that chooses the evaluator without a net."""

MIN_PAIRS = 200


def changed(base: EngineSide, words: tuple[str, ...]) -> EngineSide:
    """Return a side with constants, `threads` or the `net` set by `name=value` words.

    The net is a file, or `lines` for the line evaluator.

    Raises:
        click.BadParameter: an unknown name or a value of another type.
    """
    constants = []
    for word in words:
        name, _, value = word.partition("=")
        if name == "threads":
            if not re.fullmatch("[1-9][0-9]{0,3}", value):
                raise click.BadParameter(f"{word}: give a whole number from 1")
            base = replace(base, threads=int(value))
        elif name == "net":
            base = replace(base, net=None if value == LINES else Path(value))
        elif name in CONSTANTS:
            constants.append(word)
        else:
            raise click.BadParameter(f"{name!r} is none of {', '.join(CONSTANTS)}, threads, net")
    try:
        return replace(base, settings=with_constants(base.settings, constants))
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command(name="ab")
@click.option("--a", "a", multiple=True, metavar="NAME=VALUE", help="Set a constant of side A.")
@click.option("--b", "b", multiple=True, metavar="NAME=VALUE", help="Set a constant of side B.")
@click.option("--visits", type=click.IntRange(1), help="Visits for each move. Default: no limit.")
@click.option(
    "--seconds",
    type=SECONDS,
    help="Seconds of processor time for each move, so that other programs change nothing; of the "
    "clock where a side has several threads. Default: no limit.",
)
@click.option(
    "--game-seconds",
    type=SECONDS,
    help="Seconds for each game, counted alike. Default: no limit.",
)
@boardsize_option()
@rule_option()
@click.option(
    "--min-pairs",
    type=click.IntRange(1),
    help=f"Pairs of games to play before the test may stop. Default: {MIN_PAIRS}.",
)
@click.option(
    "--max-pairs",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Pairs of games after which the test ends undecided.",
)
@click.option("--elo0", default=0.0, show_default=True, help="Elo difference of H0.")
@click.option("--elo1", default=20.0, show_default=True, help="Elo difference of H1.")
@click.option("--seed", default=1, show_default=True, help="Number of the first opening.")
@concurrency_option(2, "Games played at a time.")
@click.option(
    "--keep",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the results in this folder, so that the same command continues, however the last "
    "run ended. Default: none.",
)
def command(
    a: tuple[str, ...],
    b: tuple[str, ...],
    visits: int | None,
    seconds: float | None,
    game_seconds: float | None,
    boardsize: int,
    rule: Rule,
    min_pairs: int | None,
    max_pairs: int,
    elo0: float,
    elo1: float,
    seed: int,
    concurrency: int,
    folder: Path | None,
) -> None:
    """Play the search against itself with other constants.

    The match ends when an SPRT decides. Each pair of games is one random balanced opening with
    both colours. The sides differ by `--a` and `--b`, such as `--a lcb_z=0 --b fpu=0.2`; all other
    constants keep their defaults. Both use the shipped net of the rule; `net=FILE` sets another,
    `net=lines` the evaluator without a net.
    """
    if sum(limit is not None for limit in (visits, seconds, game_seconds)) != 1:
        raise click.UsageError("give one of --visits, --seconds, --game-seconds")
    if min_pairs and min_pairs > max_pairs:
        raise click.UsageError("--min-pairs is above --max-pairs")
    usual = EngineSide(net=shipped_net(rule))
    match = EngineMatch(
        (changed(usual, a), changed(usual, b)), boardsize, rule, visits, seconds, game_seconds
    )
    try:
        sprt = Sprt(elo0, elo1)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    counts = [0] * len(PAIR_SCORES)
    settings = {
        "a": sorted(a),
        "b": sorted(b),
        "visits": visits,
        "seconds": seconds,
        "game_seconds": game_seconds,
        "boardsize": boardsize,
        "rule": rule.label,
        "nets": [_checksum(side.net) for side in (usual, *match.sides)],
    }
    seeds = range(seed, seed + max_pairs)
    try:
        with _results(match, seeds, concurrency, folder, settings) as results:
            for score in results:
                counts[PAIR_SCORES.index(score)] += 1
                if sum(counts) % 20 == 0:
                    click.echo(line(counts, sprt))
                if sum(counts) >= (min_pairs or MIN_PAIRS) and sprt.verdict(counts):
                    break
    except KeyboardInterrupt:
        more = ": the same command continues" if folder else ""
        click.echo(f"{line(counts, sprt)}  stopped{more}" if any(counts) else "stopped")
        return
    click.echo(f"{line(counts, sprt)}  {sprt.verdict(counts) or 'undecided'}")


def _checksum(net: Path | None) -> int | None:
    """Return the checksum of a net file, which may hold another net when a match is continued."""
    return read_net(net).header["crc32"] if net else None


@contextmanager
def _results(
    match: EngineMatch,
    seeds: range,
    concurrency: int,
    folder: Path | None,
    settings: dict[str, Any],
) -> Iterator[Iterator[float]]:
    """Yield the results of the pairs: those that the folder has, then those played now."""
    if folder is None:
        with closing(play_pairs(match, seeds, concurrency)) as played:
            yield (score for _, score in played)
        return
    kept = ScoreFolder(folder, "match", settings)
    with kept.locked():
        before = [kept.scores[seed] for seed in kept.scores if seed in seeds]
        missing = [seed for seed in seeds if seed not in kept.scores]
        with closing(play_pairs(match, missing, concurrency)) as played:
            yield chain(before, _kept(played, kept))


def _kept(played: Iterable[tuple[int, float]], folder: ScoreFolder) -> Iterator[float]:
    for seed, score in played:
        folder.add(seed, score)
        yield score


def line(counts: list[int], sprt: Sprt) -> str:
    """Return the state of the test: games, the share of points for A, the log-likelihood ratio."""
    mean, error = mean_with_error(PAIR_SCORES, counts)
    return (
        f"{2 * sum(counts)} games  A {mean:.3f} +-{error:.3f}  "
        f"LLR {sprt.llr(counts):+.2f} [{sprt.lower:.2f}, {sprt.upper:.2f}]  pairs {counts}"
    )
