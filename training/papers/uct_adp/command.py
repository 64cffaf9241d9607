"""`fukumi papers uct-adp`."""

from pathlib import Path

import click

from training.papers.uct_adp.page import write
from training.papers.uct_adp.recipe import Amounts, Recipe


@click.command(name="uct-adp")
@click.option(
    "--budget",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="The share of the published numbers of games, trees and seconds to spend.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder for the net, the results and the page; the same one goes on with them.",
)
def command(budget: float, out: Path) -> None:
    """UCT-ADP with progressive bias: the perceptron, the convergence, the speed and the matches.

    All of it takes about a day, most of which goes into the matches.
    """
    recipe = Recipe(out, Amounts().scaled(budget), click.echo)
    recipe.run()
    click.echo(f"Page: {write(recipe, out)}")
