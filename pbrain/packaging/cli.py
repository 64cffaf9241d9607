"""`fukumi package`: builds the executable, zips it, and tries out what is in the zip."""

import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from pbrain.packaging.acceptance import accept, same_build
from pbrain.packaging.build import PackagingError, build, executable_in
from pbrain.packaging.zipper import make_zip, unpack


@click.command()
@click.option(
    "--out", default="dist", show_default=True, type=click.Path(file_okay=False, path_type=Path)
)
@click.option("--full-clocks", is_flag=True, help="Play the games at the leagues' own clocks.")
def package(out: Path, full_clocks: bool) -> None:
    """Build pbrain-Fukumi64 and Fukumi.zip, then put the packaged program to the test.

    The test: the judge's fixed positions and one self-play game for each Gomocup league.
    """
    try:
        archive = _make(out)
    except (PackagingError, OSError) as error:
        click.echo(f"fukumi package: {error}", err=True)
        raise SystemExit(2) from error
    if not _try_out(archive, full_clocks):
        click.echo("fukumi package: the packaged program failed; see the table", err=True)
        raise SystemExit(1)


def _make(out: Path) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    folder = build(out)
    archive = make_zip(folder, out)
    unpacked = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    click.echo(f"{archive}: {archive.stat().st_size:,} bytes, {unpacked:,} unpacked")
    return archive


def _try_out(archive: Path, full_clocks: bool) -> bool:
    table = Table(title="Acceptance of the packaged program")
    for heading in ("Check", "", "Measured"):
        table.add_column(heading)
    passed = True
    with tempfile.TemporaryDirectory() as name:
        unpack(archive, Path(name))
        program = [str(executable_in(Path(name)))]
        for check in (same_build(program), *accept(program, full_clocks)):
            table.add_row(check.name, "ok" if check.passed else "FAILED", check.detail)
            passed = passed and check.passed
    Console().print(table)
    return passed
