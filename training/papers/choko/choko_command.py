"""`fukumi papers choko`."""

from pathlib import Path

import click

from training.papers.loop.recipe_options import recipe_options
from training.training_error import optional


@click.command(name="choko")
@recipe_options(
    "The share of the published iterations to train for.",
    "The folder for the checkpoints, the matches and the page; the same one goes on.",
)
@click.option(
    "--game",
    type=click.Choice(["choko", "gomoku"]),
    default="choko",
    show_default=True,
    help="What to learn: the paper's game, or Gomoku on 8x8 for the bots ppo, dqn and pgts.",
)
def command(budget: float, out: Path, game: str) -> None:
    """ChokoZero: DQN, three versions of PPO and policy-guided tree search learn to play Choko.

    AlphaZero's loop, which is not in the paper, learns it beside them.

    A run may be killed at any time; the same command goes on with it.
    """
    subject = optional("training.papers.choko.experiments", "train").SUBJECTS[game]()
    recipe = optional("training.papers.choko.choko_recipe", "train").Recipe(
        subject, out, budget, click.echo
    )
    recipe.run()
    write = optional("training.papers.choko.choko_page", "train").write
    click.echo(f"Page: {write(recipe, out)}")
