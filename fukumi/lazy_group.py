"""A click group that imports its subcommands when they are used."""

import importlib
from typing import Any

import click
from click.shell_completion import CompletionItem

from fukumi.command_list import Sections


class LazyGroup(click.Group):
    """A click group that imports each subcommand on first use, and lists them in sections.

    Args:
        sections: headings of the list, each with its subcommands by name.
    """

    def __init__(self, *args: Any, sections: Sections, **named: Any) -> None:
        super().__init__(*args, **named)
        self.sections = sections
        self.commands_by_name = {
            name: command for commands in sections.values() for name, command in commands.items()
        }

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands_by_name)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.commands_by_name:
            return None
        module, attribute = self.commands_by_name[cmd_name].target.split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the sections without importing the commands."""
        width = max(map(len, self.commands_by_name))
        for heading, commands in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), c.help) for name, c in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that complete a word, without importing the commands."""
        found = [
            CompletionItem(name, help=command.help)
            for name, command in self.commands_by_name.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)
