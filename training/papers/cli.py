"""`fukumi papers`: the recipes by name, each imported only when it is asked for."""

import importlib
from pathlib import Path

import click

from training.errors import optional

# name -> "module:attribute" of the click command
RECIPES = {
    "alphago-zero": "training.papers.cli:alphago_zero",
    "alphazero": "training.papers.cli:alphazero",
    "sizes": "training.papers.cli:sizes",
}
OUT = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder of the run; the same command goes on with it. page.html in it has the pictures.",
)
BUDGET = click.option(
    "--budget",
    type=click.Choice(["published", "small"]),
    default="published",
    show_default=True,
    help="The published settings, or smaller ones for a look.",
)


class Recipes(click.Group):
    """A click group that resolves its subcommands from RECIPES on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(RECIPES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        target = RECIPES.get(cmd_name)
        if target is None:
            return None
        module, attribute = target.split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Recipes)
def papers() -> None:
    """Reproduce the papers that Fukumi grew from: their tables and figures beside ours."""


def _run(recipe: str, out: Path, budget: str) -> None:
    optional(f"training.papers.{recipe}", "train").run(out, budget)
    click.echo(f"Page: {out / 'page.html'}")


@click.command()
@OUT
@BUDGET
def alphazero(out: Path, budget: str) -> None:
    """AlphaZero on 8x8: loss and win rate against pure MCTS over 1,300 batches."""
    _run("alphazero", out, budget)


@click.command()
@OUT
@BUDGET
def alphago_zero(out: Path, budget: str) -> None:
    """AlphaGo Zero: Elo over training, the raw net, and four nets on the same games."""
    _run("alphagozero", out, budget)


@click.command()
@OUT
@BUDGET
def sizes(out: Path, budget: str) -> None:
    """Self-play on 6x6 to 9x9: loss, entropy, and an opponent that grows."""
    _run("sizes", out, budget)
