"""Warnings and notes of the commands on standard error."""

import click

from core.system.text import shown


def warn(text: str) -> None:
    """Write a line."""
    click.echo(shown(text), err=True)
