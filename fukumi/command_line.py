"""The command `fukumi`, whose subcommands are imported when they are used.

The lazy imports keep `fukumi brain` free of the dependencies of other commands.
"""

import errno
from typing import Any, NoReturn

import click

from core.system.errors import UserError
from core.system.extras import missing_package
from core.system.text import shortened, shown
from core.version import VERSION
from fukumi.command_list import SECTIONS, TITLE, help_text
from fukumi.lazy_group import LazyGroup

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


LONGEST_LINE = 1000
"""Characters of an error that are shown; a damaged file may be quoted in it."""


class Commands(LazyGroup):
    """The commands, with one handler for errors that the user can fix: failing disks, and packages
    that are not installed."""

    def get_help(self, ctx: click.Context) -> str:  # noqa: ARG002
        return help_text()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        ctx.invoked_subcommand = args[0]  # set early, for errors while the command is imported
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UserError as error:
            _fail(ctx, str(error), error.exit_code)
        except ModuleNotFoundError as error:
            extra = self.commands_by_name[ctx.invoked_subcommand or ""].extra
            _fail(ctx, str(missing_package(error, extra)), UserError.exit_code)
        except OSError as error:
            if error.errno is None or error.errno == errno.EPIPE:  # click handles closed pipes
                raise
            _fail(ctx, _in_words(error), UserError.exit_code)


def _fail(ctx: click.Context, text: str, exit_code: int) -> NoReturn:
    line = shown(f"fukumi {ctx.invoked_subcommand}: {text}")
    click.echo(shortened(line, LONGEST_LINE), err=True)
    ctx.exit(exit_code)


def _in_words(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    help_ = "; no file is damaged: free some space and run the same command again"
    return f"{where}{error.strerror}{help_ if error.errno in FULL else ''}"


@click.group(
    cls=Commands,
    sections=SECTIONS,
    help=TITLE,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, prog_name="fukumi")
def main() -> None:
    """Choose a command."""
