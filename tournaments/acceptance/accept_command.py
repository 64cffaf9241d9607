"""`fukumi accept`: checks that a packaged program may enter a tournament."""

import shlex
from pathlib import Path

import click

from core.system.files import require_folder
from tournaments.acceptance.acceptance_checks import Extent, accept
from tournaments.acceptance.acceptance_report import all_passed, print_checks, write_report
from tournaments.acceptance.program_entry import open_entry


@click.command("accept")
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--run",
    "runner",
    default="",
    help="Command that runs the program, such as wine. Default: none.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="File to write the measurements to, in Markdown. Default: none.",
)
@click.option(
    "--full-clocks",
    is_flag=True,
    help="Play whole games and think the longest turn at the leagues' own clocks, for some hours.",
)
@click.option(
    "--only",
    default="",
    metavar="TEXT",
    help="Run only the checks with this in their name. Default: all.",
)
def command(path: Path, runner: str, out: Path | None, full_clocks: bool, only: str) -> None:
    """Test a packaged program as Gomocup does, and harder.

    PATH is a zip, its folder or its executable. The checks: each league's positions, first moves
    and a game, suspended as by the judge; starting and leaving; odd, missing and read-only
    folders; short turns; memory over long moves in every league. They take about half an hour.

    Ends with code 1 if a check failed.
    """
    require_folder(out)
    try:
        words = tuple(shlex.split(runner))
    except ValueError as error:
        raise click.BadParameter(f"{runner}: {error}", param_hint="--run") from error
    extent = Extent.FULL if full_clocks else Extent.USUAL
    with open_entry(path, words) as entry:
        checks = print_checks(accept(entry, extent, only))
    if out:
        write_report(out, path.name, checks)
    if not all_passed(checks):
        click.echo("fukumi accept: the failures above would lose games", err=True)
        raise SystemExit(1)
