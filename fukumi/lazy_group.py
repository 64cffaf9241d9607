"""A click group that imports its subcommands when they are used."""

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import click


class LazyCommand(NamedTuple):
    """A subcommand that is imported on first use.

    Attributes:
        target: `module:attribute` of the click command.
        help: line for the list of commands, the first line of the command's own help.
    """

    target: str
    help: str


class LazyGroup(click.Group):
    """A click group that imports each subcommand on first use, and lists them in sections.

    Args:
        sections: headings of the list, each with its subcommands by name.
    """

    def __init__(
        self, *args: Any, sections: Mapping[str, Mapping[str, LazyCommand]], **named: Any
    ) -> None:
        super().__init__(*args, **named)
        self.sections = sections

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [name for commands in self.sections.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        for commands in self.sections.values():
            if cmd_name in commands:
                module, attribute = commands[cmd_name].target.split(":")
                command = getattr(importlib.import_module(module), attribute)
                assert isinstance(command, click.Command)
                return command
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections without importing the commands."""
        width = max(map(len, self.list_commands(ctx)))
        for heading, commands in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), c.help) for name, c in commands.items()])
