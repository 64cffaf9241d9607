"""`fukumi package`: builds the executable, zips it, and tries out what is in the zip."""

import sys
import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from pbrain.packaging.acceptance import accept, same_build
from pbrain.packaging.build import NAME, Toolchain, build, native
from pbrain.packaging.errors import PackagingError
from pbrain.packaging.windows import cross
from pbrain.packaging.zipper import make_zip, unpack

HERE = "windows" if sys.platform == "win32" else sys.platform


@click.command()
@click.option(
    "--target",
    default=HERE,
    show_default=True,
    type=click.Choice(("linux", "windows")),
    help="The system to build for. On Linux that may be Windows, with mingw-w64 and wine.",
)
@click.option(
    "--out",
    default="dist",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where a folder for each system is made.",
)
@click.option("--full-clocks", is_flag=True, help="Play the games at the leagues' own clocks.")
def package(target: str, out: Path, full_clocks: bool) -> None:
    """Build pbrain-Fukumi64 and Fukumi.zip, then put the packaged program to the test.

    The test: the judge's fixed positions and one self-play game for each Gomocup league.
    """
    try:
        tools = toolchain(target)
        archive = _make(out / target, tools)
    except (PackagingError, OSError) as error:
        click.echo(f"fukumi package: {error}", err=True)
        raise SystemExit(2) from error
    if not _try_out(archive, tools, full_clocks):
        click.echo("fukumi package: the packaged program failed; see the table", err=True)
        raise SystemExit(1)


def toolchain(target: str) -> Toolchain:
    """What builds for a system here.

    Raises:
        PackagingError: nothing does, or something is missing.
    """
    if target == HERE:
        return native()
    if target == "windows" and HERE == "linux":
        click.echo("Making ready to build for Windows; the first time it takes some minutes.")
        return cross.toolchain()
    raise PackagingError(f"a package for {target} is not built on {HERE}: run this on {target}")


def _make(out: Path, tools: Toolchain) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    folder = build(out, tools)
    archive = make_zip(folder, out)
    unpacked = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    click.echo(f"{archive}: {archive.stat().st_size:,} bytes, {unpacked:,} unpacked")
    return archive


def _try_out(archive: Path, tools: Toolchain, full_clocks: bool) -> bool:
    table = Table(title="Acceptance of the packaged program")
    for heading in ("Check", "", "Measured"):
        table.add_column(heading)
    passed = True
    with tempfile.TemporaryDirectory() as name:
        unpack(archive, Path(name))
        program = [*tools.runner, str(Path(name) / (NAME + tools.suffix))]
        for check in (same_build(program), *accept(program, full_clocks)):
            table.add_row(check.name, "ok" if check.passed else "FAILED", check.detail)
            passed = passed and check.passed
    Console().print(table)
    return passed
