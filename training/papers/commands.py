"""`fukumi papers alphazero`, `alphago-zero` and `sizes`."""

from collections.abc import Callable
from pathlib import Path

import click

from training.errors import optional


def _recipe(command: Callable[..., None]) -> click.Command:
    """A command with the options of every recipe."""
    share = click.option(
        "--budget",
        type=click.FloatRange(0, 1, min_open=True),
        default=1.0,
        show_default=True,
        help="The share of the batches to learn; a larger one goes on in the same folder.",
    )
    out = click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        required=True,
        help="The folder for the run and its page; the same one goes on with it.",
    )
    return click.command()(share(out(command)))


def _run(module: str, budget: float, out: Path) -> None:
    optional(f"training.papers.{module}", "train").run(out, budget)
    click.echo(f"Page: {out / 'page.html'}")


@_recipe
def alphazero(budget: float, out: Path) -> None:
    """AlphaZero on 8x8: loss and win rate against pure MCTS over 1,300 batches."""
    _run("alphazero", budget, out)


@_recipe
def alphago_zero(budget: float, out: Path) -> None:
    """AlphaGo Zero: Elo over training, the raw net, and four nets on the same games."""
    _run("alphagozero", budget, out)


@_recipe
def sizes(budget: float, out: Path) -> None:
    """Self-play on 6x6 to 9x9: loss, entropy, and an opponent that grows."""
    _run("sizes", budget, out)
