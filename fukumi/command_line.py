"""The `fukumi` command: a click group whose subcommands are imported only when asked for.

The lazy import keeps `fukumi brain` free of everything that only tournaments need.
"""

import errno
from typing import Any

import click

from core.eval.netfile import NetError
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


class CommandError(click.ClickException):
    """A file or a disk that no command can do without; the text is one line that says which."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Write the line to standard error."""
        click.echo(f"fukumi: {self.message}", err=True, file=file)


class Commands(LazyGroup):
    """The commands; unusable nets and failing disks end any of them with one line."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except NetError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            if error.errno is None or error.errno == errno.EPIPE:  # click knows closed pipes
                raise
            raise CommandError(_in_words(error)) from error


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
