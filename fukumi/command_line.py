"""The command `fukumi`, whose subcommands are imported when they are used.

The lazy imports keep `fukumi brain` free of the dependencies of other commands.
"""

import errno
from typing import Any, NoReturn

import click

from core.system.errors import UserError
from core.system.text import shortened, shown
from core.version import VERSION
from fukumi.lazy_group import LazyCommand, LazyGroup

SECTIONS = {
    "Play and analysis": {
        "play": LazyCommand(
            "board.play_command:play", "Play against Fukumi and analyse games, in the browser."
        ),
        "analyse": LazyCommand(
            "fukumi.analyse_command:command", "Show the best moves of positions."
        ),
        "solve": LazyCommand("fukumi.solve_command:command", "Prove positions won or lost."),
    },
    "Tournaments": {
        "tournament": LazyCommand(
            "tournaments.cli.tournament_command:tournament",
            "Play protocol engines against each other.",
        ),
        "openings": LazyCommand(
            "tournaments.cli.opening_command:openings",
            "Make balanced openings and check existing ones.",
        ),
    },
    "Training": {
        "train": LazyCommand("training.train_command:train", "Train a net by self-play."),
        "papers": LazyCommand(
            "fukumi.papers_command:papers", "Reproduce the tables and figures of a paper."
        ),
    },
    "Engine development": {
        "brain": LazyCommand(
            "pbrain.brain_command:brain", "Speak the Gomocup protocol on standard input and output."
        ),
        "ab": LazyCommand(
            "tournaments.cli.ab_command:command",
            "Play the search against itself with other constants.",
        ),
        "blunders": LazyCommand(
            "tournaments.cli.blunders_command:command",
            "List the moves of games after which the opponent wins by threats.",
        ),
        "tune": LazyCommand(
            "tournaments.cli.tune_command:command",
            "Tune the parameters of an engine by games against itself.",
        ),
        "bench": LazyCommand(
            "fukumi.bench_command:bench", "Measure the speed of the core on this machine."
        ),
        "package": LazyCommand(
            "fukumi.package_command:package",
            "Build and test the executable and its zip for Gomocup.",
        ),
        "accept": LazyCommand(
            "tournaments.acceptance.accept_command:command",
            "Test a packaged program as Gomocup does, and harder.",
        ),
        "about": LazyCommand(
            "fukumi.about_command:command",
            "Show the version, the build of the core, and the nets.",
        ),
    },
}

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


LONGEST_LINE = 1000
"""Characters of an error that are shown; a damaged file may be quoted in it."""


class Commands(LazyGroup):
    """The commands, with one handler for errors that the user can fix and for failing disks."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UserError as error:
            _fail(ctx, str(error), error.exit_code)
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
    cls=Commands, sections=SECTIONS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(VERSION, prog_name="fukumi")
def main() -> None:
    """Fukumi: a Gomoku tournament bot, its trainer and a tournament runner."""
