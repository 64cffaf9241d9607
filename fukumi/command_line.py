"""The `fukumi` command: a click group whose subcommands are imported only when asked for.

The lazy import keeps `fukumi brain` free of everything that only tournaments need.
"""

import errno
from typing import Any, NoReturn

import click

from core.system.errors import UserError
from core.system.text import shown
from core.version import VERSION
from fukumi.lazy_group import LazyGroup

# name -> "module:attribute" of the click command
COMMANDS = {
    "ab": "tournaments.cli.ab_command:command",
    "about": "fukumi.about_command:command",
    "accept": "tournaments.acceptance.accept_command:command",
    "analyse": "fukumi.analyse_command:command",
    "bench": "fukumi.bench_command:bench",
    "brain": "pbrain.brain_command:brain",
    "openings": "tournaments.cli.opening_command:openings",
    "package": "fukumi.package_command:package",
    "papers": "fukumi.papers_command:papers",
    "play": "board.play_command:play",
    "solve": "fukumi.solve_command:command",
    "tournament": "tournaments.cli.tournament_command:tournament",
    "train": "training.train_command:train",
}


FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class Commands(LazyGroup):
    """The commands, with one handler for errors that the user can mend and for failing disks."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UserError as error:
            _fail(ctx, str(error), error.exit_code)
        except OSError as error:
            if error.errno is None or error.errno == errno.EPIPE:  # click knows closed pipes
                raise
            _fail(ctx, _in_words(error), UserError.exit_code)


def _fail(ctx: click.Context, text: str, exit_code: int) -> NoReturn:
    click.echo(shown(f"fukumi {ctx.invoked_subcommand}: {text}"), err=True)
    ctx.exit(exit_code)


def _in_words(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    help_ = "; nothing there is torn: make room, and give the same command again"
    return f"{where}{error.strerror}{help_ if error.errno in FULL else ''}"


@click.group(
    cls=Commands, targets=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(VERSION, prog_name="fukumi")
def main() -> None:
    """Fukumi: a Gomoku tournament bot, its trainer and a tournament runner."""
