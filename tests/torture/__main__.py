"""`python -m tests.torture`: the long run of the attacks, and failed rounds run again."""

import importlib
import json
import random
from pathlib import Path

import click

from tests.torture import campaign
from tests.torture.campaign import COUNTS, PARTS, STATE

_FOLDER = click.option(
    "--folder",
    default="build/torture",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the state and the findings.",
)


@click.group()
def main() -> None:
    """Attack what strangers reach: the brain, the runner, files, the board's server."""


@main.command()
@_FOLDER
@click.option("--minutes", default=60.0, show_default=True, help="Minutes of all rounds together.")
@click.option("--seed", type=int, help="Seed of the first round of each part.  [default: random]")
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(list(PARTS)),
    help="Run only this part. May be repeated.",
)
def run(folder: Path, minutes: float, seed: int | None, only: tuple[str, ...]) -> None:
    """Run all parts in turn; stopped at any time, the same command resumes the run.

    Ends with code 1 if a round failed.
    """
    chosen = {name: part for name, part in PARTS.items() if name in (only or PARTS)}
    state = campaign.begin(folder, minutes, random.randrange(10**9) if seed is None else seed)
    try:
        campaign.run(folder, state, chosen, click.echo)
    except KeyboardInterrupt:
        click.echo(f"stopped; the same command resumes the run ({folder / STATE})")
        raise SystemExit(130) from None
    click.echo(campaign.table(state))
    raise SystemExit(int(bool(state.failures)))


@main.command()
@_FOLDER
@click.argument("failure", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def again(folder: Path, failure: Path) -> None:
    """Run a failed round again, from its FAILURE, a failure.json. Code 1: it fails again."""
    error = campaign.again(failure, folder)
    click.echo(error or "the round does not fail")
    raise SystemExit(int(bool(error)))


@main.command(hidden=True, name="round")
@click.argument("module")
@click.argument("seed", type=int)
@click.argument("effort", type=int)
@click.argument("folder", type=click.Path(path_type=Path))
def round_(module: str, seed: int, effort: int, folder: Path) -> None:
    """Run one round in this process."""
    counts = importlib.import_module(module).attack(seed, effort, folder)
    (folder / COUNTS).write_text(json.dumps(counts))


if __name__ == "__main__":
    main()
