"""`fukumi papers alphazero`, `alphago-zero` and `sizes`."""

from pathlib import Path

import click

from core.system.extras import import_extra
from training.papers.loop.recipe_folder import claim_folder
from training.papers.loop.recipe_options import Command, jobs_option, recipe_options

_budget = recipe_options(
    "Share of the batches to learn, and of the games at the end; a larger one resumes a folder.",
    "Folder of the run and its page; an existing one is resumed.",
)


def _options(command: Command) -> Command:
    """Add the options of all three recipes."""
    return _budget(jobs_option(command))


def _run(recipe: str, out: Path, *arguments: object) -> None:
    name = recipe.replace("-", "_")
    module = import_extra(f"training.papers.{name}.{name}_recipe", "train")
    claim_folder(out, recipe)
    module.run(out, *arguments)
    click.echo(f"Page: {out / 'page.html'}")


@click.command()
@_options
@click.option(
    "--passes",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Steps of the optimiser with each batch.",
)
def alphazero(budget: float, jobs: int, out: Path, passes: int) -> None:
    """AlphaZero on 8x8: loss, and win rate against pure MCTS."""
    _run("alphazero", out, budget, jobs, passes)


@click.command()
@_options
@click.option(
    "--scale",
    type=click.Choice(["small", "large"]),
    default="small",
    show_default=True,
    help="7x7, or the second, larger run on 9x9, which takes days.",
)
def alphago_zero(budget: float, jobs: int, out: Path, scale: str) -> None:
    """AlphaGo Zero: Elo over training, the raw net, four nets."""
    _run("alphago-zero", out, budget, jobs, scale)


@click.command()
@_options
def sizes(budget: float, jobs: int, out: Path) -> None:
    """Self-play on 6x6 to 9x9: loss and entropy."""
    _run("sizes", out, budget, jobs)
