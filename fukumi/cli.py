"""The `fukumi` command: a click group whose subcommands are imported only when asked for.

The lazy import keeps `fukumi brain` free of everything that only tournaments need.
"""

import click

from core.version import VERSION
from fukumi.lazy import LazyGroup

# name -> "module:attribute" of the click command
COMMANDS = {
    "ab": "tournaments.ab:command",
    "about": "fukumi.about:command",
    "accept": "pbrain.packaging.accept_cli:command",
    "analyse": "fukumi.analyse:command",
    "bench": "fukumi.bench:bench",
    "brain": "pbrain.cli:brain",
    "openings": "tournaments.opening_cli:openings",
    "package": "pbrain.packaging.cli:package",
    "papers": "fukumi.papers:papers",
    "play": "board.cli:play",
    "solve": "fukumi.solve:command",
    "tournament": "tournaments.cli:tournament",
    "train": "training.cli:train",
}


@click.group(
    cls=LazyGroup, targets=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(VERSION, prog_name="fukumi")
def main() -> None:
    """Fukumi: a Gomoku tournament bot, its trainer and a tournament runner."""
