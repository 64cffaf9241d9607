"""`fukumi brain`: the brain from the command line."""

from pathlib import Path

import click

from core.eval.net_loader import load
from pbrain import main


@click.command()
@click.option(
    "--net",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A net to think with, such as best.net of a training run, under every rule.",
)
def brain(net: Path | None) -> None:
    """Speak the Gomocup protocol on standard input and output.

    Type START 15, then BEGIN or TURN 7,7; END leaves. Managers such as Piskvork start this.
    """
    if net is not None:
        load(net)  # one that cannot be used ends the program before it has said anything
    main.main(net)
