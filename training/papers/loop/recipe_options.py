"""Options of the recipes' commands."""

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Command = Callable[..., Any]


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    help="Independent parts to run at a time. Default: the number of processors.",
)


def _number(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """Refuse `nan`, which no range excludes."""
    if math.isnan(value):
        raise click.BadParameter("nan is not a number.")
    return value


def recipe_options(budget: str, out: str) -> Callable[[Command], Command]:
    """Return a decorator that adds `--budget` and `--out`, with these helps."""

    def decorate(command: Command) -> Command:
        share = click.option(
            "--budget",
            type=click.FloatRange(0, 1, min_open=True),
            default=1.0,
            show_default=True,
            callback=_number,
            help=budget,
        )
        folder = click.option(
            "--out",
            metavar="DIR",
            type=click.Path(file_okay=False, path_type=Path),
            required=True,
            help=out,
        )
        return share(folder(command))

    return decorate
