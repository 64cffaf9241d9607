"""The command `fukumi brain`."""

from pathlib import Path

import click

from core.eval.net_loader import load
from core.search.search_settings import DEFAULTS, with_constants
from pbrain import main


@click.command()
@click.option(
    "--net",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Net file to play with under every rule, such as best.net of a training run. "
    "Default: the bundled net of each rule.",
)
@click.option(
    "--set",
    "constants",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a constant of the search, such as c_puct=0.4; may be repeated. "
    "Default: the tuned constants.",
)
def brain(net: Path | None, constants: tuple[str, ...]) -> None:
    """Speak the Gomocup protocol on standard input and output.

    Type START 15, then BEGIN or TURN 7,7; END quits. Managers such as Piskvork run this command.
    """
    if net is not None:
        load(net)  # an unusable net ends the program before it prints anything
    try:
        settings = with_constants(DEFAULTS, constants)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--set") from error
    main.main(net, settings)
