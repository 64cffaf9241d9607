"""List of the commands, with what each does and needs; imports none of them, and not click."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class LazyCommand(NamedTuple):
    """A subcommand that is imported on first use.

    Attributes:
        target: `module:attribute` of the click command.
        help: line for the list of commands, the first line of the command's own help.
        extra: the extra of the project that has the packages which the command needs.
    """

    target: str
    help: str
    extra: str = "tools"


Sections = Mapping[str, Mapping[str, LazyCommand]]
"""Headings of a list of commands, each with its commands by name."""

TITLE = "Fukumi: a Gomoku tournament bot, its trainer and a tournament runner."

SECTIONS: Sections = {
    "Play and analysis": {
        "play": LazyCommand(
            "board.play_command:play",
            "Play against Fukumi and analyse games, in the browser.",
            "play",
        ),
        "review": LazyCommand(
            "board.review_command:review",
            "Judge every move of games, and show the better lines.",
            "play",
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
            "tournament",
        ),
        "ladder": LazyCommand(
            "tournaments.cli.ladder_command:command",
            "Rate engines that may join and leave, for weeks if need be.",
            "tournament",
        ),
        "openings": LazyCommand(
            "tournaments.cli.opening_command:openings",
            "Make balanced openings and check existing ones.",
            "tournament",
        ),
    },
    "Training": {
        "train": LazyCommand("training.train_command:train", "Train a net by self-play.", "train"),
        "papers": LazyCommand(
            "fukumi.papers_command:papers",
            "Reproduce the tables and figures of a paper.",
            "train",
        ),
    },
    "Engine development": {
        "brain": LazyCommand(
            "pbrain.brain_command:brain", "Speak the Gomocup protocol on standard input and output."
        ),
        "ab": LazyCommand(
            "tournaments.cli.ab_command:command",
            "Play the search against itself with other constants.",
            "tournament",
        ),
        "blunders": LazyCommand(
            "tournaments.cli.blunders_command:command",
            "List the moves of games after which the opponent wins by threats.",
            "tournament",
        ),
        "tune": LazyCommand(
            "tournaments.cli.tune_command:command",
            "Tune the parameters of an engine by games against itself.",
            "tournament",
        ),
        "bench": LazyCommand(
            "fukumi.bench_command:bench", "Measure the speed of the core on this machine."
        ),
        "package": LazyCommand(
            "fukumi.package_command:package",
            "Build and test the program for Gomocup, or the board for players.",
            "package",
        ),
        "accept": LazyCommand(
            "tournaments.acceptance.accept_command:command",
            "Test a packaged program as Gomocup does, and harder.",
            "tournament",
        ),
        "check": LazyCommand(
            "tournaments.compliance.check_command:command",
            "Check an engine against the whole protocol, with advice.",
            "tournament",
        ),
        "about": LazyCommand(
            "fukumi.about_command:command",
            "Show the version, the build of the core, and the nets.",
        ),
    },
}


def help_text() -> str:
    """Return the text of `fukumi --help`."""
    lines = [
        "Usage: fukumi [OPTIONS] COMMAND [ARGS]...",
        f"\n  {TITLE}",
        "\nOptions:",
        "  --version   Show the version and exit.",
        "  -h, --help  Show this message and exit.",
    ]
    return "\n".join([*lines, *_listed(SECTIONS)])


def _listed(sections: Sections) -> Iterator[str]:
    width = max(len(name) for commands in sections.values() for name in commands)
    for heading, commands in sections.items():
        yield f"\n{heading}:"
        yield from (f"  {name:<{width}}  {command.help}" for name, command in commands.items())
