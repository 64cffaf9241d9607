"""The command `fukumi papers`: one subcommand for each reproduced paper."""

import click

from fukumi.lazy_group import LazyGroup

# name -> "module:attribute" of the click command
RECIPES = {
    "alphago-zero": "training.papers.recipe_commands:alphago_zero",
    "alphazero": "training.papers.recipe_commands:alphazero",
    "choko": "training.papers.choko.choko_command:command",
    "sizes": "training.papers.recipe_commands:sizes",
    "uct-adp": "training.papers.uct_adp.uct_adp_command:command",
}


@click.group(cls=LazyGroup, targets=RECIPES)
def papers() -> None:
    """Reproduce the tables and figures of a paper, or a share of the work with --budget."""
