"""`fukumi ab`: the search against itself with other constants, until a sequential test decides.

The measured effects noted with the constants in `core.search.search_settings` come from it.
"""

from dataclasses import asdict, fields, replace
from pathlib import Path

import click

from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.match.elo import mean_with_error
from core.match.engine_match import EngineMatch, EngineSide, play_pairs
from core.search.search_settings import DEFAULTS, SearchSettings
from tournaments.ratings.sprt import PAIR_SCORES, Sprt

FIELDS: dict[str, type] = {f.name: type(getattr(DEFAULTS, f.name)) for f in fields(SearchSettings)}


def changed(base: EngineSide, words: tuple[str, ...]) -> EngineSide:
    """Return a side with constants, `threads` or the `net` file set by `name=value` words.

    Raises:
        click.BadParameter: an unknown name or a value of another type.
    """
    for word in words:
        name, _, value = word.partition("=")
        if name == "threads" and value.isdigit():
            base = replace(base, threads=int(value))
            continue
        if name == "net":
            base = replace(base, net=Path(value))
            continue
        if name not in FIELDS:
            raise click.BadParameter(f"{name!r} is none of {', '.join(FIELDS)}, threads, net")
        constants = asdict(base.settings) | {name: _read(name, value)}
        base = replace(base, settings=SearchSettings(**constants))
    return base


def _read(name: str, value: str) -> bool | int | float:
    kind = FIELDS[name]
    try:
        if kind is bool:
            return {"on": True, "off": False}[value]
        return int(value) if kind is int else float(value)
    except (KeyError, ValueError):
        expected = "on or off" if kind is bool else "a number"
        raise click.BadParameter(f"{name}={value}: give {expected}") from None


@click.command(name="ab")
@click.option("--a", "a", multiple=True, metavar="NAME=VALUE", help="Set a constant of side A.")
@click.option("--b", "b", multiple=True, metavar="NAME=VALUE", help="Set a constant of side B.")
@click.option("--visits", type=click.IntRange(1), help="Visits a move.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Seconds a move.")
@click.option("--game-seconds", type=click.FloatRange(0, min_open=True), help="Seconds a game.")
@click.option(
    "--size",
    default=15,
    show_default=True,
    type=click.IntRange(MIN_SIZE, MAX_SIZE),
    help="Board edge.",
)
@click.option("--rule", default="freestyle", show_default=True, help="Name or code of the rule.")
@click.option(
    "--least", default=200, show_default=True, help="Pairs played before the test may stop."
)
@click.option("--pairs", default=1000, show_default=True, help="Most pairs played.")
@click.option("--elo0", default=0.0, show_default=True, help="Elo difference of H0.")
@click.option("--elo1", default=20.0, show_default=True, help="Elo difference of H1.")
@click.option("--seed", default=1, show_default=True, help="Number of the first opening.")
@click.option(
    "--processes", default=2, show_default=True, type=click.IntRange(1), help="Games at a time."
)
def command(
    a: tuple[str, ...],
    b: tuple[str, ...],
    visits: int | None,
    seconds: float | None,
    game_seconds: float | None,
    size: int,
    rule: str,
    least: int,
    pairs: int,
    elo0: float,
    elo1: float,
    seed: int,
    processes: int,
) -> None:
    """Play the search against itself with other constants, until an SPRT decides.

    Each pair of games is one random balanced opening with both colours. The sides differ by `--a`
    and `--b`, such as `--a lcb_z=0 --b fpu=0.2`; all other constants keep their defaults.
    """
    if sum(limit is not None for limit in (visits, seconds, game_seconds)) != 1:
        raise click.UsageError("give one of --visits, --seconds, --game-seconds")
    try:
        named = Rule.parse(rule)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--rule") from error
    usual = EngineSide()
    match = EngineMatch(
        (changed(usual, a), changed(usual, b)), size, named, visits, seconds, game_seconds
    )
    sprt = Sprt(elo0, elo1)
    counts = [0] * len(PAIR_SCORES)
    for score in play_pairs(match, pairs, seed, processes):
        counts[PAIR_SCORES.index(score)] += 1
        if sum(counts) % 20 == 0:
            click.echo(line(counts, sprt))
        if sum(counts) >= least and sprt.verdict(counts):
            break
    click.echo(f"{line(counts, sprt)}  {sprt.verdict(counts) or 'undecided'}")


def line(counts: list[int], sprt: Sprt) -> str:
    """Return the state of the test: games, the share of points for A, the log-likelihood ratio."""
    mean, error = mean_with_error(PAIR_SCORES, counts)
    return (
        f"{2 * sum(counts)} games  A {mean:.3f} +-{error:.3f}  "
        f"LLR {sprt.llr(counts):+.2f} [{sprt.lower:.2f}, {sprt.upper:.2f}]  pairs {counts}"
    )
