"""Options and arguments that several commands share."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from core.game.rules import MAX_SIZE, MIN_SIZE, Rule

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Seconds(click.types.FloatParamType):
    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = super().convert(value, param, ctx)
        if not 0 < seconds < math.inf:
            self.fail("give a finite time above 0", param, ctx)
        return seconds


SECONDS = _Seconds()
"""The type of options that are a finite time above 0, in seconds."""

folder_argument = click.argument(
    "folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path)
)
"""The folder of a tournament, a ladder or a tuning."""


def rule_option(help: str = "Name or code of the rule.") -> Decorator:
    """Return the option `--rule`, whose value is a `Rule`."""
    return click.option(
        "--rule", default="freestyle", show_default=True, callback=_parse_rule, help=help
    )


def boardsize_option(help: str = "Board edge.") -> Decorator:
    """Return the option `--boardsize`."""
    return click.option(
        "--boardsize",
        default=15,
        show_default=True,
        type=click.IntRange(MIN_SIZE, MAX_SIZE),
        help=help,
    )


def concurrency_option(default: int, help: str) -> Decorator:
    """Return the option `--concurrency`."""
    return click.option(
        "--concurrency", default=default, show_default=True, type=click.IntRange(1), help=help
    )


def _parse_rule(_context: click.Context, _parameter: click.Parameter, name: str) -> Rule:
    try:
        return Rule.parse(name)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
