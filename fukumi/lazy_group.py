"""A click group that imports its subcommands when they are used."""

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """A click group that imports each subcommand on first use.

    Args:
        targets: `module:attribute` of each command, by name.
    """

    def __init__(self, *args: Any, targets: Mapping[str, str], **named: Any) -> None:
        super().__init__(*args, **named)
        self._targets = targets

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(self._targets)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        target = self._targets.get(cmd_name)
        if target is None:
            return None
        module, attribute = target.split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command
