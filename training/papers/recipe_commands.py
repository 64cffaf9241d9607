"""`fukumi papers alphazero`, `alphago-zero` and `sizes`."""

from pathlib import Path

import click

from core.system.extras import import_extra
from training.papers.loop.recipe_options import recipe_options

_options = recipe_options(
    "Share of the batches to learn; a larger one resumes the same folder.",
    "Folder of the run and its page; an existing one is resumed.",
)


def _run(module: str, budget: float, out: Path) -> None:
    import_extra(f"training.papers.{module}", "train").run(out, budget)
    click.echo(f"Page: {out / 'page.html'}")


@click.command()
@_options
def alphazero(budget: float, out: Path) -> None:
    """AlphaZero on 8x8: loss, and win rate against pure MCTS."""
    _run("alphazero.alphazero_recipe", budget, out)


@click.command()
@_options
def alphago_zero(budget: float, out: Path) -> None:
    """AlphaGo Zero: Elo over training, the raw net, four nets."""
    _run("alphago_zero.alphago_zero_recipe", budget, out)


@click.command()
@_options
def sizes(budget: float, out: Path) -> None:
    """Self-play on 6x6 to 9x9: loss and entropy."""
    _run("sizes.sizes_recipe", budget, out)
