"""`fukumi papers`: the systems of the five papers, each made again by one command."""

import importlib

import click

# name -> "module:attribute" of the click command
RECIPES = {
    "alphago-zero": "training.papers.commands:alphago_zero",
    "alphazero": "training.papers.commands:alphazero",
    "choko": "training.papers.choko.command:command",
    "sizes": "training.papers.commands:sizes",
    "uct-adp": "training.papers.uct_adp.command:command",
}


class LazyRecipes(click.Group):
    """A click group that imports a recipe only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(RECIPES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in RECIPES:
            return None
        module, attribute = RECIPES[cmd_name].split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyRecipes)
def papers() -> None:
    """Reproduce the tables and figures of a paper, or do a share of the work with --budget."""
