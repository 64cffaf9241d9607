"""`fukumi papers choko`."""

from pathlib import Path

import click

from training.errors import optional


@click.command(name="choko")
@click.option(
    "--budget",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="The share of the published iterations to train for.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder for the checkpoints, the matches and the page; the same one goes on.",
)
def command(budget: float, out: Path) -> None:
    """ChokoZero: DQN, three versions of PPO and policy-guided tree search learn to play Choko.

    A run may be killed at any time; the same command goes on with it.
    """
    recipe = optional("training.papers.choko.recipe", "train").Recipe(out, budget, click.echo)
    recipe.run()
    write = optional("training.papers.choko.page", "train").write
    click.echo(f"Page: {write(recipe, out)}")
