"""Command-line options of a tournament, and the plan they make."""

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.system.text import quoted
from tournaments.cli.engine_options import engine_spec, engine_specs, pairs_of
from tournaments.cli.plan_file import plan_file_text, read_plan_file
from tournaments.cli.setting_keys import split
from tournaments.cli.warn import warn
from tournaments.model import Adjudication, EngineSpec, Opening, TimeControl, TournamentError
from tournaments.openings import openings
from tournaments.openings.opening_transforms import (
    TRANSFORMS,
    transformed,
    with_symmetries,
)
from tournaments.play.league import LEAGUES, League
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.ratings.sprt import Sprt

ADJUDICATION_KEYS = {
    "resign": (False, 0.01, 1),
    "draw": (False, 0, 0.99),
    "solver": (True, 1, 10**9),
    "moves": (True, 1, 1000),
    "after": (True, 0, 1000),
}
"""Rules of `--adjudicate`: whether the value is whole, and its range."""

PATH_KEYS = ("dir", "list")
OPENING_KEYS = ("file", "order", "srand", "start", "transform", "type")
SWAP2 = "swap2"

SPRT_ROUNDS = 10_000
"""Pairs of games after which an SPRT without --rounds ends undecided."""

# Board, rule and rounds where no league is named; the engines' limits have their own defaults.
_NO_LEAGUE = League("", TimeControl())

_EXAMPLES = ("cmd=fukumi", "cmd=./pbrain-mine name=Mine option.threads=1")
"""Engines of a template."""

_Command = TypeVar("_Command", bound=Callable[..., Any])
_CHANCE = click.FloatRange(0, 0.5, min_open=True, max_open=True)


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """Options of a plan; None and () for those that were not given."""

    plan: Path | None = None
    engines: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    league: str | None = None
    format: str | None = None
    rounds: int | None = None
    games: int | None = None
    repeat: bool | None = None
    opening_set: str | None = None
    rule: str | None = None
    boardsize: int | None = None
    draw_after: int | None = None
    adjudicate: str | None = None
    elo0: float | None = None
    elo1: float | None = None
    alpha: float | None = None
    beta: float | None = None

    @property
    def given(self) -> bool:
        """True if any option was given."""
        return any(choice not in (None, ()) for choice in astuple(self))


_ENGINES = (
    click.option(
        "--plan",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help="A tournament as a file in TOML, whose keys are names of options; `tournament "
        "plan` writes one. Options given as well replace those of the file, and --each adds to "
        "them. Default: none.",
    ),
    click.option(
        "--engine",
        "engines",
        multiple=True,
        metavar="'cmd=... name=...'",
        help="A participant: cmd= (a command line, a bundled bot or fukumi), name=, "
        "tc=match/turn+inc in seconds (0/1), nodes= and depth= (limits of the search for a move, "
        "for engines that know max_node and max_depth), tolerance= seconds (1), maxmemory= bytes "
        "(350 MiB), dir=, restart= (on, the default, starts it for each game, auto keeps it where "
        "it answers RESTART, off keeps it), option.NAME= (sent as INFO); "
        "conf= takes the settings of that name from the engine list in list= (engines.toml).",
    ),
)
_LIMITS = (
    click.option(
        "--each", multiple=True, metavar="'tc=... ...'", help="Settings for every engine."
    ),
    click.option(
        "--league",
        type=click.Choice(list(LEAGUES)),
        help="Board, rule, clocks, memory, rounds and openings of a Gomocup league, except "
        "for options given as well. Default: none.",
    ),
)
_PAIRINGS = (
    click.option(
        "--format",
        type=click.Choice([one.value for one in Format if one is not Format.LADDER]),
        help="Pairing of the engines: each against each other (roundrobin), two engines (match), "
        "the first against each other one (gauntlet), or two until a sequential test decides "
        "(sprt). Default: roundrobin.",
    ),
    click.option(
        "--rounds",
        type=click.IntRange(1),
        help=f"Rounds to play. Default: 1, in a league 12, and with an SPRT at most {SPRT_ROUNDS}.",
    ),
    click.option(
        "--games", type=click.IntRange(1), help="Games of a pair in each round. Default: 2."
    ),
    click.option(
        "--repeat/--no-repeat",
        default=None,
        help="Play each opening twice, with colours exchanged. Default: repeat.",
    ),
)
_GAMES = (
    click.option(
        "--openings",
        "opening_set",
        metavar="'file=...'|swap2",
        help="Openings of the games: file=, type= (offset, pos or sgf), order= (sequential or "
        "random), start= (number of the first one), transform= (symmetries, shifts or both) and "
        "srand= (seed of order and transforms); with swap2 the engines make them. Default: a "
        "bundled set.",
    ),
    click.option("--rule", help="Name or code of the rule. Default: freestyle."),
    click.option(
        "--boardsize", type=click.IntRange(MIN_SIZE, MAX_SIZE), help="Board edge. Default: 15."
    ),
    click.option(
        "--draw-after",
        type=click.IntRange(1),
        help="Plies after which a game is a draw. Default: none.",
    ),
    click.option(
        "--adjudicate",
        metavar="'resign=...'",
        help="Rules to end games early: resign= (a win once both engines valued it so, 0 to 1, for "
        "moves= moves each, by default 4), draw= (both within this of 0, from ply after= on, by "
        "default 60), solver= (positions in which our solver may prove a win). Default: none.",
    ),
)
_TEST = (
    click.option("--elo0", type=float, help="SPRT: Elo difference of H0. Default: 0."),
    click.option("--elo1", type=float, help="SPRT: Elo difference of H1. Default: 20."),
    click.option(
        "--alpha", type=_CHANCE, help="SPRT: chance of wrongly accepting H1. Default: 0.05."
    ),
    click.option(
        "--beta", type=_CHANCE, help="SPRT: chance of wrongly accepting H0. Default: 0.05."
    ),
)


def plan_options(command: _Command) -> _Command:
    """Add the options of a plan to a command, for `PlanOptions`."""
    return _with_options(command, (*_ENGINES, *_LIMITS, *_PAIRINGS, *_GAMES, *_TEST))


def ladder_plan_options(command: _Command) -> _Command:
    """Add the options of a ladder's plan to a command, for `PlanOptions`."""
    return _with_options(command, (*_LIMITS, *_GAMES))


def _with_options(command: _Command, options: Sequence[Callable[[_Command], _Command]]) -> _Command:
    for option in reversed(options):
        command = option(command)
    return command


def _named_options() -> dict[str, click.Option]:
    """Return the options that a plan file may hold, by their names without dashes."""

    @plan_options
    def all_options(**_: object) -> None:
        """Take all options."""

    found: list[click.Option] = all_options.__click_params__  # type: ignore[attr-defined]
    named = {option.opts[0].removeprefix("--"): option for option in reversed(found)}
    del named["plan"]
    return named


def with_plan_file(choices: PlanOptions) -> PlanOptions:
    """Return the options with those of the plan file that they name, which they override.

    Raises:
        TournamentError: the file cannot be read, or has an unknown key or a wrong value.
    """
    if choices.plan is None:
        return choices
    filed = PlanOptions(
        **read_plan_file(choices.plan, _named_options(), OPENING_KEYS, choices.each)
    )
    given = {
        field.name: value
        for field in fields(choices)
        if (value := getattr(choices, field.name)) not in (None, ())
    }
    return replace(filed, **given | {"each": (*filed.each, *choices.each), "plan": None})


def as_plan_file(choices: PlanOptions, folder: Path) -> str:
    """Return the options as the text of a plan file in a folder.

    With a league and no engines it is a template, with two engines as examples.
    """
    choices = with_plan_file(choices)
    league = LEAGUES.get(choices.league or "")
    heading = "fukumi tournament run DIR --plan FILE"
    if league:
        heading += (
            f"\n{league.name}: {league.rule.label}, {league.size}x{league.size}, {league.each}, "
            f"{league.rounds} rounds of 2 games; keys below replace what the league says."
        )
    if not choices.engines:
        choices = replace(choices, engines=_EXAMPLES)
    return plan_file_text(asdict(choices), _named_options(), folder, heading)


def plan_of(choices: PlanOptions) -> TournamentPlan:
    """Return the plan of these options, completed by the league or our defaults.

    Raises:
        TournamentError: a value cannot be read, or two options contradict each other.
    """
    choices = with_plan_file(choices)
    league = LEAGUES.get(choices.league or "", _NO_LEAGUE)
    limits = (league.each,) if choices.league else ()
    format_ = Format(choices.format or Format.ROUND_ROBIN.value)
    sprt = _sprt(choices, format_)
    rule = _rule(choices.rule) if choices.rule else league.rule
    size = choices.boardsize or league.size
    each = (*limits, *choices.each)
    ladder = format_ is Format.LADDER
    if ladder:
        each = tuple(map(_from_any_folder, each))
        # A wrong limit is an error now, not of each engine later.
        _check_clock(engine_spec("random", each))
    plan = TournamentPlan(
        engines=() if ladder else engine_specs(choices.engines, each),
        each=each if ladder else (),
        rule=rule,
        size=size,
        openings=openings_of(choices.opening_set, size, rule),
        swap2=choices.opening_set == SWAP2,
        format=format_,
        rounds=choices.rounds or (SPRT_ROUNDS if sprt else league.rounds),
        games=choices.games or 2,
        repeat=choices.repeat is not False,
        draw_after=choices.draw_after or league.draw_after,
        adjudication=adjudication_of(choices.adjudicate) if choices.adjudicate else None,
        sprt=sprt,
        league=choices.league,
    )
    _check(plan)
    if plan.openings and plan.openings_played > len(plan.openings):
        return replace(plan, openings=tuple(with_symmetries(plan.openings, size)))
    return plan


def _from_any_folder(each: str) -> str:
    """Return a value of `--each` with absolute paths: a ladder reads it in its engines' folder."""
    given = split(each)
    pairs = [word.partition("=") for word in given]
    words = [
        f"{key}={os.path.join(os.getcwd(), value)}" if key in PATH_KEYS else word
        for word, (key, _, value) in zip(given, pairs, strict=True)
    ]
    return each if words == given else " ".join(map(quoted, words))


def _check_clock(spec: EngineSpec) -> None:
    if spec.clock.increment and spec.clock.match is None:
        raise TournamentError(
            f"tc={spec.clock}: an increment adds to the time for the game, of which there is none: "
            "write 10+0.1, or 0/1 for a second a move"
        )


def _check(plan: TournamentPlan) -> None:
    for spec in plan.engines:
        _check_clock(spec)
    pair = plan.format in (Format.MATCH, Format.SPRT)
    if pair and len(plan.engines) != 2:
        raise TournamentError(
            f"--format {plan.format.value} is for two engines, not {len(plan.engines)}: "
            "take gauntlet or roundrobin"
        )
    if plan.sprt and plan.swap2:
        raise TournamentError(
            "an SPRT plays each opening with both colours, and with swap2 no opening comes twice: "
            "leave out --openings swap2"
        )
    if plan.sprt and not (plan.repeat and plan.games == 2):
        raise TournamentError(
            "an SPRT counts pairs of games, one opening with both colours: "
            "leave out --games and --no-repeat"
        )


def _sprt(choices: PlanOptions, format_: Format) -> Sprt | None:
    given = {
        name: value
        for name in ("elo0", "elo1", "alpha", "beta")
        if (value := getattr(choices, name)) is not None
    }
    if format_ is Format.SPRT:
        try:
            return Sprt(**{"elo0": 0.0, "elo1": 20.0, **given})
        except ValueError as error:
            raise TournamentError(str(error)) from error
    if given:
        raise TournamentError(f"--{next(iter(given))} is for --format sprt")
    return None


def _rule(text: str) -> Rule:
    try:
        return Rule.parse(text)
    except ValueError as error:
        raise TournamentError(str(error)) from error


def openings_of(text: str | None, size: int, rule: Rule) -> tuple[Opening, ...]:
    """Return the openings of the option `--openings`; none for swap2.

    Raises:
        TournamentError: the option or its file cannot be read.
    """
    if text == SWAP2:
        return ()
    if text is None:
        return tuple(openings.default_openings(size, rule))
    pairs = pairs_of(text, OPENING_KEYS)
    if "file" in pairs:
        kind = pairs.get("type", "offset")
        loaded = openings.load_openings(pairs["file"], kind, size, rule, warn)
    elif "type" in pairs:
        raise TournamentError(f"--openings {text!r} names no file=...")
    else:
        loaded = openings.default_openings(size, rule)
    if not loaded:
        raise TournamentError(f"no bundled opening fits on {size}x{size}: name a file=...")
    seed = _whole("srand", pairs.get("srand", "0"))
    start = _whole("start", pairs.get("start", "1"))
    arranged = openings.arrange(loaded, pairs.get("order", "sequential"), seed, start)
    transform = pairs.get("transform")
    if transform is None:
        return tuple(arranged)
    if transform not in TRANSFORMS:
        raise TournamentError(f"transform={transform}: write {', '.join(TRANSFORMS)}")
    return tuple(transformed(arranged, transform, size, rule, seed))


def adjudication_of(text: str) -> Adjudication:
    """Return the rules of the option `--adjudicate`.

    Raises:
        TournamentError: an unknown rule, a value out of range, or no rule at all.
    """
    pairs = pairs_of(text, ADJUDICATION_KEYS)
    numbers: dict[str, float] = {}
    for key, value in pairs.items():
        whole, low, high = ADJUDICATION_KEYS[key]
        try:
            numbers[key] = int(value) if whole else float(value)
        except ValueError:
            numbers[key] = math.nan
        if not low <= numbers[key] <= high:
            kind = "whole number" if whole else "number"
            raise TournamentError(f"{key}={value}: write a {kind} from {low:g} to {high:g}")
    rules = Adjudication(**numbers)  # type: ignore[arg-type]  # the keys say which are whole
    if rules.resign is rules.draw is rules.solver is None:
        raise TournamentError(f"--adjudicate {text!r} has none of resign=, draw=, solver=")
    return rules


def _whole(key: str, text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise TournamentError(f"{key}={text}: write a whole number") from error
