"""`fukumi papers uct-adp`."""

from pathlib import Path

import click

from core.system.extras import import_extra
from training.papers.loop.recipe_folder import claim_folder
from training.papers.loop.recipe_options import recipe_options


@click.command(name="uct-adp")
@click.option(
    "--engine",
    "engines",
    metavar="'cmd=... name=...'",
    multiple=True,
    help="Further opponent of the matches, as for `fukumi tournament run`.",
)
@recipe_options(
    "Share of the published numbers of games, trees and seconds to spend.",
    "Folder of the net, the results and the page; an existing one is resumed.",
)
def command(budget: float, out: Path, engines: tuple[str, ...]) -> None:
    """UCT-ADP with progressive bias: perceptron, speed, matches.

    All of it takes about two days, most of it for the games at the published clock.
    """
    recipes = import_extra("training.papers.uct_adp.uct_adp_recipe", "train")
    write_page = import_extra("training.papers.uct_adp.uct_adp_page", "train").write_page
    claim_folder(out, "uct-adp")
    recipe = recipes.UctAdpRecipe(out, recipes.Amounts().scaled(budget), click.echo, engines)
    for part in recipe.run():
        click.echo(f"Page after {part}: {write_page(recipe, out)}")
