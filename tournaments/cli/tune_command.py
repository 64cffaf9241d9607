"""The command `fukumi tune`: parameters of an engine, tuned by games against itself."""

import math
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from zlib import crc32

import click

from core.game.rules import Rule
from core.match.elo import mean_with_error
from core.system.text import shown
from tournaments.cli.engine_options import engine_settings, engine_specs, pairs_of
from tournaments.cli.plan_options import SWAP2, openings_of
from tournaments.cli.shared_options import (
    boardsize_option,
    concurrency_option,
    folder_argument,
    rule_option,
)
from tournaments.model import EngineSpec, TournamentError
from tournaments.play.game_workers import LocalGameWorkers
from tournaments.records.score_folder import ScoreFolder
from tournaments.tuning.spsa import Parameter, Values
from tournaments.tuning.tuner import SIDES, Tuner, TuningPlan

KEYS = ("name", "start", "low", "high", "step")

SHOWN_EVERY = 10
"""Pairs of games between two lines of progress."""


@click.command(name="tune")
@folder_argument
@click.option(
    "--engine",
    required=True,
    metavar="'cmd=... option.X={x}'",
    help="The engine, as for `fukumi tournament run`; {x} stands for the value of parameter x.",
)
@click.option(
    "--parameter",
    "parameters",
    multiple=True,
    required=True,
    metavar="'name=x start=0.4 low=0 high=2 step=0.1'",
    help="A parameter to tune; may be repeated. step is a change that games can measure. If all "
    "its numbers are whole, the engine gets whole ones only.",
)
@click.option(
    "--pairs", default=1000, show_default=True, type=click.IntRange(1), help="Pairs of games."
)
@boardsize_option()
@rule_option()
@click.option(
    "--openings",
    "opening_set",
    metavar="'file=... type=offset|pos|sgf'",
    help="Openings of the games, drawn at random. Default: a bundled set.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of openings and perturbations.")
@concurrency_option(1, "Games played at a time.")
def command(
    folder: Path,
    engine: str,
    parameters: Sequence[str],
    pairs: int,
    boardsize: int,
    rule: Rule,
    opening_set: str | None,
    seed: int,
    concurrency: int,
) -> None:
    """Tune the parameters of an engine by games against itself.

    SPSA, as used by fishtest: in each pair of games all parameters are moved up or down at random
    in one version of the engine and the opposite way in the other, and then towards the winner.
    The same command continues, however the last run ended.

    \b
    Example, two constants of Fukumi's own search at 1000 visits a move:
      fukumi tune tunings/first --concurrency 2 \\
        --engine "cmd='fukumi brain --set c_puct={c} --set fpu={f}' nodes=1000" \\
        --parameter "name=c start=0.35 low=0 high=2 step=0.15" \\
        --parameter "name=f start=0.1 low=0 high=1 step=0.05"

    Test the result afterwards against the old values, with `fukumi tournament run --format sprt`.
    """
    tuned = [_parameter(text) for text in parameters]
    if opening_set == SWAP2:
        raise TournamentError("the games of a tuning begin from given openings, not swap2")
    _check(engine, tuned)
    plan = TuningPlan(
        engines=lambda plus, minus: _engines(engine, tuned, plus, minus),
        parameters=tuned,
        rule=rule,
        size=boardsize,
        openings=openings_of(opening_set, boardsize, rule) or ((),),
        pairs=pairs,
        seed=seed,
    )
    start = {one.name: one.start for one in tuned}
    _engines(engine, tuned, start, start)  # a wrong command is an error before the folder is made
    settings = {
        "engine": engine,
        "parameters": list(parameters),
        "pairs": pairs,
        "boardsize": boardsize,
        "rule": rule.label,
        "openings": [opening_set, crc32(repr(plan.openings).encode())],
        "seed": seed,
    }
    kept = ScoreFolder(folder, "tuning", settings)
    with kept.locked():
        tuner = Tuner(plan, kept)
        try:
            _run(tuner, kept, tuned, concurrency)
        except KeyboardInterrupt:
            click.echo("stopped: the same command continues")
            return
    for one in tuned:
        click.echo(f"{one.name}: {one.text(tuner.values[one.name])} (it was {one.text(one.start)})")


def _run(
    tuner: Tuner, folder: ScoreFolder, parameters: Sequence[Parameter], concurrency: int
) -> None:
    """Play the missing pairs, and print the state now and then."""
    if tuner.done:
        click.echo(f"continuing after {_state(tuner, folder, parameters)}")
    shown_at = tuner.done
    if tuner.done == tuner.pairs:
        return
    with closing(tuner.run(LocalGameWorkers(concurrency))) as records:
        for record in records:
            if record.reason.is_forfeit:
                click.echo(shown(f"forfeit: {record.detail}"))
            if tuner.done >= shown_at + SHOWN_EVERY:
                shown_at = tuner.done
                click.echo(_state(tuner, folder, parameters))
    if missing := tuner.pairs - tuner.done:
        click.echo(f"{missing} of {tuner.pairs} pairs had void games: the same command plays them")


def _state(tuner: Tuner, folder: ScoreFolder, parameters: Sequence[Parameter]) -> str:
    values = (f"{one.name} {one.text(tuner.values[one.name])}" for one in parameters)
    mean, error = mean_with_error(list(folder.scores.values()))
    return (
        f"{tuner.done} of {tuner.pairs} pairs, {SIDES[0]} {mean:.3f} +-{error:.3f}: "
        f"{', '.join(values)}"
    )


def _parameter(text: str) -> Parameter:
    """Return a parameter from `name=x start=1 low=0 high=2 step=0.5`.

    Raises:
        TournamentError: a value is missing or senseless.
    """
    given = pairs_of(text, KEYS)
    missing = [key for key in KEYS if key not in given]
    if missing:
        raise TournamentError(f"--parameter {text!r} has no {missing[0]}=")
    try:
        start, low, high, step = (float(given[key]) for key in KEYS[1:])
    except ValueError:
        raise TournamentError(f"--parameter {text!r}: {', '.join(KEYS[1:])} are numbers") from None
    if not (-math.inf < low <= start <= high < math.inf and 0 < step <= high - low):
        raise TournamentError(
            f"--parameter {text!r}: low <= start <= high, and step above 0 and below high - low"
        )
    whole = all(given[key].lstrip("+-").isdecimal() for key in KEYS[1:])
    return Parameter(given["name"], start, low, high, step, whole)


def _check(engine: str, parameters: Sequence[Parameter]) -> None:
    """Check the engine's text and the names of the parameters.

    Raises:
        TournamentError: the text has a name=, or not each parameter; one is given twice.
    """
    if "name" in engine_settings(engine).values:
        raise TournamentError(f"--engine: leave out name=, the versions are {' and '.join(SIDES)}")
    names = [one.name for one in parameters]
    for name in names:
        if names.count(name) > 1:
            raise TournamentError(f"the parameter {name!r} is given twice")
        if f"{{{name}}}" not in engine:
            raise TournamentError(f"--engine has no {{{name}}}: write it where its value belongs")


def _engines(
    engine: str, parameters: Sequence[Parameter], plus: Values, minus: Values
) -> tuple[EngineSpec, ...]:
    """Return the two versions of the engine."""
    texts = []
    for name, values in zip(SIDES, (plus, minus), strict=True):
        text = engine
        for one in parameters:
            text = text.replace(f"{{{one.name}}}", one.text(values[one.name]))
        texts.append(f"{text} name={name}")
    return engine_specs(texts, ())
