"""`fukumi papers uct-adp`."""

from pathlib import Path

import click

from core.system.extras import import_extra
from training.papers.loop.recipe_options import recipe_options


@click.command(name="uct-adp")
@recipe_options(
    "Share of the published numbers of games, trees and seconds to spend.",
    "Folder of the net, the results and the page; an existing one is resumed.",
)
def command(budget: float, out: Path) -> None:
    """UCT-ADP with progressive bias: perceptron, speed, matches.

    All of it takes about a day, most of it for the matches.
    """
    recipes = import_extra("training.papers.uct_adp.uct_adp_recipe", "train")
    recipe = recipes.UctAdpRecipe(out, recipes.Amounts().scaled(budget), click.echo)
    recipe.run()
    write_page = import_extra("training.papers.uct_adp.uct_adp_page", "train").write_page
    click.echo(f"Page: {write_page(recipe, out)}")
