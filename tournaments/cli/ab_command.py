"""`fukumi ab`: the search against itself with other constants, until a sequential test decides.

The measured effects noted with the constants in `core.search.search_settings` come from it.
"""

from dataclasses import replace
from pathlib import Path

import click

from core.game.rules import Rule
from core.match.elo import mean_with_error
from core.match.engine_match import EngineMatch, EngineSide, play_pairs
from core.search.search_settings import CONSTANTS, with_constants
from tournaments.cli.position_options import boardsize_option, rule_option
from tournaments.ratings.sprt import PAIR_SCORES, Sprt


def changed(base: EngineSide, words: tuple[str, ...]) -> EngineSide:
    """Return a side with constants, `threads` or the `net` file set by `name=value` words.

    Raises:
        click.BadParameter: an unknown name or a value of another type.
    """
    constants = []
    for word in words:
        name, _, value = word.partition("=")
        if name == "threads" and value.isdigit():
            base = replace(base, threads=int(value))
        elif name == "net":
            base = replace(base, net=Path(value))
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
    type=click.FloatRange(0, min_open=True),
    help="Seconds for each move. Default: no limit.",
)
@click.option(
    "--game-seconds",
    type=click.FloatRange(0, min_open=True),
    help="Seconds for each game. Default: no limit.",
)
@boardsize_option()
@rule_option()
@click.option(
    "--min-pairs",
    default=200,
    show_default=True,
    help="Pairs of games to play before the test may stop.",
)
@click.option(
    "--max-pairs",
    default=1000,
    show_default=True,
    help="Pairs of games after which the test ends undecided.",
)
@click.option("--elo0", default=0.0, show_default=True, help="Elo difference of H0.")
@click.option("--elo1", default=20.0, show_default=True, help="Elo difference of H1.")
@click.option("--seed", default=1, show_default=True, help="Number of the first opening.")
@click.option(
    "--concurrency",
    default=2,
    show_default=True,
    type=click.IntRange(1),
    help="Games played at a time.",
)
def command(
    a: tuple[str, ...],
    b: tuple[str, ...],
    visits: int | None,
    seconds: float | None,
    game_seconds: float | None,
    boardsize: int,
    rule: Rule,
    min_pairs: int,
    max_pairs: int,
    elo0: float,
    elo1: float,
    seed: int,
    concurrency: int,
) -> None:
    """Play the search against itself with other constants.

    The match ends when an SPRT decides. Each pair of games is one random balanced opening with
    both colours. The sides differ by `--a` and `--b`, such as `--a lcb_z=0 --b fpu=0.2`; all other
    constants keep their defaults.
    """
    if sum(limit is not None for limit in (visits, seconds, game_seconds)) != 1:
        raise click.UsageError("give one of --visits, --seconds, --game-seconds")
    usual = EngineSide()
    match = EngineMatch(
        (changed(usual, a), changed(usual, b)), boardsize, rule, visits, seconds, game_seconds
    )
    sprt = Sprt(elo0, elo1)
    counts = [0] * len(PAIR_SCORES)
    for score in play_pairs(match, max_pairs, seed, concurrency):
        counts[PAIR_SCORES.index(score)] += 1
        if sum(counts) % 20 == 0:
            click.echo(line(counts, sprt))
        if sum(counts) >= min_pairs and sprt.verdict(counts):
            break
    click.echo(f"{line(counts, sprt)}  {sprt.verdict(counts) or 'undecided'}")


def line(counts: list[int], sprt: Sprt) -> str:
    """Return the state of the test: games, the share of points for A, the log-likelihood ratio."""
    mean, error = mean_with_error(PAIR_SCORES, counts)
    return (
        f"{2 * sum(counts)} games  A {mean:.3f} +-{error:.3f}  "
        f"LLR {sprt.llr(counts):+.2f} [{sprt.lower:.2f}, {sprt.upper:.2f}]  pairs {counts}"
    )
