"""`fukumi brain`: the brain from the command line."""

import click

from pbrain import command


@click.command()
def brain() -> None:
    """Speak the Gomocup protocol on standard input and output.

    Type START 15, then BEGIN or TURN 7,7; END leaves. Managers such as Piskvork start this.
    """
    command.main()
