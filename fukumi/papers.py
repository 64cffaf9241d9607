"""`fukumi papers`: the systems of the five papers, each made again by one command."""

import click

from fukumi.lazy import LazyGroup

# name -> "module:attribute" of the click command
RECIPES = {
    "alphago-zero": "training.papers.commands:alphago_zero",
    "alphazero": "training.papers.commands:alphazero",
    "choko": "training.papers.choko.command:command",
    "sizes": "training.papers.commands:sizes",
    "uct-adp": "training.papers.uct_adp.command:command",
}


@click.group(cls=LazyGroup, targets=RECIPES)
def papers() -> None:
    """Reproduce the tables and figures of a paper, or do a share of the work with --budget."""
