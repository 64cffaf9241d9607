"""The options `--rule` and `--boardsize`, shared by the commands that set up positions."""

from collections.abc import Callable
from typing import Any

import click

from core.game.rules import MAX_SIZE, MIN_SIZE, Rule

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


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


def _parse_rule(_context: click.Context, _parameter: click.Parameter, name: str) -> Rule:
    try:
        return Rule.parse(name)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
