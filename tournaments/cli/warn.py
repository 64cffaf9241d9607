"""Warnings of the commands."""

import click

from core.system.text import shown


def warn(text: str) -> None:
    """Write a line to standard error."""
    click.echo(shown(text), err=True)
