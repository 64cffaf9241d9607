"""The command `fukumi brain`."""

from pathlib import Path

import click

from core.eval.net_loader import load
from pbrain import main


@click.command()
@click.option(
    "--net",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Net file to play with under every rule, such as best.net of a training run. "
    "Default: the bundled net of each rule.",
)
def brain(net: Path | None) -> None:
    """Speak the Gomocup protocol on standard input and output.

    Type START 15, then BEGIN or TURN 7,7; END quits. Managers such as Piskvork run this command.
    """
    if net is not None:
        load(net)  # an unusable net ends the program before it prints anything
    main.main(net)
