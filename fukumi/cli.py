"""The `fukumi` command: a click group whose subcommands are imported only when asked for.

The lazy import keeps `fukumi brain` free of everything that only tournaments need.
"""

import importlib

import click

from fukumi import __version__

# name -> "module:attribute" of the click command
COMMANDS = {
    "ab": "tournaments.ab:command",
    "analyse": "fukumi.analyse:command",
    "bench": "fukumi.bench:bench",
    "brain": "pbrain.cli:brain",
    "package": "pbrain.packaging.cli:package",
    "papers": "training.papers.cli:papers",
    "solve": "fukumi.solve:command",
    "tournament": "tournaments.cli:tournament",
    "train": "training.cli:train",
}


class LazyGroup(click.Group):
    """A click group that resolves its subcommands from COMMANDS on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        target = COMMANDS.get(cmd_name)
        if target is None:
            return None
        module, attribute = target.split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fukumi")
def main() -> None:
    """Fukumi: a Gomoku tournament bot, its trainer and a tournament runner."""
