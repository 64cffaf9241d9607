"""`fukumi papers choko`."""

from pathlib import Path

import click

from core.system.extras import import_extra
from training.papers.loop.recipe_folder import claim_folder
from training.papers.loop.recipe_options import jobs_option, recipe_options


@click.command(name="choko")
@recipe_options(
    "Share of the published iterations to train for; a folder keeps its own.",
    "Folder of the checkpoints, the matches and the page; an existing one is resumed.",
)
@jobs_option
@click.option(
    "--game",
    type=click.Choice(["choko", "gomoku"]),
    default="choko",
    show_default=True,
    help="Game to learn: the paper's, or Gomoku on 8x8 for the bots ppo, dqn and pgts.",
)
def command(budget: float, jobs: int, out: Path, game: str) -> None:
    """ChokoZero: DQN, PPO and policy-guided tree search for Choko.

    PPO has three versions. AlphaZero's loop, which is not in the paper, learns it too.

    A run may be killed at any time; the same command resumes it.
    """
    experiment = import_extra("training.papers.choko.experiments", "train").EXPERIMENTS[game]()
    recipes = import_extra("training.papers.choko.choko_recipe", "train")
    claim_folder(out, "choko")
    recipe = recipes.ChokoRecipe(experiment, out, budget, click.echo)
    recipe.run(jobs)
    write_page = import_extra("training.papers.choko.choko_page", "train").write_page
    click.echo(f"Page: {write_page(recipe, out)}")
